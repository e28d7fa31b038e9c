# shellcheck shell=bash disable=SC2034
# The tests of the API description, and what they share: a folder for their files ($scratch), and in
# it the description of the handlers that stand in $CAMBIO_BIN.
set -euo pipefail
# shellcheck source=../support/shell.sh
. "$(dirname "${BASH_SOURCE[0]}")/../support/shell.sh"
site=$root/site
node=$site/node_modules/.bin/node
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
description=$scratch/openapi.json

# Beside the handlers stand jobs and tools, so theirs is a folder of links.
CAMBIO_BIN=$(realpath "$CAMBIO_BIN")
mkdir "$scratch/handlers"
for group in "$root"/handlers/*/; do
    ln -s "$CAMBIO_BIN/$(basename "$group")" "$scratch/handlers/"
done
"$root/nginx/openapi" "$scratch/handlers" >"$description"
