# What is installed besides the program. The weights and the files in
# models/clients are part of the program.
include(GNUInstallDirs)
include(cmake/language.cmake)

# Pages of the manual have the date of the last release.
file(STRINGS packaging/solveglass.metainfo.xml released REGEX "<release ")
list(GET released 0 released)
string(REGEX REPLACE ".*date=\"([^\"]*)\".*" "\\1" released "${released}")
set_source_files_properties(app/main.c PROPERTIES
	COMPILE_DEFINITIONS RELEASED="${released}")

# From the tables of the program itself, and docs/formats.md.
set(manual ${PROJECT_BINARY_DIR}/manual)
file(MAKE_DIRECTORY ${manual})
file(GLOB names RELATIVE ${PROJECT_SOURCE_DIR}/app CONFIGURE_DEPENDS
	app/cmd_*.c)
list(TRANSFORM names REPLACE "cmd_(.*)\\.c" "\\1")
list(TRANSFORM names REPLACE "_" "-")
# a command whose module is left out has no page
foreach(module view tray)
	if(NOT TARGET solveglass_${module})
		list(REMOVE_ITEM names ${module})
		string(APPEND left_out " ${module} ")
	endif()
endforeach()
set_source_files_properties(app/manual.c PROPERTIES
	COMPILE_DEFINITIONS LEFT_OUT="${left_out}")
set(pages)
foreach(name "" ${names})
	string(REGEX REPLACE "(.+)" "-\\1" suffix "${name}")
	set(page ${manual}/solveglass${suffix}.1)
	add_custom_command(OUTPUT ${page}.gz
		COMMAND solveglass --man ${name} > ${page}
		COMMAND gzip -9nf ${page}
		DEPENDS solveglass VERBATIM)
	list(APPEND pages ${page}.gz)
endforeach()
set(formats ${manual}/solveglass-formats.5)
add_custom_command(OUTPUT ${formats}.gz
	COMMAND awk -v released=${released}
		-f ${PROJECT_SOURCE_DIR}/cmake/manual.awk
		${PROJECT_SOURCE_DIR}/docs/formats.md > ${formats}
	COMMAND gzip -9nf ${formats}
	DEPENDS docs/formats.md cmake/manual.awk VERBATIM)
set(completions ${manual}/solveglass ${manual}/_solveglass
	${manual}/solveglass.fish)
add_custom_command(OUTPUT ${completions}
	COMMAND solveglass --completion bash > ${manual}/solveglass
	COMMAND solveglass --completion zsh > ${manual}/_solveglass
	COMMAND solveglass --completion fish > ${manual}/solveglass.fish
	DEPENDS solveglass VERBATIM)
add_custom_command(OUTPUT ${manual}/config.ini
	COMMAND solveglass --example-config > ${manual}/config.ini
	DEPENDS solveglass VERBATIM)
add_custom_target(manual ALL DEPENDS ${pages} ${formats}.gz ${completions}
	${manual}/config.ini)

install(TARGETS solveglass RUNTIME)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${formats}.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man5)
install(FILES ${manual}/solveglass
	DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${manual}/solveglass.fish
	DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# by its name desktops know whose keys they hold, GNOME no name without a dot:
# SHORTCUTS_APP in wlink/shortcuts_wayland.h
install(FILES packaging/org.solveglass.Solveglass.desktop
	DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
if(TARGET solveglass_view)
	install(FILES packaging/solveglass-view.desktop
		DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
endif()
install(FILES packaging/solveglass.metainfo.xml
	RENAME org.solveglass.Solveglass.metainfo.xml
	DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES packaging/solveglass.svg
	DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
# for what draws no SVG; scripts/icons makes them of it
foreach(size 16 24 32 48 64 128 256 512)
	install(FILES packaging/icons/solveglass-${size}.png RENAME solveglass.png
		DESTINATION
		${CMAKE_INSTALL_DATADIR}/icons/hicolor/${size}x${size}/apps)
endforeach()
# These two depend on the prefix, which is settled when installing: the unit
# names the program; systemd looks below /usr/lib, but else (~/.local, /usr/local)
# below share; and zsh looks below /usr elsewhere than below others.
install(CODE "
	set(CMAKE_INSTALL_FULL_BINDIR
		\"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
	configure_file(\"${PROJECT_SOURCE_DIR}/packaging/solveglass.service.in\"
		\"${manual}/solveglass.service\" @ONLY)
	if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
		set(folder vendor-completions)
		set(units lib/systemd/user)
	else()
		set(folder site-functions)
		set(units \"${CMAKE_INSTALL_DATADIR}/systemd/user\")
	endif()
	file(INSTALL \"${manual}/solveglass.service\" DESTINATION
		\"\${CMAKE_INSTALL_PREFIX}/\${units}\")
	file(INSTALL \"${manual}/_solveglass\" DESTINATION
		\"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${folder}\")
")
install(FILES README.md CHANGELOG.md SECURITY.md debian/copyright
	DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${manual}/config.ini DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
