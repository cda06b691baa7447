# libsolveglass.so: what other programs link to; lib/solveglass.h is all that
# they see.
include(GNUInstallDirs)

add_library(libsolveglass SHARED lib/solveglass.c)
set_target_properties(libsolveglass PROPERTIES PREFIX "" OUTPUT_NAME libsolveglass
	VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
	PUBLIC_HEADER lib/solveglass.h
	LINK_DEPENDS ${PROJECT_SOURCE_DIR}/lib/solveglass.map)
target_include_directories(libsolveglass PUBLIC lib)
target_compile_definitions(libsolveglass PRIVATE VERSION="${PROJECT_VERSION}")
target_link_libraries(libsolveglass PRIVATE app)
# what it does not use of the program's libraries it does not ask for
target_link_options(libsolveglass PRIVATE -Wl,--as-needed
	-Wl,--version-script=${PROJECT_SOURCE_DIR}/lib/solveglass.map)
solveglass_warnings(libsolveglass)
install(TARGETS libsolveglass
	LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
	PUBLIC_HEADER DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

# wherever it is installed, its prefix is told from its own place
file(RELATIVE_PATH PREFIX_FROM_PC ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig
	${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" PREFIX_FROM_PC "${PREFIX_FROM_PC}")
file(RELATIVE_PATH LIBDIR_IN_PREFIX ${CMAKE_INSTALL_PREFIX}
	${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH INCLUDEDIR_IN_PREFIX ${CMAKE_INSTALL_PREFIX}
	${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(lib/solveglass.pc.in ${PROJECT_BINARY_DIR}/solveglass.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/solveglass.pc
	DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(DIRECTORY lib/examples
	DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/libsolveglass-dev)
