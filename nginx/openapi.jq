# The API description: what nginx/openapi has read, joined into one OpenAPI 3.1 document.

def schema(name): {"$ref": ("#/components/schemas/" + name)};

def call: "\(.group): \(.method) \(.path)";

# -- What a call takes

def of_type:
    {text: {type: "string"},
     secret: {type: "string", format: "password"},
     email: {type: "string", format: "email"},
     phone: {type: "string", examples: ["+12025550143"]},
     amount: schema("Decimal"),
     integer: {type: "integer"},
     boolean: {type: "boolean"},
     id: schema("Id"),
     choice: {type: "string", enum: ((.choices // "") | split("|"))},
     image: {type: "string", description: "A data URL.", pattern: "^data:image/"}
    }[.type];

def query_parameters:
    [.parameters[] |
     {name, in: "query", required, description: .meaning, schema: of_type}];

# Calls that change something refuse what they do not know.
def body:
    . as $route |
    {type: "object",
     properties: (.parameters | map({key: .name, value: (of_type + {description: .meaning})})
         | from_entries),
     required: (.parameters | map(select(.required) | .name)),
     additionalProperties: ($route.changes | not)} |
    if .required == [] then del(.required) else . end;

def request_body:
    body as $body |
    {required: any(.parameters[]; .required),
     content: {"application/json": {schema: $body},
               "application/x-www-form-urlencoded": {schema: $body}}};

# -- What it gives

def refusals($reply):
    if $reply["x-refusal"] then
        {description: "A refusal, in the words of this call or of all.",
         content: {"application/json":
             {schema: {anyOf: [schema($reply["x-refusal"]), schema("Error")]}}}} |
        {"4XX": ., "5XX": .}
    else {"4XX": {"$ref": "#/components/responses/Refusal"},
          "5XX": {"$ref": "#/components/responses/Failure"}} end;

def success($reply):
    {($reply["x-status"] // 200 | tostring):
        ({description: ($reply.description // $reply.title // "The reply.")} +
         if ($reply["x-status"] // 200) >= 300 then {}
         else {content: ({($reply.contentMediaType // "application/json"): {schema: schema(.reply)}} +
                         (if $reply["x-file"] then {($reply["x-file"]): {schema: {type: "string"}}} else {} end))}
         end)};

# -- Who may call, and how often

def limits:
    {reads: "50 a second",
     checks: "20 a minute",
     codes: "10 an hour for an address",
     texts: "10 an hour",
     logins: "20 in 5 minutes",
     orders: "200 a second",
     changes: "60 a minute",
     endings: "60 a minute for an address"};

def details($method):
    [{guest: "For everybody; a token is recognised.",
      client: "For signed-in clients.",
      trading: "For signed-in clients, with the transaction password.",
      api_key: "For clients' programs, signed with an API key."}[.access],
     (select(.programs) | "Also with an API key."),
     (limits[.limit] // empty | "At most \(.)."),
     (select(.cache_seconds > 0) |
         "Guests may be shown a reply that is \(.cache_seconds) s old."),
     (select($method == "get" and .secret) |
         "Send POST: what stands in an address may be kept by others.")]
    | join(" ");

# Where a table does not say what the call does, its address does.
def summary:
    if .meaning != "" then .meaning
    else .path | sub("^/api/v[0-9]+/"; "") | gsub("[^A-Za-z0-9]+"; " ") end;

# Calls that change something can be asked for by GET too; POST is the usual way.
def also_posted($method): $method == "get" and .method == "GET POST";

def operation($method; $replies):
    $replies[.reply] as $reply |
    {operationId: ($method + (.path | sub("^/api"; "") | gsub("[^A-Za-z0-9]+"; "_"))),
     tags: [.group],
     summary: (summary + if also_posted($method) then ", by GET" else "" end),
     description: details($method),
     security: (if .access == "guest" then [{}, {session: []}]
         elif .access == "api_key" then [{api_key: []}] else [{session: []}] end +
         if .programs then [{key: [], timestamp: [], signature: []}] else [] end),
     "x-access": .access} +
    (if limits[.limit] then {"x-limit": {name: .limit, most: limits[.limit]}} else {} end) +
    (if also_posted($method) then {"x-also": "post"} else {} end) +
    (if .cache_seconds > 0 then {"x-cache-seconds": .cache_seconds} else {} end) +
    (if .parameters == [] then {}
     elif $method == "get" or $method == "delete" then {parameters: query_parameters}
     else {requestBody: request_body} end) +
    {responses: (success($reply) + refusals($reply))};

def check_reply($replies):
    . as $route |
    if $replies[.reply] | not then
        error("\(call): no replies.json has the schema \"\(.reply)\" that it gives")
    else $replies[.reply]["x-refusal"] as $refusal |
        if $refusal and ($replies[$refusal] | not) then
            error("\($route | call): no replies.json has the schema \"\($refusal)\" of its refusals")
        else . end
    end;

def path_item($replies):
    map(. as $route | .method | ascii_downcase | split(" ") | reverse[] |
        . as $method | {key: $method, value: ($route | operation($method; $replies))})
    | from_entries;

# -- All of it

# In a replies.json "#/Photo" is short for "#/components/schemas/Photo".
def with_whole_references:
    walk(if type == "object" and (.["$ref"] | type) == "string" then
             .["$ref"] |= sub("^#/(?<name>[A-Za-z0-9]+)$"; "#/components/schemas/\(.name)")
         else . end);

# The same schema may stand in two files, but not two of one name.
def all_schemas($files):
    [$files[] | .file as $file | .schemas | to_entries[] |
     select(.key | startswith("$") | not) |
     {key, value: (.value | with_whole_references), file: $file}] |
    (group_by(.key)[] | select(map(.value) | unique | length > 1) |
        error("the schema \"\(.[0].key)\" is not the same in \(map(.file) | join(", "))")),
    (map({key, value}) | from_entries);

def error_code($codes):
    {description: ("What programs look at.\n\n| code | status | text |\n|---|---|---|\n" +
         ($codes | map("| `\(.code)` | \(.status) | \(.text) |") | join("\n"))),
     type: "string",
     enum: ($codes | map(.code)),
     "x-codes": $codes};

def introduction($programs):
    "Calls answer JSON. Amounts are decimals in strings, times are UTC.\n\n" +
    "**Signing in.** `/api/v3/login` gives a token (PASETO v4.public), which goes into the header " +
    "`Authorization: Bearer …` of further calls. A refused token answers 401.\n\n" +
    "**Refusals** have a 4xx or 5xx status and the schema Error: `message` is one of the " +
    "catalogue's codes, `field` names the parameter, `text` is for people.\n\n" +
    "**Parameters** go into the query of a GET, into JSON or a form of a POST. What changes " +
    "something refuses parameters that it does not know or that come twice.\n\n" +
    "**Limits** are counted for each address, and for each client where one is signed in. Beyond " +
    "them a call answers 429 with `Retry-After`.\n\n" +
    "**Pushes** come by WebSocket or EventSource: `/stream/tickers`, `/stream/market/{pair}`, and " +
    "with a ticket `/stream/client/{channel}`.\n\n" +
    ($programs | sub("^# "; "## "));

def description($version; $routes; $files; $codes; $programs):
    (all_schemas($files) + {ErrorCode: error_code($codes)}) as $replies |
    ($files | map({key: .group, value: .schemas["$description"]}) | from_entries) as $groups |
    [$routes[] | select(.described) | check_reply($replies)] as $calls |
    {openapi: "3.1.0",
     info: {title: "Cambio", version: $version, summary: "The exchange's API",
            description: introduction($programs)},
     servers: [{url: "/", description: "This exchange"}],
     tags: ($calls | map(.group) | unique | map({name: .} +
         if $groups[.] then {description: $groups[.]} else {} end)),
     paths: ($calls | group_by(.path) | map({key: .[0].path, value: path_item($replies)})
         | from_entries),
     components: {
         schemas: ($replies | map_values(select((.["x-status"] // 200) < 300) |
             del(.["x-refusal"], .["x-status"], .["x-file"]))),
         responses: (
             {content: {"application/json": {schema: schema("Error")}}} as $error |
             {Refusal: ({description: "The request was refused."} + $error),
              Failure: ({description: "It is not the caller's fault."} + $error)}),
         securitySchemes: {
             api_key: {type: "apiKey", in: "header", name: "X-MBX-APIKEY",
                       description: "The id of an API key; the request is signed with its secret."},
             session: {type: "http", scheme: "bearer", bearerFormat: "PASETO",
                       description: "The token of a sign-in."},
             key: {type: "apiKey", in: "header", name: "X-Cambio-Key",
                   description: "The public id of an API key; see Programs."},
             timestamp: {type: "apiKey", in: "header", name: "X-Cambio-Timestamp",
                         description: "Milliseconds since 1970 UTC."},
             signature: {type: "apiKey", in: "header", name: "X-Cambio-Signature",
                         description: "Of the request, by the API key."}}}};
