# Tests around the programs: the form of the sources, the site, and a whole installation with a
# browser. They run by tests/run, which gives them a scratch folder and free ports.

add_test(NAME tidy COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/tidy/tidy)

set(site ${CMAKE_SOURCE_DIR}/site)
foreach(script lint typecheck test lint:browser typecheck:browser)
  string(REPLACE ":" "_" name ${script})
  add_test(NAME site.${name} COMMAND npm run --silent ${script} WORKING_DIRECTORY ${site})
  set_tests_properties(site.${name} PROPERTIES TIMEOUT 900)
endforeach()

# tests/api/<name>_test is the CTest api.<name>. The last one reads what all suites of the handlers
# received.
file(GLOB suites CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/api/*_test)
foreach(suite ${suites})
  get_filename_component(name ${suite} NAME)
  string(REGEX REPLACE "_test$" "" name ${name})
  add_test(NAME api.${name} COMMAND ${suite})
  set_tests_properties(api.${name} PROPERTIES TIMEOUT 120
                       ENVIRONMENT "CAMBIO_BIN=${CMAKE_BINARY_DIR}/bin")
endforeach()
set_tests_properties(api.replies PROPERTIES FIXTURES_REQUIRED replies)

# One installation for all of them, started and stopped by the commands that people use.
add_test(NAME installation.up COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/support/installation up)
add_test(NAME installation.down COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/support/installation down)
set_tests_properties(installation.up PROPERTIES FIXTURES_SETUP installation TIMEOUT 600)
set_tests_properties(installation.down PROPERTIES FIXTURES_CLEANUP installation TIMEOUT 120)

# tests/nginx/<name>_test is the CTest nginx.<name>.
file(GLOB suites CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/nginx/*_test)
foreach(suite ${suites})
  get_filename_component(name ${suite} NAME)
  string(REGEX REPLACE "_test$" "" name ${name})
  add_test(NAME nginx.${name} COMMAND ${suite})
  set_tests_properties(nginx.${name} PROPERTIES FIXTURES_REQUIRED installation TIMEOUT 180
                       RESOURCE_LOCK "left;right")
endforeach()

# tests/browser/<name>.spec.ts is the CTest browser.<name>. Node comes pinned with the site. Two
# browsers work at a time, one in each half of the list; a suite that changes prices or the
# installation itself, or that starts a neighbour of it, is alone. The slash keeps account.spec.ts
# from running accessibility_account.spec.ts, too: Playwright looks for a part of the path.
set(browser ${CMAKE_CURRENT_SOURCE_DIR}/browser)
set(half left)
file(GLOB suites CONFIGURE_DEPENDS ${browser}/*.spec.ts)
foreach(suite ${suites})
  get_filename_component(file ${suite} NAME)
  string(REGEX REPLACE "\\.spec\\.ts$" "" name ${file})
  add_test(NAME browser.${name} WORKING_DIRECTORY ${browser}
           COMMAND ${site}/node_modules/node/bin/node
                   node_modules/@playwright/test/cli.js test /${file})
  file(STRINGS ${suite} alone REGEX "support/(installation|networks|openid_provider|simulator)\"")
  if(alone)
    set(lock left right)
  else()
    set(lock ${half})
    if(half STREQUAL left)
      set(half right)
    else()
      set(half left)
    endif()
  endif()
  set_tests_properties(browser.${name} PROPERTIES FIXTURES_REQUIRED installation TIMEOUT 600
                       RESOURCE_LOCK "${lock}"
                       ENVIRONMENT "CAMBIO_BROWSER_OUTPUT=${CMAKE_SOURCE_DIR}/var/browser/${name}")
endforeach()
