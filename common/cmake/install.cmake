# What `cmake --install` puts where: the programs into a folder of their own, for people call none
# of them by name, and what they read. The Debian package is made of this, and what nginx/up runs.
include(GNUInstallDirs)
set(CAMBIO_PROGRAMS lib/cambio)
set(CAMBIO_SHARE ${CMAKE_INSTALL_DATADIR}/cambio)

install(DIRECTORY ${CMAKE_SOURCE_DIR}/common/io/pg/migrations DESTINATION ${CAMBIO_SHARE}
        FILES_MATCHING PATTERN *.sql)
install(FILES common/market/markets/coins.json common/funds/chain/networks.json
        DESTINATION ${CAMBIO_SHARE})
# Templates, and the shell functions that fill them in.
file(GLOB templates CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/nginx/*.conf)
install(FILES ${templates} nginx/cambio.conf.sample nginx/lib.sh nginx/settings.sh nginx/secrets.sh
              nginx/render.sh nginx/database.sh nginx/users.sh nginx/archive.sh nginx/restored.sh
              nginx/rotation.sh
        DESTINATION ${CAMBIO_SHARE}/nginx)
install(PROGRAMS nginx/locations DESTINATION ${CAMBIO_SHARE}/nginx)
install(FILES cron/cambioctl/cambioctl.8 DESTINATION ${CMAKE_INSTALL_MANDIR}/man8)
install(FILES cron/cambioctl/cambioctl.bash
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME cambioctl)
