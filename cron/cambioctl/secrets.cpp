// The hash keys, and what of the database each of them opens.
#include <optional>

#include "commands.h"
#include "crypto/crypto.h"
#include "output.h"
#include "token/api_keys.h"
#include "token/hash_keys.h"
#include "token/keys.h"
#include "token/two_factor.h"

namespace cambio::control {

namespace {

using token::HashKeys;

constexpr int batch_size = 500;

// The fourth part of what is sealed is its footer, which names the key.
constexpr const char* uses_of_keys = R"sql(
    with kept as (
        select id, place from unnest($1::text[]) with ordinality as k (id, place)
    ), sealed as (
        select split_part(encode(secret_sealed, 'escape'), '.', 4) as footer, 'app' as what
          from two_factor
        union all
        select split_part(encode(secret_sealed, 'escape'), '.', 4), 'api_key'
          from api_keys where secret_sealed is not null
    ), uses as (
        select case when footer <> '' then
                   convert_from(decode(rpad(translate(footer, '-_', '+/'),
                                            (length(footer) + 3) / 4 * 4, '='), 'base64'),
                                'UTF8')::json ->> 'kid' end as id, what
          from sealed
        union all
        select key_id, 'code' from recovery_codes where used_at is null
        union all
        select key_id, 'device' from known_devices
        union all
        select key_id, 'browser' from device_marks
        union all
        select key_id, 'browser' from link_marks where created_at > now() - interval '1 day'
    )
    select coalesce(k.id, u.id, '') as key,
           case when k.place = 1 then 'current' when k.place > 1 then 'former'
                when u.id is null then 'unnamed' else 'missing' end as state,
           count(*) filter (where what = 'app') as two_factor,
           count(*) filter (where what = 'api_key') as api_keys,
           count(*) filter (where what = 'code') as recovery_codes,
           count(*) filter (where what = 'device') as known_devices,
           count(*) filter (where what = 'browser') as known_browsers
      from kept k full join uses u on u.id = k.id
     group by k.id, u.id, k.place order by k.place nulls last, 1
)sql";

HashKeys keys_of(const Control& control) {
    return token::read_hash_keys(control.config.hash_key_file,
                                 control.config.hash_former_keys_file);
}

pg::Result uses(Control& control, const HashKeys& keys) {
    return control.db.run(uses_of_keys, {pg::Param::array(keys.ids())});
}

void list_keys(Control& control) {
    print_list(uses(control, keys_of(control)),
               {"key", "state", "two_factor", "api_keys", "recovery_codes", "known_devices",
                "known_browsers"},
               control.json);
}

/// What is sealed in one table.
struct Sealed {
    const char* what;  ///< in the log and in the answer
    const char* next;  ///< those of the next batch that the current key has not sealed, locked
    void (*keep)(pg::Transaction& tx, std::int64_t id, std::string_view sealed);
    /// Nothing: no key that is kept opens it.
    std::optional<std::string> (*anew)(const HashKeys& keys, const pg::Row& row);
};

std::optional<std::string> two_factor_anew(const HashKeys& keys, const pg::Row& row) {
    const auto client = row.id<ClientId>("id");
    const auto secret = token::unseal_two_factor(keys, client, row.bytes("secret_sealed"));
    if (!secret) return {};
    return token::seal_two_factor(keys, client, *secret);
}

std::optional<std::string> api_key_anew(const HashKeys& keys, const pg::Row& row) {
    const auto name = row.str("public_id");
    const auto secret = token::unseal_key_secret(keys, name, row.bytes("secret_sealed"));
    if (!secret) return {};
    return token::seal_key_secret(keys, name, *secret);
}

void keep_two_factor(pg::Transaction& tx, std::int64_t client, std::string_view sealed) {
    token::keep_two_factor_secret(tx, ClientId{client}, sealed);
}

void keep_api_key(pg::Transaction& tx, std::int64_t key, std::string_view sealed) {
    token::keep_key_secret(tx, ApiKeyId{key}, sealed);
}

constexpr Sealed tables[] = {
    {"two_factor",
     R"sql(
    select client_id as id, secret_sealed from two_factor
     where client_id > $1
           and split_part(encode(secret_sealed, 'escape'), '.', 4) <> $2
     order by client_id limit $3 for update
)sql",
     keep_two_factor, two_factor_anew},
    {"api_keys",
     R"sql(
    select id, public_id, secret_sealed from api_keys
     where id > $1 and secret_sealed is not null
           and split_part(encode(secret_sealed, 'escape'), '.', 4) <> $2
     order by id limit $3 for update
)sql",
     keep_api_key, api_key_anew},
};

struct Done {
    std::int64_t sealed = 0, unopened = 0;
};

/// Batch by batch, each with its line in the log: whoever calls again after an interruption goes on
/// with what is left.
Done seal_table(Control& control, const HashKeys& keys, const Sealed& table,
                const std::string& reason) {
    const auto footer = crypto::base64url(token::footer_naming(keys.id()));
    Done done;
    std::int64_t last = 0;
    for (bool more = true; more;) {
        pg::Transaction tx{control.db};
        const auto rows = tx.run(table.next, {last, footer, batch_size});
        std::int64_t sealed = 0;
        for (const auto row : rows) {
            last = row.integer("id");
            const auto anew = table.anew(keys, row);
            if (!anew) continue;
            table.keep(tx, last, *anew);
            ++sealed;
        }
        done.sealed += sealed;
        done.unopened += rows.size() - sealed;
        more = rows.size() == batch_size;
        if (sealed == 0) continue;
        Json::Value data;
        data[table.what] = std::to_string(sealed);
        control.record(tx, "secrets seal", keys.id(), reason, data);
        tx.commit();
    }
    return done;
}

/// All that a kept key opens was sealed anew, and there is something else.
constexpr int some_unopened = 4;

/// What a former key has hashed, which cannot be hashed anew: it lasts as long as that key is kept.
Json::Value hashed_before(Control& control, const HashKeys& keys) {
    std::int64_t codes = 0, devices = 0, browsers = 0;
    for (const auto row : uses(control, keys)) {
        if (row.text("state") == "current") continue;
        codes += row.integer("recovery_codes");
        devices += row.integer("known_devices");
        browsers += row.integer("known_browsers");
    }
    Json::Value left;
    left["recovery_codes"] = std::to_string(codes);
    left["known_devices"] = std::to_string(devices);
    left["known_browsers"] = std::to_string(browsers);
    return left;
}

void seal(Control& control, const std::string& reason) {
    const auto keys = keys_of(control);
    Json::Value data;
    data["key"] = keys.id();
    std::int64_t unopened = 0;
    for (const auto& table : tables) {
        const auto done = seal_table(control, keys, table, reason);
        data[table.what] = std::to_string(done.sealed);
        unopened += done.unopened;
    }
    if (unopened > 0) {
        complain("Secrets that no hash key opens that is kept: " + std::to_string(unopened) +
                 ". Put the key that sealed them back into " +
                 control.config.hash_former_keys_file + '.');
        control.exit_status = some_unopened;
    }
    data["left"] = hashed_before(control, keys);
    const auto& left = data["left"];
    print_done(data["two_factor"].asString() + " secrets of authenticator apps and " +
                   data["api_keys"].asString() + " of API keys were sealed anew with " + keys.id() +
                   ". Former keys still know " + left["recovery_codes"].asString() +
                   " recovery codes, " + left["known_devices"].asString() + " devices and " +
                   left["known_browsers"].asString() + " browsers.",
               data, control.json);
}

}  // namespace

void add_secrets(Commands& commands) {
    auto& noun = commands.noun("secrets", "The hash keys and what depends on each");
    commands.verb(noun, "list", "List the hash keys and how much depends on each", list_keys);
    commands.act(noun, "seal", "Seal anew what a former hash key has sealed",
                 [&commands](Control& control) { seal(control, commands.reason); });
}

}  // namespace cambio::control
