#include "faults/verdict.h"

#include <unordered_map>

namespace cambio::faults {

namespace {

constexpr std::size_t max_findings = 10;

/// Without the unique indexes, which would hide what they should have prevented.
constexpr const char* read_plainly = R"sql(
    select set_config('enable_indexscan', 'off', true),
           set_config('enable_indexonlyscan', 'off', true),
           set_config('enable_bitmapscan', 'off', true),
           set_config('statement_timeout', '0', true)
)sql";

/// As they were placed: their changes are acts. The other legs of pairs, what plans have bought and
/// what was attached to orders carry no client's key: the books are asked about them.
constexpr const char* read_orders = R"sql(
    select o.id, o.client_id, coalesce(o.client_key, '') as client_key, m.pair, o.side = 1 as buy,
           case when o.oco_group is not null then 3
                when o.trailing_delta is not null then 7
                when o.type = 4 then case when o.stop_direction = o.side then 4 else 6 end
                when o.type = 3 then case when o.stop_direction = o.side then 2 else 5 end
                when o.type = 2 then 1 else 0 end as type,
           coalesce(a.price_before, o.price) as price,
           coalesce(a.quantity_before, o.quantity) as quantity, o.total, o.filled, o.state, o.reason
    from orders o join markets m on m.id = o.market_id
    left join lateral (select price_before, quantity_before from order_amendments
                       where order_id = o.id order by seq, id limit 1) a on true
    where (o.oco_group is null or o.oco_group = o.id)
          and coalesce(o.client_key, '') not like 'auto_invest:%'
          and coalesce(o.client_key, '') not like 'bracket:%'
)sql";

struct Stored {
    std::string id, pair;
    bool buy = false;
    Entry::Type type = Entry::Type::limit;
    std::optional<Decimal> price, total;
    Decimal quantity, filled;
    std::int64_t state = 0, reason = 0;
    int times = 0;
    bool asked_for = false;
};

constexpr std::int64_t pending = 1, approved = 2, cancelled = 3;
/// Numbers of settlement::OrderReason.
constexpr std::int64_t by_its_owner = 1, self_trade = 3, time_in_force = 2, by_its_pair = 7,
                       market_remainder = 4;

using Orders = std::unordered_map<std::string, Stored>;

std::string name_of(ClientId client, std::string_view key) {
    return std::to_string(client.value) + "/" + std::string{key};
}

Orders read(pg::Connection& connection) {
    pg::Transaction tx{connection};
    tx.run(read_plainly);
    Orders orders;
    for (const pg::Row row : tx.run(read_orders)) {
        Stored& stored = orders[name_of(row.id<ClientId>("client_id"), row.text("client_key"))];
        if (++stored.times > 1) continue;
        stored.id = row.str("id");
        stored.pair = row.str("pair");
        stored.buy = row.boolean("buy");
        stored.type = static_cast<Entry::Type>(row.integer("type"));
        stored.price = row.maybe_decimal("price");
        stored.total = row.maybe_decimal("total");
        stored.quantity = row.decimal("quantity");
        stored.filled = row.decimal("filled");
        stored.state = row.integer("state");
        stored.reason = row.integer("reason");
    }
    tx.commit();
    return orders;
}

std::int64_t state_of(const std::string& name) {
    if (name == "PENDING") return pending;
    return name == "APPROVED" ? approved : cancelled;
}

bool as_asked(const Entry& entry, const Stored& stored) {
    const bool same_price =
        entry.price.empty() ? !stored.price : stored.price == test::dec(entry.price);
    const bool same_amount = entry.quantity.empty() ? stored.total.has_value()
                                                    : stored.quantity == test::dec(entry.quantity);
    // A stop limit waits on either side of the last price.
    const bool same_type = stored.type == entry.type ||
                           (entry.type == Entry::Type::stop && stored.type == Entry::Type::profit);
    return stored.pair == entry.pair && stored.buy == entry.buy && same_type && same_price &&
           same_amount;
}

/// An order only goes on from what was acknowledged: what was filled stays filled, what was closed
/// stays closed, and only its owner closes a resting one early.
bool went_on(const Entry& entry, const Stored& stored) {
    const Decimal seen = test::dec(entry.filled);
    if (stored.filled < seen) return false;
    if (entry.state != "PENDING") {
        return stored.state == state_of(entry.state) && stored.filled == seen;
    }
    return true;
}

/// Only its owner cancels what rests. What waits for a price may meet its owner's other orders once
/// it was triggered, and too little where it has no limit; so may what was moved to another price
/// meet them, and a leg ends with the other one.
bool may_be_cancelled(const Entry& entry, const Stored& stored) {
    if (stored.reason == by_its_owner) return entry.cancel_asked;
    if (entry.changed && stored.reason == self_trade) return true;
    if (entry.waits()) {
        return stored.reason == self_trade ||
               (entry.at_market() && stored.reason == market_remainder);
    }
    return entry.type == Entry::Type::pair && stored.reason == by_its_pair;
}

/// Everything that acts made, with what names it and what it is. Where a stop stands that follows
/// the price, nobody asked for, nor for the change of the leg of a pair that was not named, which
/// has no key.
constexpr const char* read_acts = R"sql(
    select 'transfer' as what, t.client_id, coalesce(t.client_key, '') as key, t.id::text as id,
           format('%s %s>%s %s', a.code, t.from_wallet, t.to_wallet, trim_scale(t.amount))
               as content
    from wallet_transfers t join assets a on a.id = t.asset_id
    union all
    select 'amendment', client_id, client_key, '',
           concat_ws(' ', order_id, trim_scale(price), trim_scale(quantity),
                     case when trailing_delta is null then trim_scale(stop_price) end,
                     trailing_delta)
    from order_amendments where client_key is not null
    union all
    select 'conversion', client_id, coalesce(client_key, ''), id::text,
           format('%s>%s %s %s', from_code, to_code, trim_scale(from_amount),
                  coalesce(trim_scale(limit_price)::text, 'market'))
    from named_conversions
    union all
    select 'conversion taken back', client_id, id::text, '', '' from conversions where state = 3
    union all
    select 'position', p.client_id, coalesce(p.client_key, ''), p.id::text,
           format('%s %s x%s', m.pair, p.side, p.leverage)
    from positions p join markets m on m.id = p.market_id
    where p.part_of is null and not exists (select from futures_orders o where o.id = p.id)
    union all
    select 'futures order', o.client_id, coalesce(o.client_key, ''), o.id::text,
           format('%s %s %s %s', m.pair, o.side, o.kind, trim_scale(o.price))
    from futures_orders o join markets m on m.id = o.market_id
    union all
    select 'futures order taken back', client_id, id::text, '', ''
    from futures_orders where state = 3
    union all
    select 'closing', client_id, close_key, '', id::text from positions
    where part_of is null and (close_key is not null or requested_at is not null)
    union all
    select 'closing of a part', client_id, close_key, id::text,
           format('%s %s', part_of, trim_scale(quantity))
    from positions where part_of is not null
    union all
    select 'margin', client_id, coalesce(client_key, ''), '',
           format('%s %s', position_id, trim_scale(amount))
    from margin_additions
    union all
    select 'subscription', s.client_id, s.client_key, s.id::text,
           format('%s %s %s', a.code, s.days, trim_scale(s.base_balance))
    from earn_subscriptions s join assets a on a.id = s.asset_id where s.client_key is not null
    union all
    select 'redemption', client_id, coalesce(client_key, ''), '',
           format('%s %s', subscription_id,
                  case product when 1 then trim_scale(amount)::text else 'all' end)
    from earn_transactions where type = 2
    union all
    select 'plan', client_id, coalesce(client_key, ''), id::text, trim_scale(amount)::text
    from earn_plans
    union all
    select 'withdrawal', w.client_id, coalesce(w.client_key, ''), w.id::text,
           format('%s %s %s', w.coin, lower(w.address), trim_scale(w.amount))
    from named_withdrawals w
    union all
    select 'withdrawal taken back', client_id, id::text, '', '' from withdrawals where stage = 9
)sql";

struct Done {
    std::string id, content;
    int times = 0;
    bool asked_for = false;
};
using Acts = std::unordered_map<std::string, Done>;

Acts read_all_acts(pg::Connection& connection) {
    pg::Transaction tx{connection};
    tx.run(read_plainly);
    Acts acts;
    for (const pg::Row row : tx.run(read_acts)) {
        const auto key = row.maybe_str("key").value_or("");
        Done& done = acts[row.str("what") + ' ' + name_of(row.id<ClientId>("client_id"), key)];
        if (++done.times > 1) continue;
        done.id = row.text("id");
        done.content = row.text("content");
    }
    tx.commit();
    return acts;
}

class Comparison {
  public:
    explicit Comparison(pg::Connection& connection)
        : orders_{read(connection)}, acts_{read_all_acts(connection)} {}

    void check(ClientId client, const Entry& entry) {
        const std::string name = name_of(client, entry.key);
        const auto found = orders_.find(name);
        const bool exists = found != orders_.end();
        if (exists) found->second.asked_for = true;
        switch (entry.fate) {
            case Entry::Fate::unknown:
                ++result_.unknown;
                break;
            case Entry::Fate::refused:
                if (!exists) break;
                if (entry.unanswered) {
                    ++result_.late;
                } else {
                    note(result_.changed,
                         name + " was refused, but order " + found->second.id + " exists");
                }
                break;
            case Entry::Fate::acknowledged:
                if (!exists) {
                    note(result_.lost, name + " was acknowledged as " + entry.id +
                                           ", but there is no such order");
                } else {
                    check_acknowledged(name, entry, found->second);
                }
                break;
        }
        if (exists && !as_asked(entry, found->second)) {
            note(result_.changed, name + " is not the order that was asked for");
        }
    }

    void check(ClientId client, const Act& act) {
        const std::string name = act.what + ' ' + name_of(client, act.key);
        const auto found = acts_.find(name);
        const bool exists = found != acts_.end();
        if (act.fate == Fate::unknown) ++result_.unknown;
        if (act.fate == Fate::acknowledged && !exists)
            note(result_.lost, name + " was acknowledged, but there is no such thing");
        if (!exists) return;
        Done& done = found->second;
        done.asked_for = true;
        if (act.fate == Fate::refused && act.unanswered) ++result_.late;
        if (act.fate == Fate::refused && !act.unanswered)
            note(result_.changed, name + " was refused, but exists as " + done.id);
        if (act.content != done.content)
            note(result_.changed, name + " is '" + done.content + "', not '" + act.content + "'");
        if (!act.id.empty() && act.id != done.id)
            note(result_.doubled, name + " was acknowledged as " + act.id + ", but is " + done.id);
    }

    Promises result() {
        for (const auto& [name, done] : acts_) {
            if (done.times > 1) note(result_.doubled, name + " exists more than once");
            if (!done.asked_for)
                note(result_.doubled, name + ", " + done.id + ", was never asked for");
        }
        for (const auto& [name, stored] : orders_) {
            if (stored.times > 1) note(result_.doubled, name + " exists more than once");
            if (!stored.asked_for) {
                note(result_.doubled, name + ", order " + stored.id + ", was never asked for");
            }
        }
        return std::move(result_);
    }

  private:
    void check_acknowledged(const std::string& name, const Entry& entry, const Stored& stored) {
        if (stored.id != entry.id) {
            note(result_.doubled,
                 name + " was acknowledged as " + entry.id + ", but is order " + stored.id);
        } else if (!went_on(entry, stored)) {
            note(result_.lost, name + " was acknowledged as " + entry.state + " with " +
                                   entry.filled + " filled, but is in state " +
                                   std::to_string(stored.state) + " with " + stored.filled.str());
        } else if (entry.state == "PENDING" && stored.state == cancelled &&
                   !may_be_cancelled(entry, stored)) {
            note(result_.changed, name + " rested and was cancelled, but not by its owner");
        }
    }

    void note(std::int64_t& count, std::string text) {
        if (count++ < static_cast<std::int64_t>(max_findings)) {
            result_.findings.push_back(std::move(text));
        }
    }

    Orders orders_;
    Acts acts_;
    Promises result_;
};

}  // namespace

Promises compare(pg::Connection& connection, const std::vector<const Journal*>& journals) {
    Comparison comparison{connection};
    for (const Journal* journal : journals) {
        for (const Entry& entry : journal->entries) comparison.check(journal->client, entry);
        for (const Act& act : journal->acts) comparison.check(journal->client, act);
    }
    return comparison.result();
}

}  // namespace cambio::faults
