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

# ccache understands precompiled headers only with this.
add_compile_options(-fpch-preprocess)
find_program(CAMBIO_CCACHE ccache)
if(CAMBIO_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CAMBIO_CCACHE})
endif()

add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -Wno-pedantic-ms-format
                    -fno-omit-frame-pointer -fstack-protector-strong -D_GLIBCXX_ASSERTIONS)
# GCC 12 mistakes its own std::string for one that is written out of bounds (its bugs 105329 and
# 105651), and says so since the library's headers come precompiled.
add_compile_options(-Wno-array-bounds -Wno-stringop-overflow -Wno-restrict)
# -Wpedantic refuses __int128 unless it is spelled with __extension__, which common/money does.
if(CAMBIO_SANITIZE STREQUAL "address")
  # GCC 12 mistakes its own std::regex and std::function for uninitialised under the sanitizer.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -Og
                      -Wno-maybe-uninitialized)
  add_link_options(-fsanitize=address,undefined)
  set(CAMBIO_TEST_PREFIX "asan.")
elseif(CAMBIO_SANITIZE STREQUAL "thread")
  add_compile_options(-fsanitize=thread -Og)
  add_link_options(-fsanitize=thread)
  set(CAMBIO_TEST_PREFIX "tsan.")
else()
  set(CAMBIO_TEST_PREFIX "")
endif()
