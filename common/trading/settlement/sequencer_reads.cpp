#include <algorithm>
#include <set>

#include "settlement/placing.h"
#include "settlement/scale.h"
#include "settlement/sequencer.h"

namespace cambio::settlement {

namespace {

/// How old what is remembered of a client's membership level may be.
constexpr std::chrono::seconds client_lifetime{60};
constexpr std::int64_t id_block = 1000;

constexpr const char* next_ids = R"sql(
    select nextval('order_ids') as first from generate_series(1, $1::bigint)
)sql";

constexpr const char* find_keys = R"sql(
    select v.client as key_client, v.key, o.*, o.content_hash as taken_hash,
           r.content_hash as refused_hash, r.code, r.field, r.details
    from unnest($1::bigint[], $2::text[]) as v (client, key)
    left join orders o on o.client_id = v.client and o.client_key = v.key
    left join order_refusals r on r.client_id = v.client and r.client_key = v.key
                                  and r.at > now() - interval '10 minutes'
    where o.id is not null or r.code is not null
)sql";

constexpr const char* find_amend_keys = R"sql(
    select v.client as key_client, v.key, o.*, a.content_hash as taken_hash,
           r.content_hash as refused_hash, r.code, r.field, r.details
    from unnest($1::bigint[], $2::text[]) as v (client, key)
    left join order_amendments a on a.client_id = v.client and a.client_key = v.key
    left join orders o on o.id = a.order_id
    left join order_refusals r on r.client_id = v.client and r.client_key = v.key
                                  and r.at > now() - interval '10 minutes'
    where o.id is not null or r.code is not null
)sql";

constexpr const char* find_pair_keys = R"sql(
    select v.job
    from unnest($1::bigint[], $2::text[], $3::text[])
         with ordinality as v (client, stop_key, list_key, job)
    where exists (select from orders o where o.client_id = v.client and o.client_key = v.stop_key)
          or exists (select from orders o where o.client_id = v.client and o.list_key = v.list_key
                                                and o.id = o.oco_group)
)sql";

constexpr const char* find_amended = R"sql(
    select a.id as amendment, o.* from order_amendments a join orders o on o.id = a.order_id
    where a.id = any($1::bigint[])
)sql";

constexpr const char* find_orders = R"sql(
    select * from orders where id = any($1::bigint[]) order by reason = 7, id
)sql";

constexpr const char* find_second_leg = R"sql(
    select * from orders where oco_group = $1 and id <> $1
)sql";

constexpr const char* find_own = "select * from orders where id = $1 and client_id = $2";

/// And what is attached to orders that are done and waits: that has no id.
constexpr const char* find_open = R"sql(
    select id, market_id, null::bigint as order_id, null::bigint as session_id,
           null::numeric as stop_loss
    from orders
    where client_id = $1 and state = 1 and ($2::smallint is null or market_id = $2)
    union all
    select null, o.market_id, o.id, o.session_id, o.stop_loss
    from spot_brackets b join orders o on o.id = b.order_id
    where b.client_id = $1 and b.state = 1 and ($2::smallint is null or o.market_id = $2)
)sql";

constexpr const char* find_waiting_brackets = R"sql(
    select order_id from spot_brackets where order_id = any($1::bigint[]) and state = 1
)sql";

constexpr const char* read_callers = R"sql(
    select id, epoch, client_frozen(c) as frozen from clients c where id = any($1::bigint[])
)sql";

constexpr const char* read_frozen = R"sql(
    select id from clients c where id = any($1::bigint[]) and client_frozen(c)
)sql";

constexpr const char* read_sessions = R"sql(
    select s.id, coalesce(trading_lock(s, c) > now(), false) as locked
    from sessions s join clients c on c.id = s.client_id
    where s.id = any($1::bigint[]) and session_alive(s)
)sql";

void reject(Job& job, Error error) {
    job.error = std::move(error);
    job.settled = true;
}

/// Whether the order may be what the command has made, changed or cancelled.
bool is_of(const Job& job, const Order& order) {
    if (order.client != job.command.caller.client) return false;
    const KeyedCommand* request = job.keyed();
    if (request != nullptr && order.market != request->market) return false;
    return job.amend() == nullptr || order.id == job.amend()->order;
}

}  // namespace

void Sequencer::prepare(Work& work) {
    for (Job& job : work.jobs) {
        job.waits = false;
        if (job.settled) continue;
        // What an earlier attempt came to was rolled back, or is found again as stored.
        job.orders.clear();
        const KeyedCommand* request = job.keyed();
        if (request != nullptr && !markets_.contains(request->market)) {
            reject(job, Error{Code::unknown_market, "name"});
        }
    }
    load_clients(work);
    find_cancels(work);
    find_amends(work);
    refuse_ended_brackets(work);
    restore_stale_leases();
    // A market that was read anew brings the keys that others have refused there.
    find_repeats(work, Keys::recent);
    check_funds(work);
    take_ids(work);
}

/// Reads the clients that are new here, and makes the accounts that their orders will touch.
void Sequencer::load_clients(Work& work) {
    const auto now = std::chrono::steady_clock::now();
    std::set<std::int64_t> unknown;
    for (const Job& job : work.jobs) {
        const ClientId id = job.command.caller.client;
        const Client* client = accounts_.client(id);
        if (client == nullptr || now - client->read_at > client_lifetime) unknown.insert(id.value);
    }
    if (!unknown.empty()) {
        accounts_.read(*connection_, *directory_, {unknown.begin(), unknown.end()});
    }
    for (const Job& job : work.jobs) accounts_.use(job.command.caller.client, now);
    std::vector<AccountKey> missing;
    for (const Job& job : work.jobs) {
        if (job.settled || job.keyed() == nullptr) continue;
        const AccountKey pays = payer_of(markets_, job);
        const markets::Market& market = markets_.at(job.keyed()->market).market;
        const AssetId other = pays.asset == market.base.id ? market.quote.id : market.base.id;
        for (const AccountKey& key : {pays, AccountKey{pays.client, pays.asset, true},
                                      AccountKey{pays.client, other, false}}) {
            if (accounts_.find(key) == nullptr) missing.push_back(key);
        }
    }
    if (!missing.empty()) accounts_.make(*connection_, missing);
}

/// Answers commands whose key was used before from what is stored.
void Sequencer::find_repeats(Work& work, Keys which) {
    struct Asked {
        std::vector<std::int64_t> clients;
        std::vector<std::string> keys;
    };
    Asked orders, changes;
    std::unordered_map<std::string, std::vector<Job*>> wanted;
    for (Job& job : work.jobs) {
        const KeyedCommand* request = job.keyed();
        if (job.settled || request == nullptr || request->client_key.empty()) continue;
        if (which == Keys::recent && !keys_.holds(job.key())) continue;
        if (which == Keys::refused && !job.error) continue;
        auto& jobs = wanted[job.key()];
        jobs.push_back(&job);
        if (jobs.size() > 1) continue;
        Asked& asked = job.place() != nullptr ? orders : changes;
        asked.clients.push_back(job.command.caller.client.value);
        asked.keys.push_back(request->client_key);
    }
    const auto answer = [&](const char* sql, const Asked& asked) {
        if (asked.keys.empty()) return;
        const auto found =
            connection_->run(sql, {pg::Param::array(asked.clients), pg::Param::array(asked.keys)});
        for (const pg::Row row : found)
            answer_repeats(row, wanted.at(key_of(row.id<ClientId>("key_client"), row.str("key"))));
    };
    answer(find_keys, orders);
    answer(find_amend_keys, changes);
}

/// What is stored under the key of these jobs: the order, or why it was refused.
void Sequencer::answer_repeats(const pg::Row& row, const std::vector<Job*>& jobs) {
    const bool refused = row.null("id");
    const std::int64_t hash = row.integer(refused ? "refused_hash" : "taken_hash");
    std::vector<Order> legs;
    if (!refused) {
        legs.push_back(Order::from(row));
        if (jobs.front()->place() != nullptr) add_second_leg(legs);
    }
    for (Job* job : jobs) {
        job->found = true;
        if (job->keyed()->content_hash != hash) {
            reject(*job, Error{Code::client_id_reused, "client_id"});
            continue;
        }
        if (refused) {
            reject(*job, refusal_from(row));
            continue;
        }
        job->error.reset();
        job->stored = legs;
        job->settled = true;
    }
}

/// A pair that has been taken before was found by the key of its limit leg. One that was not must
/// not take the other two keys of another.
void Sequencer::refuse_taken_pairs(Work& work) {
    std::vector<Job*> jobs;
    std::vector<std::int64_t> clients;
    std::vector<std::string> stops, lists;
    for (Job& job : work.jobs) {
        const PlaceOrder* request = job.place();
        if (job.settled || request == nullptr ||
            (request->stop_key.empty() && request->list_key.empty()))
            continue;
        jobs.push_back(&job);
        clients.push_back(job.command.caller.client.value);
        stops.push_back(request->stop_key);
        lists.push_back(request->list_key);
    }
    if (jobs.empty()) return;
    for (const pg::Row row : connection_->run(
             find_pair_keys,
             {pg::Param::array(clients), pg::Param::array(stops), pg::Param::array(lists)})) {
        reject(*jobs.at(static_cast<std::size_t>(row.integer("job") - 1)),
               Error{Code::client_id_reused, "client_id"});
    }
}

/// The pairs of what its client has cancelled meanwhile, or what an earlier attempt has ended.
void Sequencer::refuse_ended_brackets(Work& work) {
    std::unordered_map<std::int64_t, Job*> pairs;
    std::vector<std::int64_t> orders;
    for (Job& job : work.jobs) {
        const PlaceOrder* request = job.place();
        if (job.settled || request == nullptr || request->attached_to.value == 0) continue;
        pairs.emplace(request->attached_to.value, &job);
        orders.push_back(request->attached_to.value);
    }
    if (orders.empty()) return;
    for (const pg::Row row : connection_->run(find_waiting_brackets, {pg::Param::array(orders)}))
        pairs.erase(row.integer("order_id"));
    for (const auto& [order, job] : pairs) reject(*job, Error{Code::order_not_open, "order_id"});
}

/// What is found by the key of a limit leg is the whole pair.
void Sequencer::add_second_leg(std::vector<Order>& orders) {
    if (orders.front().oco_group.value == 0) return;
    for (const pg::Row row : connection_->run(find_second_leg, {orders.front().oco_group})) {
        orders.push_back(Order::from(row));
    }
}

/// After a commit of which nobody knows the end: what of it is there. The markets' rows are locked
/// and their sequences moved, so what is not there now will never be. Where a failover has lost it,
/// its number may be another's by now.
void Sequencer::find_attempted(Work& work) {
    std::vector<std::int64_t> ids;
    std::unordered_map<std::int64_t, Job*> owners;
    for (Job& job : work.jobs) {
        if (job.settled || job.amend() != nullptr) continue;
        for (const std::int64_t id : job.attempted) {
            ids.push_back(id);
            owners[id] = &job;
        }
    }
    if (ids.empty()) return;
    for (const pg::Row row : connection_->run(find_orders, {pg::Param::array(ids)})) {
        Order order = Order::from(row);
        Job& job = *owners.at(order.id.value);
        if (!is_of(job, order)) continue;
        // With one leg of a pair the other was cancelled, too; it stands behind.
        const bool done = job.place() != nullptr || order.reason == OrderReason::user ||
                          (order.reason == OrderReason::oco && job.settled);
        if (!done) continue;
        job.stored.push_back(std::move(order));
        job.found = true;
        job.error.reset();
        job.orders.clear();
        job.settled = true;
    }
}

/// The same for changes: one that is in has its number.
void Sequencer::find_attempted_changes(Work& work) {
    for (Job& job : work.jobs) {
        if (job.settled || job.amend() == nullptr || job.attempted.empty()) continue;
        for (const pg::Row row :
             connection_->run(find_amended, {pg::Param::array(job.attempted)})) {
            Order order = Order::from(row);
            if (!is_of(job, order)) continue;
            job.stored = {std::move(order)};
            job.found = true;
            job.error.reset();
            job.orders.clear();
            job.settled = true;
        }
    }
}

/// An order that is to be changed and that the memory does not know may be another process's.
void Sequencer::find_amends(Work& work) {
    for (const Job& job : work.jobs) {
        const AmendOrder* request = job.amend();
        if (job.settled || request == nullptr) continue;
        MarketState& state = markets_.at(request->market);
        if (state.open.contains(request->order)) continue;
        const pg::Result found =
            connection_->run(find_own, {request->order, job.command.caller.client});
        if (found.empty()) continue;
        if (Order::from(found[0]).state == OrderState::pending) state.stale = true;
    }
}

/// Finds the markets of the orders that are to be cancelled, and what ends with all of a client's.
/// What the memory does not know is looked up: another process may have taken the order.
void Sequencer::find_cancels(Work& work) {
    for (Job& job : work.jobs) {
        const CancelOrders* request = job.cancel();
        if (job.settled || request == nullptr) continue;
        job.markets.clear();
        job.brackets.clear();
        if (request->order) {
            find_cancel(job, *request->order);
            continue;
        }
        const ClientId client = job.command.caller.client;
        for (const auto& [id, state] : markets_) {
            const bool meant = !request->market || *request->market == id;
            if (meant && state.open_orders(client) > 0) job.markets.push_back(id);
        }
        std::optional<std::int64_t> market;
        if (request->market) market = request->market->value;
        for (const pg::Row row : connection_->run(find_open, {client, market})) {
            const auto found = markets_.find(row.id<MarketId>("market_id"));
            if (found == markets_.end()) continue;
            job.markets.push_back(found->first);
            if (row.null("id")) {
                job.brackets.push_back({row.id<OrderId>("order_id"), found->first,
                                        SessionId{row.maybe_integer("session_id").value_or(0)},
                                        row.decimal("stop_loss")});
            } else if (!found->second.open.contains(row.id<OrderId>("id"))) {
                found->second.stale = true;
            }
        }
    }
}

void Sequencer::find_cancel(Job& job, OrderId id) {
    const auto& meant = job.cancel()->market;
    for (const auto& [market, state] : markets_) {
        if (!state.open.contains(id) || (meant && *meant != market)) continue;
        job.markets.push_back(market);
        return;
    }
    const pg::Result found = connection_->run(find_own, {id, job.command.caller.client});
    if (found.empty()) return reject(job, Error{Code::not_found, "order_id"});
    Order order = Order::from(found[0]);
    if (meant && *meant != order.market) return reject(job, Error{Code::not_found, "order_id"});
    if (order.state == OrderState::pending && markets_.contains(order.market)) {
        markets_.at(order.market).stale = true;
        job.markets.push_back(order.market);
        return;
    }
    // An attempt of which nobody knows the end may be the one that cancelled it.
    const bool tried =
        std::find(job.attempted.begin(), job.attempted.end(), id.value) != job.attempted.end();
    if (!(job.cancel()->repeated || tried) || order.reason != OrderReason::user) {
        return reject(job, Error{Code::order_not_open, "order_id"});
    }
    job.stored = {std::move(order)};
    job.found = true;
    job.settled = true;
}

/// Decides for each command alone what the batch's first statement decides for all.
void Sequencer::check_callers(Work& work) {
    struct Standing {
        std::int64_t epoch = 0;
        bool frozen = false;
    };
    std::set<std::int64_t> clients, sessions;
    for (const Job& job : work.jobs) {
        if (job.settled || job.excused()) continue;
        clients.insert(job.command.caller.client.value);
        sessions.insert(job.command.caller.id.value);
    }
    if (clients.empty()) return;
    std::unordered_map<std::int64_t, Standing> standings;
    const auto array = [](const std::set<std::int64_t>& ids) {
        return pg::Param::array(std::vector<std::int64_t>{ids.begin(), ids.end()});
    };
    for (const pg::Row row : connection_->run(read_callers, {array(clients)})) {
        standings[row.integer("id")] = {row.integer("epoch"), row.boolean("frozen")};
    }
    // Of those that are alive, whether they are locked. The programs' own orders come without one.
    std::unordered_map<std::int64_t, bool> locks{{0, false}};
    for (const pg::Row row : connection_->run(read_sessions, {array(sessions)})) {
        locks[row.integer("id")] = row.boolean("locked");
    }
    for (Job& job : work.jobs) {
        if (job.settled || job.excused()) continue;
        const token::Session& caller = job.command.caller;
        const Standing& standing = standings[caller.client.value];
        const auto lock = locks.find(caller.id.value);
        if (standing.frozen) {
            reject(job, Error{Code::frozen_account});
        } else if (standing.epoch != caller.epoch || lock == locks.end()) {
            reject(job, Error{Code::unauthorized});
        } else if (lock->second && job.keyed() != nullptr) {
            reject(job, Error{Code::trading_locked});
        }
    }
}

/// Before an order is refused for want of money, the balance is read again: somebody may have paid
/// in since it was last seen.
void Sequencer::check_funds(Work& work) {
    std::unordered_map<ledger::Account*, Decimal> needs;
    for (const Job& job : work.jobs) {
        if (job.settled || job.command.refusal) continue;
        if (job.keyed() == nullptr) continue;
        const Decimal cost = cost_of(markets_.at(job.keyed()->market), job, limits_);
        needs[&accounts_.at(payer_of(markets_, job))] += maximum(cost - job.hold.amount, Decimal{});
    }
    std::vector<ledger::Account*> doubtful;
    for (const auto& [account, need] : needs) {
        if (account->balance < need) doubtful.push_back(account);
    }
    if (!doubtful.empty()) accounts_.refresh(*connection_, doubtful, false);
}

/// The clients among those with waiting stops in the batch's markets that are frozen.
std::set<std::int64_t> Sequencer::frozen_with_stops(const Work& work) {
    std::set<std::int64_t> owners, frozen;
    for (const std::int64_t id : markets_of(work)) {
        for (const auto& [order, live] : markets_.at(MarketId{id}).open) {
            if (live->order.waiting()) owners.insert(live->order.client.value);
        }
    }
    if (owners.empty()) return frozen;
    const std::vector<std::int64_t> asked{owners.begin(), owners.end()};
    for (const pg::Row row : connection_->run(read_frozen, {pg::Param::array(asked)})) {
        frozen.insert(row.integer("id"));
    }
    return frozen;
}

/// Locks what the commands' own accounts and the house's liquidity can pay, and reads it.
void Sequencer::lock_accounts(Work& work) {
    std::vector<ledger::Account*> accounts;
    for (const Job& job : work.jobs) {
        if (!job.settled && job.keyed() != nullptr)
            accounts.push_back(&accounts_.at(payer_of(markets_, job)));
    }
    for (const std::int64_t id : markets_of(work)) {
        const markets::Market& market = markets_.at(MarketId{id}).market;
        for (const AssetId asset : {market.base.id, market.quote.id}) {
            accounts.push_back(&accounts_.house(ledger::House::liquidity, asset));
        }
    }
    if (!accounts.empty()) accounts_.refresh(*connection_, accounts, true);
}

/// Two for each command, which may be a pair, a third where it has waited or takes its profit
/// first, a fourth where its stop is triggered in this batch, and one for each order that may be
/// triggered.
void Sequencer::take_ids(const Work& work) {
    std::size_t needed = 4 * work.jobs.size();
    for (const std::int64_t id : markets_of(work)) {
        const MarketState& state = markets_.at(MarketId{id});
        needed += state.stops.size() + state.reached.size();
    }
    const std::int64_t missing = static_cast<std::int64_t>(needed) - ids_.left();
    if (missing <= 0) return;
    const std::int64_t blocks = (missing + id_block - 1) / id_block;
    for (const pg::Row row : connection_->run(next_ids, {blocks})) {
        ids_.add_block(row.integer("first"), id_block);
    }
}

}  // namespace cambio::settlement
