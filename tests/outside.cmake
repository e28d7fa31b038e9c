# Tests around the programs: the form of the sources, the site, and a whole installation with a
# browser. They run by tests/run, which gives them a scratch folder and free ports, and lets CTest
# use four PROCESSORS for each core: what waits for others most of its time takes one, a browser
# and the programs behind it take two, what keeps a core busy three. CTest gives every quarter that
# becomes free to the next test that asks for one; so what asks for more than its neighbours begins
# after all of them, beside idle cores, and beside the C++ suites everything takes one.
# The longest begin first, also where no run before has told how long they take.

set(unless_passed ${CMAKE_CURRENT_SOURCE_DIR}/support/unless_passed)
add_test(NAME tidy COMMAND ${unless_passed} tidy . -- tests/tidy/tidy)

set(site ${CMAKE_SOURCE_DIR}/site)
add_test(NAME site.test COMMAND npm run --silent test WORKING_DIRECTORY ${site})
foreach(script lint typecheck lint:browser lint:imports typecheck:browser)
  string(REPLACE ":" "_" name ${script})
  set(looked_at site)
  if(script MATCHES "browser|imports")
    set(looked_at site tests/browser tests/fuzz/api tests/clients tests/nginx bench)
  endif()
  add_test(NAME site.${name}
           COMMAND ${unless_passed} site.${name} ${looked_at} --
                   npm --prefix site run --silent ${script})
endforeach()
set_tests_properties(site.test site.lint site.typecheck site.lint_browser site.lint_imports
                     site.typecheck_browser PROPERTIES TIMEOUT 1800)
set_tests_properties(site.lint site.test tidy PROPERTIES COST 200)

# tests/api/<name>_test is the CTest api.<name>. The last one reads what all suites of the handlers
# received.
file(GLOB suites CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/api/*_test)
foreach(suite ${suites})
  get_filename_component(name ${suite} NAME)
  string(REGEX REPLACE "_test$" "" name ${name})
  add_test(NAME api.${name} COMMAND ${suite})
  set_tests_properties(api.${name} PROPERTIES TIMEOUT 600
                       ENVIRONMENT "CAMBIO_BIN=${CMAKE_BINARY_DIR}/bin")
endforeach()
set_tests_properties(api.replies PROPERTIES FIXTURES_REQUIRED replies)

# One installation for all of them, started and stopped by the commands that people use. It starts
# beside the tests of its parts; what uses it begins when those are over: browsers have the machine
# to themselves.
get_property(before DIRECTORY PROPERTY TESTS)
foreach(folder faults fuzz)
  get_property(tests DIRECTORY ${folder} PROPERTY TESTS)
  list(APPEND before ${tests})
endforeach()
# api.replies waits for the suites with sanitizers, which begin after the installation.
list(REMOVE_ITEM before faults.short api.replies)
add_test(NAME installation.up COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/support/installation up)
add_test(NAME installation.alone COMMAND ${CMAKE_COMMAND} -E true)
add_test(NAME installation.down COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/support/installation down)
set_tests_properties(installation.up PROPERTIES FIXTURES_SETUP started TIMEOUT 1800 COST 150)
set_tests_properties(installation.alone PROPERTIES FIXTURES_SETUP installation
                     FIXTURES_REQUIRED started DEPENDS "${before}")
set_tests_properties(installation.down PROPERTIES FIXTURES_CLEANUP "installation;started"
                     TIMEOUT 600)

# tests/nginx/<name>_test is the CTest nginx.<name>. It is alone, for it may restart programs and
# ends connections, unless it is named here, where nothing is touched that others use.
set(beside_others alerts answers archive binaries boot connections cron full_disk help host
                  piuparts refusals reproducible rights streams uploads)
file(GLOB suites CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/nginx/*_test)
list(REMOVE_ITEM suites ${CMAKE_CURRENT_SOURCE_DIR}/nginx/package_test
                        ${CMAKE_CURRENT_SOURCE_DIR}/nginx/upgrade_test
                        ${CMAKE_CURRENT_SOURCE_DIR}/nginx/failover_test)
foreach(suite ${suites})
  get_filename_component(name ${suite} NAME)
  string(REGEX REPLACE "_test$" "" name ${name})
  add_test(NAME nginx.${name} COMMAND ${suite})
  set_tests_properties(nginx.${name} PROPERTIES FIXTURES_REQUIRED installation TIMEOUT 1800)
  if(name IN_LIST beside_others)
    set_tests_properties(nginx.${name} PROPERTIES PROCESSORS 2)
  else()
    set_tests_properties(nginx.${name} PROPERTIES RUN_SERIAL TRUE)
  endif()
endforeach()
set_tests_properties(nginx.alerts nginx.cron nginx.full_disk nginx.monitoring
                     PROPERTIES SKIP_RETURN_CODE 77)
# It keeps an nginx and whoever listens there busy for three minutes, and would be slow beside more.
set_tests_properties(nginx.streams PROPERTIES PROCESSORS 4 COST 240)

# tests/clients/<name>_test is the CTest client.<name>: programs that were written for Binance.
file(GLOB suites CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/clients/*_test)
foreach(suite ${suites})
  get_filename_component(name ${suite} NAME)
  string(REGEX REPLACE "_test$" "" name ${name})
  add_test(NAME client.${name} COMMAND ${suite})
  set_tests_properties(client.${name} PROPERTIES FIXTURES_REQUIRED installation TIMEOUT 1800
                       PROCESSORS 2)
endforeach()
# It waits for the end of a minute and for what a slow listener's connection holds.
set_tests_properties(client.streams PROPERTIES PROCESSORS 1 COST 200)
set_tests_properties(client.market_maker PROPERTIES TIMEOUT 2400)

# The Debian packages are made once, of what is built and of the installation's pages; machines of
# their own, on which they are installed, wait for others most of their time.
add_test(NAME nginx.packages COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/nginx/packages)
set_tests_properties(nginx.packages PROPERTIES FIXTURES_SETUP packages
                     FIXTURES_REQUIRED installation COST 600)
foreach(name package upgrade)
  add_test(NAME nginx.${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/nginx/${name}_test)
  set_tests_properties(nginx.${name} PROPERTIES COST 300)
endforeach()
set_tests_properties(nginx.package nginx.upgrade nginx.piuparts nginx.reproducible
                     PROPERTIES FIXTURES_REQUIRED "installation;packages")
set_tests_properties(nginx.packages nginx.package nginx.upgrade nginx.piuparts nginx.reproducible
                     PROPERTIES TIMEOUT 10800 PROCESSORS 2 SKIP_RETURN_CODE 77
                     ENVIRONMENT "CAMBIO_BIN=${CMAKE_BINARY_DIR}/bin")

# It has three database hosts of its own, and waits most of its time until they agree.
add_test(NAME nginx.failover COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/nginx/failover_test)
set_tests_properties(nginx.failover PROPERTIES FIXTURES_REQUIRED installation TIMEOUT 2400
                     PROCESSORS 3 COST 300 SKIP_RETURN_CODE 77
                     ENVIRONMENT "CAMBIO_BIN=${CMAKE_BINARY_DIR}/bin")

# Every call of the API description, mostly wrong. It signs people up, which keeps a core busy.
add_test(NAME api.fuzz COMMAND ${site}/node_modules/.bin/node
                               ${CMAKE_CURRENT_SOURCE_DIR}/fuzz/api/run.js --calls 2000)
set_tests_properties(api.fuzz PROPERTIES FIXTURES_REQUIRED installation TIMEOUT 1800 PROCESSORS 3)

# browser_test(name file…): suites of tests/browser, in one run of Playwright. Node comes pinned
# with the site. The slash before a file keeps account.spec.ts from running another_account.spec.ts,
# too: Playwright looks for a part of a path.
set(browser ${CMAKE_CURRENT_SOURCE_DIR}/browser)
function(browser_test name)
  add_test(NAME browser.${name} WORKING_DIRECTORY ${browser}
           COMMAND ${site}/node_modules/.bin/node
                   node_modules/@playwright/test/cli.js test ${ARGN})
  set_tests_properties(browser.${name} PROPERTIES FIXTURES_REQUIRED installation TIMEOUT 2400
                       ENVIRONMENT "CAMBIO_BROWSER_OUTPUT=${CMAKE_SOURCE_DIR}/var/browser/${name}")
endfunction()

# The suites of tests/browser/<area> are the CTest browser.<area>: a run of Playwright and a start
# of the browser for each of them would take some three seconds of processor more. A suite that
# disturbs the provider of prices or the installation itself is a CTest of its own, browser.<name>,
# and alone; so is, beside others, the development server's.
foreach(area account funds pages trading)
  file(GLOB suites CONFIGURE_DEPENDS RELATIVE ${browser} ${browser}/${area}/*.spec.ts)
  set(together "")
  foreach(suite ${suites})
    get_filename_component(file ${suite} NAME)
    string(REGEX REPLACE "\\.spec\\.ts$" "" name ${file})
    file(STRINGS ${browser}/${suite} disturbs REGEX "support/(installation|faults)\"")
    if(disturbs OR name STREQUAL "dev_server")
      browser_test(${name} /${suite})
      set_tests_properties(browser.${name} PROPERTIES PROCESSORS 2)
    else()
      list(APPEND together /${suite})
    endif()
    if(disturbs)
      set_tests_properties(browser.${name} PROPERTIES RUN_SERIAL TRUE)
    endif()
  endforeach()
  browser_test(${area} ${together})
  set_tests_properties(browser.${area} PROPERTIES TIMEOUT 3600 PROCESSORS 4 COST 250)
endforeach()
# It takes nearly as long as the three others together: what begins last ends beside idle cores.
set_tests_properties(browser.trading PROPERTIES COST 500)
set_tests_properties(browser.pages PROPERTIES COST 280)
# Each listens on the ports that are kept for another installation beside the others': three for one
# of their own, and the development server.
set_tests_properties(browser.restore nginx.full_disk client.market_maker
                     PROPERTIES RUN_SERIAL FALSE PROCESSORS 2 COST 260)
set_tests_properties(browser.restore browser.dev_server nginx.full_disk client.market_maker
                     PROPERTIES RESOURCE_LOCK another_installation)
# A second installation takes a minute, the load on a stream three, a new key two or three starts of
# all programs, what was replaced two, the packages a machine or another time of packing, the
# primaries three of PostgreSQL, the figures a Prometheus, and the development server a build of its
# own: for tests/run --all.
set_tests_properties(browser.restore browser.token_key browser.dev_server nginx.full_disk
                     nginx.keys nginx.streams nginx.packages nginx.package nginx.updates
                     nginx.upgrade nginx.piuparts nginx.failover
                     nginx.monitoring nginx.reproducible nginx.alerts client.market_maker
                     PROPERTIES LABELS deep)
