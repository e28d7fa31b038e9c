// Networks: how far each has been read, the addresses that are watched, and reading blocks again.
#include "chain/networks.h"

#include "chain/chain.h"
#include "chain/rescans.h"
#include "commands.h"
#include "output.h"

namespace cambio::control {

namespace {

constexpr const char* read_until = R"sql(
    select max(b.height) as height,
           (select count(*) from deposit_addresses where kind = $2) as addresses,
           (select next_height || '-' || last_height from chain_rescans where network_id = $1)
               as again
      from chain_blocks b where b.network_id = $1
)sql";
constexpr const char* networks_as_list = R"sql(
    select e->>'network' as network, e->>'deposits' as deposits, e->>'node' as node,
           e->>'read' as read, e->>'again' as again, e->>'addresses' as addresses
      from unnest($1::jsonb[]) with ordinality as t (e, n) order by n
)sql";
constexpr const char* list_addresses = R"sql(
    select c.user_unique_id as client, p.address, '/0/' || p.derivation_index as path,
           p.key_id as key, to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD') as since
      from deposit_addresses p join clients c on c.id = p.client_id
     where p.kind = $1 and ($2::bigint is null or p.client_id = $2)
     order by p.key_id, p.derivation_index limit $3
)sql";

struct Span {
    std::string network, client;
    std::int64_t from = 0, to = -1;
    int limit = 100;
};

/// The node's height, or why there is none.
std::string node_of(const chain::Network& network, const chain::NetworkSettings& settings) {
    if (settings.node_url.empty()) return "none";
    try {
        const auto source = chain::chain_of(network).source(network, settings.node_url);
        source->check_chain();
        return std::to_string(source->height());
    } catch (const std::exception& problem) {
        return problem.what();
    }
}

void list_networks(Control& control) {
    std::vector<std::string> rows;
    for (const auto& network : chain::networks(control.db)) {
        const auto settings = chain::settings_of(control.config, network);
        const auto state = control.db.run(read_until, {network.id, chain::name_of(network.kind)});
        Json::Value row;
        row["network"] = network.name;
        row["deposits"] = settings.open() ? "open" : "closed";
        row["node"] = node_of(network, settings);
        row["read"] = state[0].maybe_str("height").value_or("-");
        row["again"] = state[0].maybe_str("again").value_or("-");
        row["addresses"] = state[0].str("addresses");
        rows.push_back(row.toStyledString());
    }
    print_list(control.db.run(networks_as_list, {pg::Param::array(rows)}),
               {"network", "deposits", "node", "read", "again", "addresses"}, control.json);
}

chain::Network named(Control& control, const std::string& name) {
    auto network = chain::find_network(control.db, name);
    if (!network) throw Refused{"There is no network " + name + "."};
    return *std::move(network);
}

void addresses(Control& control, const Span& given) {
    const auto network = named(control, given.network);
    std::optional<ClientId> client;
    if (!given.client.empty()) {
        pg::Transaction tx{control.db};
        client = find_client(tx, given.client).id;
        tx.commit();
    }
    print_list(control.db.run(list_addresses, {chain::name_of(network.kind), client, given.limit}),
               {"client", "address", "path", "key", "since"}, control.json);
}

void rescan(Control& control, const Span& given, const std::string& reason) {
    const auto network = named(control, given.network);
    const auto state = control.db.run(read_until, {network.id, chain::name_of(network.kind)});
    const auto last = state[0].maybe_integer("height");
    if (!last) throw Refused{"No block of " + network.name + " has been read yet."};
    const auto to = given.to < 0 ? *last : std::min(given.to, *last);
    if (given.from > to)
        throw Refused{"Blocks have been read up to " + std::to_string(*last) + "."};
    Json::Value data;
    data["network"] = network.name;
    data["from"] = std::to_string(given.from);
    data["to"] = std::to_string(to);
    pg::Transaction tx{control.db};
    chain::order_rescan(tx, network.id, given.from, to);
    control.record(tx, "networks rescan", network.name, reason, data);
    tx.commit();
    print_done("Blocks " + std::to_string(given.from) + " to " + std::to_string(to) + " of " +
                   network.name + " will be read again.",
               data, control.json);
}

}  // namespace

void add_networks(Commands& commands) {
    const auto given = std::make_shared<Span>();
    auto& noun = commands.noun("networks", "Networks: list, addresses, rescan");
    commands.verb(noun, "list", "List the networks and how far they have been read", list_networks);
    const auto of_network = [given](CLI::App& verb) -> CLI::App& {
        verb.add_option("network", given->network, "Its name")->required()->type_name("NETWORK");
        return verb;
    };
    auto& listing =
        of_network(commands.verb(noun, "addresses", "List clients' addresses",
                                 [given](Control& control) { addresses(control, *given); }));
    listing.add_option("--client", given->client, "Email, user ID or number");
    listing.add_option("--limit", given->limit, "How many")
        ->check(CLI::Range(1, 1'000'000))
        ->capture_default_str();
    auto& again = of_network(commands.act(
        noun, "rescan", "Read blocks again",
        [given, &commands](Control& control) { rescan(control, *given, commands.reason); }));
    again.add_option("--from", given->from, "The first block")
        ->required()
        ->check(CLI::NonNegativeNumber);
    again.add_option("--to", given->to, "The last block; by default the last one read")
        ->check(CLI::NonNegativeNumber);
}

}  // namespace cambio::control
