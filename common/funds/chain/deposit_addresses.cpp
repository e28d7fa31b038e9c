#include "chain/deposit_addresses.h"

#include "chain/keys.h"

namespace cambio::chain {

namespace {

constexpr const char* find_address = R"sql(
    select address from deposit_addresses where client_id = $1 and kind = $2 and key_id = $3
)sql";
constexpr const char* add_key = R"sql(
    insert into deposit_keys (key_id, next_index) values ($1, 0) on conflict do nothing
)sql";
// Whoever holds the row gives the next number away; one that is rolled back leaves no gap.
constexpr const char* lock_key = R"sql(
    select next_index from deposit_keys where key_id = $1 for update
)sql";
constexpr const char* advance_key = R"sql(
    update deposit_keys set next_index = next_index + 1 where key_id = $1
)sql";
constexpr const char* insert_address = R"sql(
    insert into deposit_addresses (client_id, kind, key_id, derivation_index, address)
    values ($1, $2, $3, $4, $5)
)sql";

// Ten more for each minute since the moment, so that a restore never gives out what one before it,
// of which this database knows nothing, has given out meanwhile.
constexpr const char* skip_some = R"sql(
    with skipped as (
        select k.key_id, k.next_index as first_index,
               $2::bigint + greatest(0, ceil(extract(epoch from now() - r.moment) / 6))::bigint
                   + greatest(0, (select l.next_index - k.next_index
                                    from unnest($3::text[], $4::bigint[]) l (key_id, next_index)
                                   where l.key_id = k.key_id))
                   + 10 * (select count(*) from deposit_addresses a
                            where a.key_id = k.key_id
                                  and a.created_at > r.moment - (now() - r.moment)) as number
          from deposit_keys k, restores r where r.id = $1 order by 1 for update of k),
    moved as (
        update deposit_keys k set next_index = k.next_index + s.number
          from skipped s where s.key_id = k.key_id)
    insert into skipped_addresses (restore_id, key_id, first_index, last_index)
    select $1, key_id, first_index, first_index + number - 1 from skipped
)sql";

std::optional<std::string> find(pg::Transaction& tx, Kind kind, const AccountKey& key,
                                ClientId client) {
    const auto row = tx.maybe(find_address, {client, name_of(kind), key.id()});
    return row ? std::optional{row->str("address")} : std::nullopt;
}

}  // namespace

std::string deposit_address(pg::Transaction& tx, const Network& network,
                            const NetworkSettings& settings, ClientId client) {
    const AccountKey key{settings.account_key};
    if (auto known = find(tx, network.kind, key, client)) return *known;
    know_key(tx, key.id());
    const auto index = tx.one(lock_key, {key.id()}).integer("next_index");
    if (auto made_meanwhile = find(tx, network.kind, key, client)) return *made_meanwhile;

    const auto address = address_of(network, key.public_key(static_cast<std::uint32_t>(index)));
    tx.change(1, insert_address, {client, name_of(network.kind), key.id(), index, address});
    tx.change(1, advance_key, {key.id()});
    return address;
}

std::optional<std::string> known_deposit_address(pg::Transaction& tx, const Network& network,
                                                 const NetworkSettings& settings, ClientId client) {
    return find(tx, network.kind, AccountKey{settings.account_key}, client);
}

void know_key(pg::Transaction& tx, std::string_view key_id) {
    tx.run(add_key, {key_id});
}

void skip_addresses(pg::Transaction& tx, std::int64_t restore, int at_least,
                    const std::map<std::string, std::int64_t>& next) {
    std::vector<std::string> keys;
    std::vector<std::int64_t> indices;
    for (const auto& [key, index] : next) {
        know_key(tx, key);
        keys.push_back(key);
        indices.push_back(index);
    }
    tx.run(skip_some, {restore, at_least, pg::Param::array(keys), pg::Param::array(indices)});
}

}  // namespace cambio::chain
