# The window (`solveglass view`) and the tray icon (`solveglass tray`) are modules
# that the program loads where they are asked for: nothing else waits for GTK, or
# needs it. Left out where GTK lacks, and the icon where its library does.
option(SOLVEGLASS_VIEW "With the window, where GTK 3 is there" ON)
if(SOLVEGLASS_VIEW)
	pkg_check_modules(GTK IMPORTED_TARGET gtk+-3.0)
	pkg_check_modules(APPINDICATOR IMPORTED_TARGET ayatana-appindicator3-0.1)
endif()
add_custom_target(view)
function(solveglass_module name)
	file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/app/${name}/*.c)
	add_library(solveglass_${name} MODULE ${sources})
	set_target_properties(solveglass_${name} PROPERTIES PREFIX ""
		OUTPUT_NAME solveglass-${name})
	# what it calls is in the program that loads it
	set_target_properties(solveglass PROPERTIES ENABLE_EXPORTS ON)
	target_include_directories(solveglass_${name} PRIVATE app/${name}
		$<TARGET_PROPERTY:app,INTERFACE_INCLUDE_DIRECTORIES>)
	target_link_libraries(solveglass_${name} PRIVATE ${ARGN} PkgConfig::JANSSON
		solveglass)
	solveglass_warnings(solveglass_${name})
	add_dependencies(view solveglass_${name})
	install(TARGETS solveglass_${name} LIBRARY DESTINATION lib/solveglass
		OPTIONAL)
endfunction()
if(SOLVEGLASS_VIEW AND GTK_FOUND)
	solveglass_module(view PkgConfig::GTK)
else()
	message(STATUS "The window is left out: libgtk-3-dev is missing "
		"(scripts/setup window) or SOLVEGLASS_VIEW is off")
endif()
if(SOLVEGLASS_VIEW AND GTK_FOUND AND APPINDICATOR_FOUND)
	solveglass_module(tray PkgConfig::APPINDICATOR)
else()
	message(STATUS "The tray icon is left out: libayatana-appindicator3-dev is "
		"missing (scripts/setup window) or SOLVEGLASS_VIEW is off")
endif()
