# Translations: po/LANGUAGE.po becomes build/locale/LANGUAGE/LC_MESSAGES/
# solveglass.mo, where the program finds it as it does below its prefix.
# scripts/translations takes new messages into po/.
find_program(MSGFMT msgfmt)
add_custom_target(catalogs ALL)
file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/po/*.po)
set_source_files_properties(core/language.c PROPERTIES
	COMPILE_DEFINITIONS LOCALE_DIR="${CMAKE_INSTALL_FULL_LOCALEDIR}")
if(MSGFMT)
	foreach(file IN LISTS files)
		get_filename_component(language ${file} NAME_WE)
		set(folder ${PROJECT_BINARY_DIR}/locale/${language}/LC_MESSAGES)
		add_custom_command(OUTPUT ${folder}/solveglass.mo
			COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
			COMMAND ${MSGFMT} -c -o ${folder}/solveglass.mo ${file}
			DEPENDS ${file} VERBATIM)
		add_custom_target(catalog_${language}
			DEPENDS ${folder}/solveglass.mo)
		add_dependencies(catalogs catalog_${language})
		install(FILES ${folder}/solveglass.mo DESTINATION
			${CMAKE_INSTALL_LOCALEDIR}/${language}/LC_MESSAGES OPTIONAL)
	endforeach()
else()
	message(STATUS "Messages are in English alone: gettext is missing "
		"(scripts/setup test)")
endif()
