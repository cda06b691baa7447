# The window (`solveglass view`) is a module that the program loads where it is
# asked for: nothing else waits for GTK, or needs it. Left out where GTK lacks.
option(SOLVEGLASS_VIEW "With the window, where GTK 3 is there" ON)
if(SOLVEGLASS_VIEW)
	pkg_check_modules(GTK IMPORTED_TARGET gtk+-3.0)
endif()
add_custom_target(view)
if(SOLVEGLASS_VIEW AND GTK_FOUND)
	file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/app/view/*.c)
	add_library(solveglass_view MODULE ${sources})
	set_target_properties(solveglass_view PROPERTIES PREFIX ""
		OUTPUT_NAME solveglass-view)
	# what it calls is in the program that loads it
	set_target_properties(solveglass PROPERTIES ENABLE_EXPORTS ON)
	target_include_directories(solveglass_view PRIVATE app/view
		$<TARGET_PROPERTY:app,INTERFACE_INCLUDE_DIRECTORIES>)
	target_link_libraries(solveglass_view PRIVATE PkgConfig::GTK
		PkgConfig::JANSSON solveglass)
	solveglass_warnings(solveglass_view)
	add_dependencies(view solveglass_view)
	install(TARGETS solveglass_view LIBRARY DESTINATION lib/solveglass
		OPTIONAL)
else()
	message(STATUS "The window is left out: libgtk-3-dev is missing "
		"(scripts/setup window) or SOLVEGLASS_VIEW is off")
endif()
