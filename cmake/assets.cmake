# solveglass_assets(HEADER FILE...): the bytes of files as C arrays, named
# after them: page.css becomes page_css.
function(solveglass_assets header)
	set(text "/* generated from ${ARGN} */\n")
	foreach(file IN LISTS ARGN)
		set(path ${PROJECT_SOURCE_DIR}/${file})
		set_property(DIRECTORY APPEND PROPERTY
			CMAKE_CONFIGURE_DEPENDS ${path})
		get_filename_component(name ${path} NAME)
		string(MAKE_C_IDENTIFIER ${name} name)
		file(READ ${path} bytes HEX)
		string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
		string(APPEND text
			"static const unsigned char ${name}[] = {${bytes}};\n")
	endforeach()
	file(CONFIGURE OUTPUT ${header} CONTENT "${text}" @ONLY)
endfunction()
