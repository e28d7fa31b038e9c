// Saved addresses: the only ones that money goes to while the whitelist is on.
#include "account/step_up_parameters.h"
#include "caller.h"
#include "chain/address.h"
#include "chain/networks.h"
#include "lanes.h"
#include "routes.h"

namespace cambio::account {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Later, fcgi::Limit, fcgi::Method, fcgi::Need,
    fcgi::Parameter, fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Type;
using AddressId = Id<struct AddressTag>;

constexpr std::size_t max_label = 40;
constexpr std::size_t max_coin = 16;
constexpr std::size_t max_network = 16;
constexpr std::size_t max_address = 120;
constexpr std::int64_t max_addresses = 50;

constexpr const char* list_addresses = R"sql(
    select w.id, w.label, a.code as coin, w.network, w.address, w.created_at
      from withdrawal_addresses w join assets a on a.id = w.asset_id
     where w.client_id = $1 order by w.id desc
)sql";
constexpr const char* find_asset = "select id from assets where code = $1";
constexpr const char* count_addresses = R"sql(
    select count(*) as number from withdrawal_addresses where client_id = $1
)sql";
constexpr const char* insert_address = R"sql(
    insert into withdrawal_addresses (client_id, label, asset_id, network, address)
    values ($1, $2, $3, $4, $5) on conflict do nothing
)sql";
constexpr const char* delete_address = R"sql(
    delete from withdrawal_addresses where id = $1 and client_id = $2
)sql";
constexpr const char* whitelist_on = R"sql(
    select withdrawal_whitelist from clients where id = $1
)sql";

Reply list(Request& request) {
    auto connection = request.db();
    Json::Value reply;
    auto& addresses = reply["addresses"] = Json::arrayValue;
    for (const auto row : connection->run(list_addresses, {request.client()})) {
        Json::Value one;
        for (const char* column : {"id", "label", "coin", "network", "address"})
            one[column] = row.str(column);
        one["created_at"] = pg::iso(row.time("created_at"));
        addresses.append(one);
    }
    return Reply::json(reply);
}

bool whitelist_counts(pg::Transaction& tx, ClientId client) {
    return tx.one(whitelist_on, {client}).boolean("withdrawal_whitelist");
}

struct Address {
    std::string label, coin, network, address;
    bool leaves = false;  ///< the network takes that coin out
};

/// By its network's real rules, in the one spelling that a withdrawal compares with.
Address read_address(Request& request) {
    auto& params = request.params;
    Address given{params.required<std::string>("label", max_label),
                  params.required<std::string>("coin", max_coin),
                  params.required<std::string>("network", max_network),
                  params.required<std::string>("address", max_address), false};
    if (given.label.empty()) throw Error{Code::missing_parameter, "label"};
    const auto network = chain::find_network(*request.db(), given.network);
    if (!network) throw Error{Code::invalid_parameter, "network"};
    if (chain::check_address(*network, given.address) != chain::AddressFault::none)
        throw Error{Code::address_invalid, "address"};
    given.address = chain::normal_address(*network, given.address);
    const auto* coin = network->coin(given.coin);
    given.leaves = coin != nullptr && coin->withdrawal.has_value();
    return given;
}

/// A new address opens a way out only while the list counts. While it does not, the owner is told:
/// once the list is turned on, what stands on it counts.
Reply save(const Request& request, const Address& given, const Proof& proof) {
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto caller = lock_caller(tx, request);
    const bool opens = whitelist_counts(tx, caller.id);
    if (opens) prove(tx, request, Act::add_address, proof);
    const auto asset = tx.maybe(find_asset, {given.coin});
    if (!asset) throw Error{Code::unknown_asset, "coin"};
    if (!given.leaves) throw Error{Code::invalid_parameter, "network"};
    if (tx.one(count_addresses, {caller.id}).integer("number") >= max_addresses)
        throw Error{Code::out_of_range, "address"};
    const auto added = tx.run(insert_address, {caller.id, given.label, asset->id<AssetId>("id"),
                                               given.network, given.address});
    if (added.affected() == 0) throw Error{Code::address_saved_already, "address"};
    if (opens) {
        acted(tx, request, Act::add_address);
    } else {
        record(tx, caller.id, "address_added", origin_of(request));
        Json::Value data;
        data["label"] = given.label;
        data["coin"] = given.coin;
        data["network"] = given.network;
        data["address"] = given.address;
        notices::tell(tx, caller.id, notices::Kind::address_saved, data);
    }
    tx.commit();
    announce(request, caller);
    return Reply::message("saved");
}

void add(Request& request, Later later) {
    auto given = read_address(request);
    auto proof = read_proof(request.params);
    proof.password = request.params.required<std::string>("transaction_password");
    request.params.refuse_others();
    password_lane().run(std::move(later),
                        [&request, proof = std::move(proof), given = std::move(given)] {
                            require_transaction_password(request, proof.password);
                            return save(request, given, proof);
                        });
}

void remove(Request& request, Later later) {
    const auto id = request.params.required<AddressId>("id");
    const auto password = request.params.required<std::string>("transaction_password");
    request.params.refuse_others();
    password_lane().run(std::move(later), [&request, password, id] {
        require_transaction_password(request, password);
        auto connection = request.db();
        pg::Transaction tx{*connection};
        const auto caller = lock_caller(tx, request);
        if (tx.run(delete_address, {id, caller.id}).affected() == 0)
            throw Error{Code::not_found, "id"};
        if (whitelist_counts(tx, caller.id))
            security_changed(tx, caller.id, notices::Kind::whitelist_changed, origin_of(request));
        else
            record(tx, caller.id, "address_removed", origin_of(request));
        tx.commit();
        announce(request, caller);
        return Reply::message("saved");
    });
}

constexpr Parameter password{"transaction_password", Type::secret, Need::required,
                             "The transaction password."};
constexpr Parameter new_address[] = {
    {"label", Type::text, Need::required, "The client's name for it; at most 40 bytes."},
    {"coin", Type::text, Need::required, "The code of the coin."},
    {"network", Type::text, Need::required, "The network that the address belongs to: ERC20."},
    {"address", Type::text, Need::required,
     "The address. While the whitelist is on, adding one also needs a code."},
    password,
    mailed_code_parameter,
    two_factor_code_parameter,
    passkey_parameter};
constexpr Parameter old_address[] = {
    {"id", Type::id, Need::required, "The address's id in the list."}, password};

constexpr Route routes[] = {
    Route{Method::get, "/api/v3/withdrawal-addresses", Access::client, Limit::reads, Effect::reads,
          list}
        .gives("WithdrawalAddresses")
        .means("Lists saved withdrawal addresses"),
    Route{Method::post, "/api/v3/withdrawal-addresses/add", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, add}
        .takes(new_address)
        .gives("Message")
        .means("Saves a withdrawal address"),
    Route{Method::post, "/api/v3/withdrawal-addresses/remove", Access::client, Limit::changes,
          Effect::changes_secretly, nullptr, remove}
        .takes(old_address)
        .gives("Message")
        .means("Removes a withdrawal address"),
};

}  // namespace

const std::span<const Route> address_routes{routes};

}  // namespace cambio::account
