# Reads puzzle/families.def: each family must have a file for every stage.
set(families_def ${PROJECT_SOURCE_DIR}/puzzle/families.def)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${families_def})
file(STRINGS ${families_def} lines REGEX "^FAMILY\\(")
set(FAMILIES "")
set(scenes "/* generated: families with a scenes/scene_<id>.c */\n")
set(headers "/* generated from families.def */\n")
foreach(line IN LISTS lines)
	string(REGEX REPLACE "^FAMILY\\(([a-z_]+),.*" "\\1" id "${line}")
	list(APPEND FAMILIES ${id})
	string(APPEND headers "#include \"${id}.h\"\n")
	if(EXISTS ${PROJECT_SOURCE_DIR}/scenes/scene_${id}.c)
		string(APPEND scenes "SCENE(${id})\n")
	endif()
	foreach(file puzzle/${id}.h puzzle/${id}.c solve/solve_${id}.c
			vision/read_${id}.c overlay/draw_${id}.c)
		if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${file})
			message(FATAL_ERROR
				"families.def names '${id}', but ${file} is missing")
		endif()
	endforeach()
endforeach()
set(FAMILY_HEADERS_DIR ${PROJECT_BINARY_DIR}/generated)
file(CONFIGURE OUTPUT ${FAMILY_HEADERS_DIR}/family_headers.h
	CONTENT "${headers}" @ONLY)
file(CONFIGURE OUTPUT ${FAMILY_HEADERS_DIR}/scene_families.def
	CONTENT "${scenes}" @ONLY)
