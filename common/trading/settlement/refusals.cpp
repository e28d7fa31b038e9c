#include "settlement/refusals.h"

#include "json/parse.h"
#include "json/write.h"
#include "settlement/batch.h"

namespace cambio::settlement {

namespace {

/// A key that stands here and is still asked for anew has outlived its ten minutes.
constexpr const char* insert_refusals = R"sql(
    insert into order_refusals as r (client_id, client_key, market_id, content_hash, code, field,
                                     details)
    select unnest($1::bigint[]), unnest($2::text[]), unnest($3::smallint[]),
           unnest($4::bigint[]), unnest($5::text[]), unnest($6::text[]), unnest($7::text[])
    on conflict (client_id, client_key) do update
    set market_id = excluded.market_id, content_hash = excluded.content_hash,
        code = excluded.code, field = excluded.field, details = excluded.details, at = now()
)sql";

constexpr const char* find_refused = R"sql(
    select client_id, client_key from order_refusals
    where market_id = any($1::smallint[]) and at > now() - interval '10 minutes'
)sql";

constexpr const char* delete_old_refusals = R"sql(
    delete from order_refusals where at < now() - interval '10 minutes'
)sql";

}  // namespace

bool kept(const Error& refusal) {
    switch (refusal.code()) {
        case Code::unavailable:
        case Code::internal:
        case Code::client_id_reused:
            return false;
        default:
            return true;
    }
}

void Refusals::add(ClientId client, const KeyedCommand& request, const Error& refusal) {
    Json::Value details{Json::objectValue};
    for (const auto& [name, value] : refusal.details()) details[name] = value;
    const std::string written = json::compact(details);
    client_.add(client.value);
    key_.add(std::string_view{request.client_key});
    market_.add_small(static_cast<std::int16_t>(request.market.value));
    hash_.add(request.content_hash);
    code_.add(name_of(refusal.code()));
    field_.add(std::string_view{refusal.field()});
    details_.add(std::string_view{written});
}

void Refusals::clear() {
    for (pg::BinaryArray* array : {&client_, &key_, &market_, &hash_, &code_, &field_, &details_}) {
        array->clear();
    }
}

void Refusals::prepare(pg::Connection& connection) {
    pg::prepare(connection, "batch_refusals", insert_refusals);
}

void Refusals::send(pg::Pipeline& pipeline) {
    pipeline.send("batch_refusals", {client_.bytes(), key_.bytes(), market_.bytes(), hash_.bytes(),
                                     code_.bytes(), field_.bytes(), details_.bytes()});
}

Error refusal_from(const pg::Row& row) {
    Error refusal{code_named(row.str("code")).value_or(Code::internal), row.str("field")};
    const auto details = json::parse_object(row.str("details")).value_or(Json::Value{});
    for (const std::string& name : details.getMemberNames()) {
        refusal.with(name, details[name].asString());
    }
    return refusal;
}

std::vector<std::string> refused_keys(pg::Connection& connection,
                                      const std::vector<std::int64_t>& markets) {
    std::vector<std::string> keys;
    for (const pg::Row row : connection.run(find_refused, {pg::Param::array(markets)})) {
        keys.push_back(key_of(row.id<ClientId>("client_id"), row.str("client_key")));
    }
    return keys;
}

void forget_old_refusals(pg::Connection& connection) {
    connection.run(delete_old_refusals);
}

}  // namespace cambio::settlement
