#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ledger/waiting.h"
#include "log/log.h"
#include "markets/state.h"
#include "pg/snapshot.h"
#include "settlement/sequencer.h"

namespace cambio::settlement {

namespace {

/// The class of the advisory locks that lease markets, the letters "CAMB".
constexpr std::int64_t lease_class = 0x43414D42;
constexpr std::chrono::seconds lease_pace{1};
/// How long a new membership level may take to reach an order that rests: its owner need not act.
/// With each update of the feed a few of the remembered clients are read again.
constexpr std::chrono::seconds level_lifetime{10};
constexpr std::size_t levels_at_once = 256;
/// Whoever sends nothing for so long, and has nothing that rests, is read anew the next time.
constexpr std::chrono::minutes client_kept{10};

/// The sequencer's statements always know their rows by key, so the only right plan is a nested
/// loop over the keys with an index scan for each. Left to itself the planner now and then prefers
/// to read a small table or index whole, and keeps that plan when it has grown; or to remember what
/// it found under a key, which never comes twice. What ledger.post joins is no table: it has hash
/// joins of its own. Row locks are waited for, but not for ever: whoever holds them may be gone
/// with its host.
constexpr const char* set_session = R"sql(
    select set_config('plan_cache_mode', 'force_generic_plan', false),
           set_config('enable_seqscan', 'off', false),
           set_config('enable_bitmapscan', 'off', false),
           set_config('enable_hashjoin', 'off', false),
           set_config('enable_mergejoin', 'off', false),
           set_config('enable_memoize', 'off', false),
           set_config('jit', 'off', false),
           set_config('lock_timeout', '5000', false),
           set_config('idle_in_transaction_session_timeout', '10000', false)
)sql";

constexpr const char* take_leases = R"sql(
    select id from unnest($2::bigint[]) as id where pg_try_advisory_lock($1::int, id::int)
)sql";

constexpr const char* read_seqs = R"sql(
    select id, seq from markets where id = any($1::bigint[])
)sql";

constexpr const char* lock_seqs = R"sql(
    select id, seq, tradable as open from markets where id = any($1::bigint[]) order by id
    for update
)sql";

/// In no order: MarketState puts them into theirs. PostgreSQL would take three times as long to
/// sort a hundred thousand whole rows as to read them, and more than it may use of memory.
constexpr const char* read_open = R"sql(
    select * from orders where state = 1 and market_id = any($1::smallint[])
)sql";

/// What was traded last, where another process may have done so.
constexpr const char* read_last_fills = R"sql(
    select m.id, f.price, f.at
    from markets m, lateral (
        select price, at from fills where market_id = m.id
        order by seq desc, position desc limit 1) as f
    where m.id = any($1::bigint[])
)sql";

/// What orders took from the house lately: it made what has no other maker.
constexpr const char* read_taken = R"sql(
    select market_id, taker_side = 1 as sold, round(sum(price * quantity), 18) as worth
    from fills
    where taker_client = any($1::bigint[]) and taker_order = any($2::bigint[])
          and maker_order is null and at > now() - interval '1 minute'
    group by market_id, taker_side
)sql";

/// Only by these is found by its time what was traded last, once for each lease.
constexpr const char* allow_scans = R"sql(
    select set_config('enable_seqscan', 'on', true), set_config('enable_bitmapscan', 'on', true)
)sql";

/// What the house traded lately, as who made it or as who crossed a resting order. So long as
/// risk::traded_by counts.
constexpr const char* read_minute = R"sql(
    select market_id, (maker_order is null) = (taker_side = 1) as sold,
           round(sum(price * quantity), 18) as worth
    from fills
    where market_id = any($1::smallint[]) and (maker_order is null or taker_client is null)
          and at > now() - interval '65 seconds'
    group by 1, 2
)sql";

std::map<MarketId, risk::Traded> traded_in(pg::Connection& connection, const pg::Param& markets) {
    std::map<MarketId, risk::Traded> found;
    pg::Transaction tx{connection};
    tx.run(allow_scans);
    for (const pg::Row row : tx.run(read_minute, {markets})) {
        risk::Traded& traded = found[row.id<MarketId>("market_id")];
        (row.boolean("sold") ? traded.sold : traded.bought) += row.decimal("worth");
    }
    tx.commit();
    return found;
}

}  // namespace

void Sequencer::connect() {
    connection_.emplace(conninfo_);
    try {
        // It would take leases and promise prices, and no batch of it could be written.
        if (!connection_->writable()) throw pg::Failure{"25006", "", "the server only reads"};
        set_up();
    } catch (...) {
        connection_.reset();
        throw;
    }
}

void Sequencer::set_up() {
    connection_->run(set_session);
    const std::int32_t before = std::exchange(owner_, ledger::own_waiting(*connection_));
    if (before != 0) ledger::release_waiting_of(*connection_, before);
    Batch::prepare(*connection_);
    accounts_.forget();
    // A server that was a standby may give out numbers again that the one before had.
    ids_ = {};
    for (auto& [id, state] : markets_) {
        state.leased = false;
        state.stale = true;
    }
    leased_at_ = {};
    apply_rules(directory_);
    // A market whose price is not known yet would look like one that has no provider.
    apply_prices(*feed_.prices());
    accounts_.read_house(*connection_);
    lease();
    std::vector<std::int64_t> all;
    for (const auto& [id, state] : markets_) all.push_back(id.value);
    const auto began = std::chrono::steady_clock::now();
    restore_from_snapshot(all);
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - began);
    std::size_t open = 0;
    for (const auto& [id, state] : markets_) open += state.open.size();
    log::info("settlement.restored",
              {{"orders", std::to_string(open)}, {"took_ms", std::to_string(took.count())}});
}

/// Takes the markets that nobody leases. The lock ends with this connection, however it ends.
void Sequencer::lease() {
    const auto now = std::chrono::steady_clock::now();
    if (now - leased_at_ < lease_pace) return;
    leased_at_ = now;
    std::vector<std::int64_t> wanted;
    for (const auto& [id, state] : markets_) {
        if (!state.leased) wanted.push_back(id.value);
    }
    if (wanted.empty()) return;
    const auto taken = connection_->run(take_leases, {lease_class, pg::Param::array(wanted)});
    if (taken.empty()) return;
    const auto traded = risk::traded_by(*connection_, risk::Source::order_book);
    // Whoever wrote these markets before may have been killed before it told of its last batches.
    const auto filled = traded_in(*connection_, pg::Param::array(wanted));
    for (const pg::Row row : taken) {
        MarketState& state = markets_.at(row.id<MarketId>("id"));
        state.leased = true;
        state.stale = true;
        const auto before = traded.find(state.market.base.id);
        if (before != traded.end()) state.remember_traded(before->second, pg::now());
        const auto fills = filled.find(state.market.id);
        if (fills != filled.end()) state.remember_traded(fills->second, pg::now());
    }
}

/// Between two batches: none holds any of the accounts that are let go.
void Sequencer::follow_clients() {
    const auto now = std::chrono::steady_clock::now();
    accounts_.follow_levels(*connection_, *directory_,
                            {now - level_lifetime, now - client_kept, levels_at_once},
                            [this](ClientId client) {
                                return std::ranges::any_of(markets_, [client](const auto& market) {
                                    return market.second.own.contains(client);
                                });
                            });
}

void Sequencer::apply_updates(Work& work) {
    if (!work.updates.empty()) follow_clients();
    bool books = false;
    for (const MarketUpdate& update : work.updates) {
        apply_rules(update.prices->directory);
        apply_prices(*update.prices);
        share_budgets(update);
        for (const auto& [id, seq] : update.seqs) {
            const auto found = markets_.find(id);
            if (found != markets_.end() && seq > found->second.seq) found->second.stale = true;
        }
        for (const markets::StoredBook& book : update.books) {
            const auto found = markets_.find(book.market);
            if (found == markets_.end()) continue;
            MarketState& state = found->second;
            const Decimal spread = state.market.house_spread.value_or(limits_.house_spread);
            auto levels = provider_levels(state.market, book, spread);
            if (!state.hear_provider(std::move(levels), pg::now())) continue;
            books = true;
            work.swept.push_back(book.market);
        }
    }
    work.updates.clear();
    for (const auto& [id, state] : markets_) {
        if (!state.unswept || !state.leased || !state.market.open) continue;
        books = true;
        work.swept.push_back(id);
    }
    if (books) accounts_.read_house(*connection_);
    restore_stale_leases();
    std::sort(work.swept.begin(), work.swept.end());
    work.swept.erase(std::unique(work.swept.begin(), work.swept.end()), work.swept.end());
    // A market's writer alone lets the provider meet resting orders.
    std::erase_if(work.swept, [this](MarketId id) {
        MarketState& state = markets_.at(id);
        if (!state.leased && !state.stale) {
            state.offer_provider(house_means(accounts_, state.market, limits_));
            state.provider_offered();
        }
        return !state.leased;
    });
    find_reached(work);
}

void Sequencer::apply_prices(const Prices& prices) {
    for (const auto& [id, quote] : prices.quotes) {
        const auto found = markets_.find(id);
        if (found == markets_.end()) continue;
        MarketState& state = found->second;
        const pg::Time now = pg::now();
        if (!state.fresh_quote(now, limits_.stale_after_ms)) state.fresh_since = now;
        if (!state.quote || state.quote->last != quote.last) state.last_price = quote.last;
        state.quote = quote;
    }
}

/// The house has one budget for the order book and Convert: each tells the other what it traded.
void Sequencer::share_budgets(const MarketUpdate& update) {
    for (auto& [id, state] : markets_) {
        const auto found = update.converted.find(state.market.base.id);
        state.converted = found == update.converted.end() ? risk::Traded{} : found->second;
        const risk::Traded traded = state.newly_traded(pg::now());
        if (traded.sold.positive() || traded.bought.positive())
            feed_.traded(state.market.base.id, traded);
    }
}

/// A market's writer alone lets the provider's price trigger orders.
void Sequencer::find_reached(Work& work) {
    work.reached.clear();
    for (const auto& [id, state] : markets_) {
        if (!state.leased || state.stale) continue;
        if (state.quote_reaches_stop(pg::now(), limits_.stale_after_ms)) work.reached.push_back(id);
    }
    std::sort(work.reached.begin(), work.reached.end());
}

void Sequencer::apply_rules(const std::shared_ptr<const markets::Directory>& directory) {
    if (directory == directory_ && !markets_.empty()) return;
    directory_ = directory;
    bool added = false;
    for (const markets::Market& market : directory->all()) {
        const auto [found, fresh] = markets_.try_emplace(market.id, market);
        added = added || fresh;
        // The provider's next book stands that far off.
        found->second.market.house_spread = market.house_spread;
        if (fresh || found->second.market.same_rules(market)) continue;
        // Another tick or lot gives every number in the book another meaning.
        found->second.market = market;
        found->second.stale = true;
    }
    if (!added) return;
    Accounts::make_house(*connection_);
    accounts_.read_house(*connection_);
    leased_at_ = {};
}

/// Whether the accounts that a fill of the order touches are in memory.
bool Sequencer::knows_owner(const Order& order) {
    const markets::Market& market = markets_.at(order.market).market;
    const bool buy = order.side == Side::buy;
    const AssetId paid = buy ? market.quote.id : market.base.id;
    const AssetId received = buy ? market.base.id : market.quote.id;
    return accounts_.client(order.client) != nullptr &&
           accounts_.find({order.client, paid, true}) != nullptr &&
           accounts_.find({order.client, paid, false}) != nullptr &&
           accounts_.find({order.client, received, false}) != nullptr;
}

/// Reads markets anew in the transaction that is open.
void Sequencer::restore(const std::vector<std::int64_t>& ids) {
    const pg::Param array = pg::Param::array(ids);
    std::map<MarketId, std::vector<Order>> orders;
    std::set<std::int64_t> unknown;
    for (const pg::Row row : connection_->run(read_open, {array})) {
        Order order = Order::from(row);
        if (!knows_owner(order)) unknown.insert(order.client.value);
        orders[order.market].push_back(std::move(order));
    }
    if (!unknown.empty()) {
        accounts_.read(*connection_, *directory_, {unknown.begin(), unknown.end()});
    }
    for (const pg::Row row : connection_->run(read_seqs, {array})) {
        MarketState& state = markets_.at(row.id<MarketId>("id"));
        state.restore(row.integer("seq"), std::move(orders[state.market.id]));
        state.offer_provider(house_means(accounts_, state.market, limits_));
        state.provider_offered();
    }
    restore_last_prices(array);
    // Whoever refused an order has moved its market's sequence, so nothing is missed.
    for (const std::string& key : refused_keys(*connection_, ids)) keys_.add(key);
}

void Sequencer::restore_last_prices(const pg::Param& ids) {
    for (const pg::Row row : connection_->run(read_last_fills, {ids})) {
        MarketState& state = markets_.at(row.id<MarketId>("id"));
        if (state.quote && state.quote->provider_at > row.time("at")) continue;
        state.last_price = row.decimal("price");
    }
}

void Sequencer::restore_from_snapshot(const std::vector<std::int64_t>& ids) {
    pg::Snapshot tx{*connection_};
    restore(ids);
    tx.commit();
}

void Sequencer::restore_stale_leases() {
    std::vector<std::int64_t> stale;
    for (const auto& [id, state] : markets_) {
        if (state.leased && state.stale) stale.push_back(id.value);
    }
    if (!stale.empty()) restore_from_snapshot(stale);
}

/// Locks the rows of the batch's markets, and reads those anew that somebody else has written.
void Sequencer::lock_markets(Work& work) {
    const std::vector<std::int64_t> ids = markets_of(work);
    if (ids.empty()) return;
    const pg::Param array = pg::Param::array(ids);
    std::vector<std::int64_t> behind;
    for (const pg::Row row : connection_->run(lock_seqs, {array})) {
        MarketState& state = markets_.at(row.id<MarketId>("id"));
        state.market.open = row.boolean("open");
        const bool moved = state.stale || state.seq != row.integer("seq");
        if (moved || work.uncertain) behind.push_back(state.market.id.value);
    }
    if (!behind.empty()) restore(behind);
    if (!work.uncertain) return;
    // What an earlier attempt has under way comes too late from now on.
    markets::move_sequences(*connection_, array);
    for (const std::int64_t id : behind) ++markets_.at(MarketId{id}).seq;
}

/// After an attempt of which nobody knows the end, before the memory is read anew.
void Sequencer::doubt_turns(const Work& work) {
    for (const auto* turns : {&work.swept, &work.reached}) {
        for (const MarketId id : *turns) {
            MarketState& state = markets_.at(id);
            if (!state.doubted) state.doubted = state.seq;
        }
    }
}

/// After a commit of which nobody knew the end: where it took levels of the house, the memory shows
/// them whole again. They are not offered before the provider's own time has moved on. What was
/// traded there, which is to be counted once the batch that found it is durable. (What resting
/// orders and stops may have taken, restore() has dropped.)
std::map<MarketId, risk::Traded> Sequencer::drop_taken_levels(const Work& work) {
    std::map<MarketId, risk::Traded> taken;
    std::vector<std::int64_t> clients, orders;
    for (const Job& job : work.jobs) {
        // What is cancelled was counted when it traded.
        if (job.keyed() == nullptr || job.attempted.empty()) continue;
        for (const Order& order : job.stored) {
            if (!order.filled.positive()) continue;
            clients.push_back(order.client.value);
            orders.push_back(order.id.value);
        }
    }
    if (!orders.empty()) {
        for (const pg::Row row :
             connection_->run(read_taken, {pg::Param::array(clients), pg::Param::array(orders)})) {
            risk::Traded& traded = taken[row.id<MarketId>("market_id")];
            (row.boolean("sold") ? traded.sold : traded.bought) += row.decimal("worth");
        }
    }
    for (const auto& [id, traded] : taken) {
        MarketState& state = markets_.at(id);
        state.drop_provider();
        state.offer_provider(house_means(accounts_, state.market, limits_));
        state.provider_offered();
    }
    return taken;
}

void Sequencer::forget_markets(const std::vector<std::int64_t>& ids) {
    for (const std::int64_t id : ids) markets_.at(MarketId{id}).stale = true;
}

}  // namespace cambio::settlement
