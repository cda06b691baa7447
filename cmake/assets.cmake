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

# solveglass_asset_table(HEADER NAME FILE...): files as one table NAME of
# { bytes, size }, in the order given.
function(solveglass_asset_table header name)
	set(rows "")
	foreach(file IN LISTS ARGN)
		get_filename_component(stem ${file} NAME)
		string(MAKE_C_IDENTIFIER ${stem} id)
		string(APPEND rows "\t{ ${id}, sizeof ${id} },\n")
	endforeach()
	solveglass_assets(${header}.files ${ARGN})
	file(READ ${header}.files arrays)
	file(CONFIGURE OUTPUT ${header} CONTENT "${arrays}
static const struct {
	const unsigned char *bytes;
	unsigned long size;
} ${name}[] = {\n${rows}};\n" @ONLY)
endfunction()
