# Compiler, warnings and sanitizers for everything that is built here.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS ON) # __int128 is an extension, and money stands on it.
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1 -DNDEBUG")

set(CAMBIO_SANITIZE "" CACHE STRING "address (with undefined), thread, or empty")
set_property(CACHE CAMBIO_SANITIZE PROPERTY STRINGS "" address thread)

# Only the fuzz targets and what they link: libFuzzer is a part of clang.
option(CAMBIO_FUZZ "Build the fuzz targets with libFuzzer (clang only)" OFF)

# ccache understands precompiled headers only with this.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
else()
  add_compile_options(-fpch-preprocess)
endif()
find_program(CAMBIO_CCACHE ccache)
if(CAMBIO_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CAMBIO_CCACHE})
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Wno-pedantic-ms-format
                    -fno-omit-frame-pointer -fstack-protector-strong -D_GLIBCXX_ASSERTIONS)
# Where a library's function is, is known before the program begins, and nobody writes it anew. With
# sanitizers a program lives for a second: there a function is looked for when it is called.
if(CAMBIO_SANITIZE)
  add_link_options(-Wl,-z,lazy,-Bsymbolic-functions)
else()
  add_link_options(-Wl,-z,relro,-z,now)
endif()
# Nothing is compiled for CET: the linker marks a program with IBT and SHSTK only where all that
# it consists of has the marks, and Debian 12's crt1.o and crti.o have none.
# The C library's functions check the sizes of buffers. Not without optimisation, as suites are
# compiled, and the sanitizers check more.
set(CAMBIO_FORTIFIED "")
if(NOT CAMBIO_SANITIZE AND NOT CAMBIO_FUZZ)
  set(CAMBIO_FORTIFIED _FORTIFY_SOURCE=3)
endif()
# GCC 12 mistakes its own std::string for one that is written out of bounds (its bugs 105329 and
# 105651), and says so since the library's headers come precompiled.
add_compile_options(-Wno-array-bounds -Wno-stringop-overflow -Wno-restrict)
# The product is built by GCC, so its warnings are the ones that count.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  add_compile_options(-w)
endif()
# -Wpedantic refuses __int128 unless it is spelled with __extension__, which common/base/money does.
if(CAMBIO_SANITIZE STREQUAL "address")
  # A null pointer ends in the address sanitizer anyway, and the fuzz targets look at alignment and
  # types; the checks of all three at each use of a pointer would double what a program weighs, the
  # time in which it starts, and most of what suites take here.
  # What is undefined ends the program by SIGILL, and the address sanitizer prints where, if asked
  # (cambio_test does): with descriptions of all such places a program takes half as long again to
  # start.
  # GCC 12 mistakes its own std::regex and std::function for uninitialised under the sanitizer.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=null,alignment,vptr
                      -fsanitize-undefined-trap-on-error -Og -Wno-maybe-uninitialized)
  add_link_options(-fsanitize=address,undefined)
  set(CAMBIO_TEST_PREFIX "asan.")
elseif(CAMBIO_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread -Og)
  add_link_options(-fsanitize=thread)
  set(CAMBIO_TEST_PREFIX "tsan.")
elseif(CAMBIO_FUZZ)
  # What a target reads is instrumented with it, so that libFuzzer sees which input leads further.
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -O1)
  add_link_options(-fsanitize=address,undefined)
  set(CAMBIO_TEST_PREFIX "")
else()
  set(CAMBIO_TEST_PREFIX "")
endif()

# The product's programs hold all that they need. With sanitizers each suite would weigh seventy
# megabytes and all of them twelve gigabytes, so there the layers are libraries that suites share.
set(CAMBIO_LIBRARY STATIC)
if(CAMBIO_SANITIZE)
  set(CAMBIO_LIBRARY SHARED)
  add_compile_options(-fPIC)
endif()
