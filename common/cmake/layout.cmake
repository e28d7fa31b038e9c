# The folders decide what is built: a new folder under handlers/ is a new executable and a new file
# under cron/ a new job, without another line of CMake.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
pkg_check_modules(LIBPQ REQUIRED IMPORTED_TARGET libpq)
pkg_check_modules(HIREDIS REQUIRED IMPORTED_TARGET hiredis)
pkg_check_modules(JSONCPP REQUIRED IMPORTED_TARGET jsoncpp)
pkg_check_modules(SODIUM REQUIRED IMPORTED_TARGET libsodium)
pkg_check_modules(CURL REQUIRED IMPORTED_TARGET libcurl)
pkg_check_modules(OPENSSL REQUIRED IMPORTED_TARGET openssl)
pkg_check_modules(BOTAN REQUIRED IMPORTED_TARGET botan-2)
pkg_check_modules(PUGIXML REQUIRED IMPORTED_TARGET pugixml)
pkg_check_modules(MAXMINDDB REQUIRED IMPORTED_TARGET libmaxminddb)
pkg_check_modules(SECP256K1 REQUIRED IMPORTED_TARGET libsecp256k1)
pkg_check_modules(SPDLOG REQUIRED IMPORTED_TARGET spdlog)
pkg_check_modules(PNG REQUIRED IMPORTED_TARGET libpng)
pkg_check_modules(WEBP REQUIRED IMPORTED_TARGET libwebp)
pkg_check_modules(TURBOJPEG REQUIRED IMPORTED_TARGET libturbojpeg)

# Reading the standard library costs more than compiling what stands behind it: it is read once for
# the common library and all programs, and once with GoogleTest for the suites. Only what is outside
# the repository belongs here.
set(CAMBIO_PRECOMPILED <algorithm> <array> <atomic> <charconv> <chrono> <cstdint> <filesystem>
    <fstream> <functional> <map> <memory> <mutex> <optional> <set> <span> <sstream> <stdexcept>
    <string> <string_view> <thread> <unordered_map> <utility> <vector> <json/json.h>)
set(CAMBIO_PRECOMPILED_TESTS ${CAMBIO_PRECOMPILED} <gmock/gmock.h> <gtest/gtest.h>)
# Suites wait for what they test: without optimisation they are compiled in half the time.
set(CAMBIO_TEST_OPTIONS -O0)
# Each suite holds all of the common library: LLVM's linker needs a quarter of the time for that.
set(CAMBIO_TEST_LINKER "")
find_program(CAMBIO_LLD ld.lld)
if(CAMBIO_LLD)
  set(CAMBIO_TEST_LINKER -fuse-ld=lld)
endif()

# cambio_precompile(target header…): with a sum of what the headers say, by which ccache knows what
# it has compiled in another folder (CCACHE_PCH_EXTSUM): a precompiled header itself holds the name
# of the folder that it was made in.
function(cambio_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  list(TRANSFORM ARGN PREPEND "#include " OUTPUT_VARIABLE lines)
  list(JOIN lines "\n" lines)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${target}.dir)
  file(WRITE ${folder}/precompiled.cpp "${lines}\n")
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_RELEASE}")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${flags} -std=gnu++20 -E -P
                          -I${JSONCPP_INCLUDE_DIRS} ${folder}/precompiled.cpp
                  OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  get_directory_property(options COMPILE_OPTIONS)
  string(SHA256 sum "${CMAKE_CXX_COMPILER_VERSION} ${options} ${text}")
  foreach(suffix gch pch)
    file(WRITE ${folder}/cmake_pch.hxx.${suffix}.sum "${sum}\n")
  endforeach()
endfunction()

# cambio_together(target name file…): compiles the files in one go, unless CAMBIO_TOGETHER is off,
# as CMake's own unity builds do, which name the files by their whole path: so ccache would know
# nothing of what it has compiled in another folder.
function(cambio_together target name)
  if(NOT CAMBIO_TOGETHER)
    return()
  endif()
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/together)
  set(lines "")
  foreach(file ${ARGN})
    file(RELATIVE_PATH path ${folder} ${file})
    string(APPEND lines "#include \"${path}\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${folder}/${target}_${name}.cpp CONTENT "${lines}" @ONLY)
  target_sources(${target} PRIVATE ${folder}/${target}_${name}.cpp)
  set_source_files_properties(${ARGN} PROPERTIES HEADER_FILE_ONLY ON)
endfunction()

# cambio_program(name file…): an executable of the product, linked with the common library.
function(cambio_program name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE cambio_common)
  target_compile_definitions(${name} PRIVATE ${CAMBIO_FORTIFIED})
  target_precompile_headers(${name} REUSE_FROM cambio_base)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
endfunction()

# cambio_test(name file…): a GoogleTest suite, known to CTest under the sanitizer's prefix and name.
function(cambio_test name)
  string(REPLACE "." "_" target "${name}_test")
  add_executable(${target} ${ARGN})
  target_link_libraries(${target} PRIVATE cambio_common cambio_test_support
                        GTest::gmock GTest::gtest_main)
  target_precompile_headers(${target} REUSE_FROM cambio_test_support)
  target_compile_options(${target} PRIVATE ${CAMBIO_TEST_OPTIONS})
  target_link_options(${target} PRIVATE ${CAMBIO_TEST_LINKER})
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  set(unless_passed "")
  if(CAMBIO_SANITIZE)
    set(unless_passed ${CMAKE_SOURCE_DIR}/tests/support/unless_same_sources
                      ${CAMBIO_TEST_PREFIX}${name})
  endif()
  add_test(NAME ${CAMBIO_TEST_PREFIX}${name} COMMAND ${unless_passed} $<TARGET_FILE:${target}>)
  # A limit ends what hangs. It must not end what runs on a third of a processor, as a machine
  # that others share may give. Sanitizers take two to three times as long.
  set(timeout 900)
  if(CAMBIO_SANITIZE)
    set(timeout 2400)
  endif()
  # What is undefined ends by SIGILL (flags.cmake), and the address sanitizer is to say where.
  set(environment CAMBIO_BIN=${CMAKE_BINARY_DIR}/bin ASAN_OPTIONS=handle_sigill=1)
  set_tests_properties(${CAMBIO_TEST_PREFIX}${name} PROPERTIES TIMEOUT ${timeout}
                       ENVIRONMENT "${environment}")
  cambio_after_browsers(${CAMBIO_TEST_PREFIX}${name})
endfunction()

# Sanitizers and libFuzzer begin when the installation is down: browsers have the machine to
# themselves.
function(cambio_after_browsers test)
  if(CAMBIO_SANITIZE OR CAMBIO_FUZZ)
    set_tests_properties(${test} PROPERTIES DEPENDS installation.down)
  endif()
endfunction()
