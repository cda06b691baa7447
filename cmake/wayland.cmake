# Sources named wayland, and Wayland with them, are left out, which `solveglass --version` says, where its library,
# scanner or protocols lack.
pkg_check_modules(WAYLAND IMPORTED_TARGET wayland-client)
pkg_check_modules(GIO IMPORTED_TARGET gio-2.0) # D-Bus, for desktop portals
pkg_check_modules(XKBCOMMON IMPORTED_TARGET xkbcommon) # keys that `play' presses
pkg_check_modules(WAYLAND_PROTOCOLS wayland-protocols)
pkg_get_variable(WAYLAND_PROTOCOLS_DIR wayland-protocols pkgdatadir)
find_program(WAYLAND_SCANNER wayland-scanner)
set(HAVE_WAYLAND FALSE)
if(WAYLAND_FOUND AND WAYLAND_PROTOCOLS_FOUND AND WAYLAND_SCANNER AND GIO_FOUND AND XKBCOMMON_FOUND)
	set(HAVE_WAYLAND TRUE)
else()
	message(STATUS "Wayland is left out: libwayland-dev, "
		"wayland-protocols, libxkbcommon-dev or libglib2.0-dev is missing")
endif()

# solveglass_wayland(NAME FILE.xml...): a library of the code wayland-scanner
# makes of protocols, free of our warnings because it is not our code.
function(solveglass_wayland name)
	set(out ${PROJECT_BINARY_DIR}/generated/${name})
	set(sources "")
	file(MAKE_DIRECTORY ${out})
	foreach(xml IN LISTS ARGN)
		get_filename_component(stem ${xml} NAME_WE)
		add_custom_command(
			OUTPUT ${out}/${stem}.c ${out}/${stem}-client.h
			COMMAND ${WAYLAND_SCANNER} private-code ${xml}
				${out}/${stem}.c
			COMMAND ${WAYLAND_SCANNER} client-header ${xml}
				${out}/${stem}-client.h
			DEPENDS ${xml} VERBATIM)
		list(APPEND sources ${out}/${stem}.c ${out}/${stem}-client.h)
	endforeach()
	add_library(${name} STATIC ${sources})
	target_include_directories(${name} SYSTEM PUBLIC ${out})
	target_link_libraries(${name} PUBLIC PkgConfig::WAYLAND)
endfunction()
