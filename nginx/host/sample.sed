# From nginx/cambio.conf.sample, which nginx/up copies, to /etc/cambio/cambio.conf of the package: without
# what only nginx/up has, and with the places of a classic host. @DOMAIN@ and @EMAIL@ are asked for.
s|nginx/up copies this sample to var/cambio.conf at the first start; change it there and run|Change it here and call|
s|^# nginx/up again, which checks|# cambio-configure, which checks|
/^# The address that nginx listens on/,/^HOST=/d
/^# The port\. The variable PORT/,/^PORT=/d
/^# The port of the market simulator/,/^SIMULATOR_PORT=/d
s| Empty: http://HOST:PORT$||
s|^PUBLIC_URL=.*|PUBLIC_URL=https://@DOMAIN@|
s|^# a proxy in front passes the name on\. |# its certificate is the site's or one of its own. |
s|Empty: PORT + 4\.|Empty: 8084.|
s|(nginx/README.md, "Existing servers")|(/usr/share/doc/cambio/README.md.gz, "Existing servers")|
s|Empty: nginx/up runs its own cluster$|Empty: the cluster|
s|^# in var/postgres\.|# that cambio-pg made.|
s|Empty: nginx/up runs its own in var/redis\.|Empty: cambio-redis.service.|
/^# real: the provider below\. simulator:/,/^PROVIDER=/c\
# real: the provider below. There is no other one here.\
PROVIDER=real
s|^DEMO=.*|DEMO=no|
s|^# Empty: var/outbox|# Empty: /var/lib/cambio/outbox|
s|^SMTP_URL=.*|SMTP_URL=smtp://localhost:25|
s|^MAIL_FROM=.*|MAIL_FROM=@EMAIL@|
s|^SUPPORT_EMAIL=.*|SUPPORT_EMAIL=@EMAIL@|
s|(site/src/text/en/legal\.json)|(site/src/text/en/legal.json of the source)|
s|nginx/README\.md, "Withdrawals", describes|/usr/share/doc/cambio/README.md.gz, "Withdrawals", describes|
s|Empty: common/funds/chain/networks\.json|Empty: /usr/share/cambio/networks.json|
s|Empty: nginx/up creates them in var/keys\.|Empty: the package made them in /etc/cambio/keys.|
s|Empty: the one of iptoasn\.com, which comes$|Empty: the one of iptoasn.com, which comes with|
s|^# with the site's packages\. none|# cambio-site. none|
s|^# var/keys/token\.former, where nginx/rotate_token_key puts them\.|# /etc/cambio/keys/token.former, where cambio-rotate-token-key puts them.|
s|^# var/keys/hash\.former, where nginx/rotate_hash_key puts them\.|# /etc/cambio/keys/hash.former, where cambio-rotate-hash-key puts them.|
s|The folder for the programs' logs\. Empty: var/log|The folder for the programs' logs. Empty: the journal|
