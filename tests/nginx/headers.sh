# shellcheck shell=bash disable=SC2154
# What nginx's answers say of themselves, for a checkout over http and for the package over https.
# The caller names the site in `url`, and has ask CURL-ARGUMENT…, which prints the status and leaves
# what came in the files $answer and $headers.

# answers STATUS CURL-ARGUMENT…
answers() {
    local got
    got=$(ask "${@:2}") || true
    [[ $got == "$1" ]] || fault "status ${got:-none} instead of $1 for: $(tail -c 80 <<<"${*:2}")"
}

# body JQ-CONDITION
body() { jq -e "$1" "$answer" >/dev/null || fault "not $1: $(head -c 300 "$answer")"; }

# header REGEX
header() {
    grep -qiE "^$1" "$headers" || fault "no header $1: $(tr '\r\n' '  ' <"$headers")"
}

look_at_languages() {
    local pair
    echo "The landing page comes in the first of the site's languages that the browser prefers"
    for pair in en: en:fr de:fr-FR,de-AT\;q=0.8,en\;q=0.5 ja:ja vi:vi-VN; do
        answers 200 -H "Accept-Language: ${pair#*:}" "$url/home"
        header 'vary: Accept-Language'
        grep -q "<html lang=\"${pair%%:*}\"" "$answer" ||
            fault "${pair#*:} is not answered in ${pair%%:*}"
    done
}

look_at_guards() {
    local path once='x-request-id|cache-control'
    echo "Every answer is guarded"
    for path in / /api/v3/status /api/v3/no-such-call; do
        answers "$([[ $path == *no-such* ]] && echo 404 || echo 200)" "$url$path"
        header 'x-content-type-options: nosniff'
        header 'x-frame-options: DENY'
        header 'referrer-policy: strict-origin-when-cross-origin'
        header 'cross-origin-opener-policy: same-origin'
        header 'cross-origin-resource-policy: same-origin'
        header 'x-request-id: [0-9a-f]{32}'
        [[ $url != https://* ]] || header 'strict-transport-security: max-age=31536000'
        [[ $(grep -ciE "^($once):" "$headers") == 2 ]] || fault "headers twice on $path"
    done
}

look_at_pages() {
    local path call once='cache-control|content-security-policy|permissions-policy'
    local of_pages='content-security-policy|permissions-policy|reporting-endpoints'
    local types="require-trusted-types-for 'script'; trusted-types site "
    echo "What a page may do is said of pages, and of nothing that a handler answers in JSON"
    for path in / /docs /signin; do
        answers 200 "$url$path"
        header 'content-type: text/html'
        header "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'"
        header 'content-security-policy: .*; report-uri /api/v3/policy-reports; report-to policy'
        header 'permissions-policy: camera=\(self\), '
        header 'reporting-endpoints: policy="/api/v3/policy-reports"'
        [[ $(grep -ciE "^($once):" "$headers") == 3 ]] || fault "headers twice on $path"
    done
    answers 200 "$url/"
    header "content-security-policy: .*; style-src 'self';"
    header "content-security-policy: .*; $types"
    # The second answer of the first call is nginx's copy.
    for call in '200 /api/v2/market-all-pairs' '200 /api/v2/market-all-pairs' \
        '401 /api/v3/account-client' '400 /binance/api/v3/depth?symbol=NOPE'; do
        answers "${call%% *}" "$url${call#* }"
        header 'content-type: application/json'
        header 'x-content-type-options: nosniff'
        if grep -iE "^($of_pages):" "$headers"; then fault "${call#* } speaks of pages"; fi
    done
    answers 200 -X POST -H 'Content-Type: application/csp-report' -d \
        '{"csp-report": {"violated-directive": "img-src"}}' "$url/api/v3/policy-reports"
    body '.message == "success"'
}

look_at_health() {
    echo "A load balancer is told whether to send people here"
    answers 200 "$url/healthz"
    header 'content-type: text/plain'
    header 'cache-control: no-store'
    header 'x-content-type-options: nosniff'
    [[ $(<"$answer") == ok ]] || fault "/healthz says $(<"$answer")"
    answers 200 "$url/readyz"
    header 'cache-control: no-store'
    body '. == {ready: true}'
}

look_at_site() {
    local script
    echo "The site"
    answers 200 "$url/trade/BTC_USDT"
    header 'content-type: text/html'
    header 'cache-control: no-cache'
    script=$url$(grep -oE 'type="module" src="[^"]+' "$answer" | head -n 1 | cut -d \" -f 4)
    answers 200 -H 'Accept-Encoding: br, gzip' "$script"
    header 'content-encoding: br'
    header 'cache-control: public, max-age=31536000, immutable'
    answers 200 -H 'Accept-Encoding: gzip' "$script"
    header 'content-encoding: gzip'
    answers 200 "$script"
    if grep -qi '^content-encoding' "$headers"; then
        fault "compressed for somebody who cannot read it"
    fi
    answers 404 "$url/no-such-file.js"
    header 'content-type: application/json'
}

# The description itself comes last, and stays in $answer.
look_at_description() {
    local path
    echo "The API description and its page"
    for path in /docs /docs/; do
        answers 200 "$url$path"
        header 'content-type: text/html'
        header "content-security-policy: .*; style-src 'self' 'unsafe-inline';"
        if grep -qi trusted-types "$headers"; then fault "$path is held to Trusted Types"; fi
        grep -q '<title>API' "$answer" || fault "$path is not the page of the API"
    done
    answers 200 "$url/signin?from=/docs"
    header "content-security-policy: .*; style-src 'self';"
    answers 200 -H 'Accept-Encoding: gzip' --compressed "$url/docs/openapi.json"
    header 'content-type: application/json'
    header 'content-encoding: gzip'
    header 'cache-control: no-cache'
    body '.openapi == "3.1.0" and .paths["/api/v3/login"].post.requestBody'
    body '[.paths | keys[] | select(test("^/(internal|dev)/"))] == []'
}

look_at_contact() {
    echo "Whoever finds a hole is told whom to write to"
    answers 200 "$url/.well-known/security.txt"
    header 'content-type: text/plain'
    header 'cross-origin-resource-policy: same-origin'
    grep -q '^Contact: ' "$answer" || fault "security.txt names nobody"
}

look_at_headers() {
    look_at_languages
    look_at_guards
    look_at_pages
    look_at_health
    look_at_site
    look_at_contact
    look_at_description
}
