# One function sets the warnings of everything we compile. Enumerators are our
# constants, also where numbers are real.
option(SOLVEGLASS_WERROR "Warnings are errors" OFF)
set(SOLVEGLASS_SANITIZE "" CACHE STRING "Sanitizers, as for -fsanitize=")

function(solveglass_warnings target)
	target_compile_options(${target} PRIVATE
		-Wall -Wextra -Wpedantic -Wshadow -Wconversion
		-Wno-sign-conversion -Wvla -Wundef -Wformat=2
		$<$<C_COMPILER_ID:Clang>:-Wno-enum-float-conversion>
		-fno-common -fstack-protector-strong
		$<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes
			-Wmissing-prototypes -Wold-style-definition>
		$<$<BOOL:${SOLVEGLASS_WERROR}>:-Werror>)
	target_compile_definitions(${target} PRIVATE _GNU_SOURCE)
	if(SOLVEGLASS_SANITIZE)
		target_compile_options(${target} PRIVATE
			-fsanitize=${SOLVEGLASS_SANITIZE}
			-fno-sanitize-recover=all -fno-omit-frame-pointer)
		target_link_options(${target} PUBLIC
			-fsanitize=${SOLVEGLASS_SANITIZE})
		get_target_property(type ${target} TYPE)
		if(type STREQUAL EXECUTABLE)
			target_sources(${target} PRIVATE
				${PROJECT_SOURCE_DIR}/cmake/lsan.c)
		endif()
	endif()
endfunction()

# solveglass_library(FOLDER MAY_INCLUDE...): every source in the folder but
# main.c; of a folder in a folder the library is called a_b.
function(solveglass_library folder)
	string(REPLACE "/" "_" name ${folder})
	file(GLOB sources CONFIGURE_DEPENDS
		${PROJECT_SOURCE_DIR}/${folder}/*.c
		${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
	list(FILTER sources EXCLUDE REGEX "/main\\.c$")
	if(NOT HAVE_WAYLAND)
		list(FILTER sources EXCLUDE REGEX "wayland[a-z_]*\\.c$")
	endif()
	add_library(${name} STATIC ${sources})
	# they become a part of libsolveglass.so, too
	set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
	target_compile_options(${name} PRIVATE -fno-semantic-interposition)
	target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/${folder})
	target_link_libraries(${name} PUBLIC ${ARGN})
	solveglass_warnings(${name})
endfunction()

# solveglass_program(NAME SOURCE MAY_INCLUDE...)
function(solveglass_program name source)
	add_executable(${name} ${source})
	target_link_libraries(${name} PRIVATE ${ARGN})
	target_compile_definitions(${name} PRIVATE
		SOURCE_DIR="${PROJECT_SOURCE_DIR}"
		SHARED_DATA="${PROJECT_SOURCE_DIR}/../shared/data"
		VERSION="${PROJECT_VERSION}")
	solveglass_warnings(${name})
endfunction()

# solveglass_protobuf(NAME FILE.proto): a library of the code protoc-c makes of
# it, free of our warnings because it is not our code.
function(solveglass_protobuf name proto)
	set(out ${PROJECT_BINARY_DIR}/generated/${name})
	set(source ${PROJECT_SOURCE_DIR}/${proto})
	get_filename_component(folder ${source} DIRECTORY)
	get_filename_component(stem ${source} NAME_WE)
	file(MAKE_DIRECTORY ${out})
	add_custom_command(
		OUTPUT ${out}/${stem}.pb-c.c ${out}/${stem}.pb-c.h
		COMMAND ${PROTOC_C} --proto_path=${folder} --c_out=${out}
			${source}
		DEPENDS ${source})
	add_library(${name} STATIC ${out}/${stem}.pb-c.c)
	set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
	target_include_directories(${name} SYSTEM PUBLIC ${out})
	target_link_libraries(${name} PUBLIC PkgConfig::PROTOBUF_C)
endfunction()
