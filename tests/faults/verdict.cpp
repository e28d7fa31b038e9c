#include "faults/verdict.h"

#include <unordered_map>

namespace cambio::faults {

namespace {

constexpr std::size_t most_findings = 10;

/// Read without the unique index, which would hide what it should have prevented.
constexpr const char* read_orders = R"sql(
    select o.id, o.client_id, coalesce(o.client_key, '') as client_key, m.pair, o.side = 1 as buy,
           o.type = 2 as market, o.price, o.quantity, o.total, o.filled, o.state, o.reason
    from orders o join markets m on m.id = o.market_id
)sql";

struct Stored {
    std::string id, pair;
    bool buy = false, market = false;
    std::optional<Decimal> price, total;
    Decimal quantity, filled;
    std::int64_t state = 0, reason = 0;
    int times = 0;
    bool asked_for = false;
};

constexpr std::int64_t pending = 1, approved = 2, cancelled = 3, by_its_owner = 1;

using Orders = std::unordered_map<std::string, Stored>;

std::string name_of(ClientId client, std::string_view key) {
    return std::to_string(client.value) + "/" + std::string{key};
}

Orders read(pg::Connection& connection) {
    pg::Transaction tx{connection};
    tx.run(
        "select set_config('enable_indexscan', 'off', true), "
        "set_config('statement_timeout', '0', true)");
    Orders orders;
    for (const pg::Row row : tx.run(read_orders)) {
        Stored& stored = orders[name_of(row.id<ClientId>("client_id"), row.text("client_key"))];
        if (++stored.times > 1) continue;
        stored.id = row.str("id");
        stored.pair = row.str("pair");
        stored.buy = row.boolean("buy");
        stored.market = row.boolean("market");
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
    return stored.pair == entry.pair && stored.buy == entry.buy && stored.market == entry.market &&
           same_price && same_amount;
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

class Comparison {
  public:
    explicit Comparison(pg::Connection& connection) : orders_{read(connection)} {}

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

    Promises result() {
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
                   !(stored.reason == by_its_owner && entry.cancel_asked)) {
            note(result_.changed, name + " rested and was cancelled, but not by its owner");
        }
    }

    void note(std::int64_t& count, std::string text) {
        if (count++ < static_cast<std::int64_t>(most_findings)) {
            result_.findings.push_back(std::move(text));
        }
    }

    Orders orders_;
    Promises result_;
};

constexpr const char* fills_make_orders = R"sql(
    with sides as (
        select taker_order as id, quantity, price * quantity as total, taker_fee as fee from fills
        union all
        select maker_order, quantity, price * quantity, maker_fee from fills
        where maker_order is not null
    ), sums as (
        select id, sum(quantity) as filled, sum(total) as total, sum(fee) as fee from sides
        where id <> 0 group by id
    )
    select format('order %s: filled %s for %s, fee %s, but its fills give %s for %s, fee %s',
                  coalesce(o.id, s.id), o.filled, o.filled_total, o.fee, s.filled, s.total,
                  s.fee) as finding
    from orders o full join sums s on s.id = o.id
    where o.id is null or o.filled <> coalesce(s.filled, 0)
          or o.filled_total <> coalesce(s.total, 0) or o.fee <> coalesce(s.fee, 0)
    limit 10
)sql";

constexpr const char* states_fit = R"sql(
    select format('order %s: state %s, reason %s, %s of %s filled', id, state, reason, filled,
                  quantity) as finding
    from orders
    where (state = 2) <> (filled = quantity) or (state = 1 and type = 2)
          or (state = 3) <> (reason <> 0)
    limit 10
)sql";

constexpr const char* fills_keep_limits = R"sql(
    select format('fill %s/%s/%s at %s: order %s had the limit %s', f.market_id, f.seq, f.position,
                  f.price, o.id, o.price) as finding
    from fills f join orders o on o.id in (f.taker_order, f.maker_order)
    where o.market_id <> f.market_id
          or (o.side = 1 and f.price > o.price) or (o.side = 2 and f.price < o.price)
          or (o.id = f.maker_order and (f.price <> o.price or o.side = f.taker_side))
          or (o.id = f.taker_order and o.side <> f.taker_side)
    union all
    select format('fill %s/%s/%s: client %s traded with itself', market_id, seq, position,
                  taker_client)
    from fills where taker_client = maker_client
    limit 10
)sql";

/// A market's sequence has no batch twice, and none from the future.
constexpr const char* sequences_fit = R"sql(
    select format('market %s: seq %s, but order %s has %s', m.id, m.seq, o.id, o.seq) as finding
    from orders o join markets m on m.id = o.market_id where o.seq > m.seq
    union all
    select format('market %s: seq %s, but a fill has %s', m.id, m.seq, f.seq)
    from fills f join markets m on m.id = f.market_id where f.seq > m.seq
    union all
    select format('fill %s/%s/%s: its taker %s came with seq %s', f.market_id, f.seq, f.position,
                  o.id, o.seq)
    from fills f join orders o on o.id = f.taker_order where o.seq <> f.seq
    union all
    select format('fill %s/%s/%s: its maker %s came with seq %s', f.market_id, f.seq, f.position,
                  o.id, o.seq)
    from fills f join orders o on o.id = f.maker_order where o.seq > f.seq
    union all
    select format('market %s, seq %s: %s fills, but the last is number %s', market_id, seq,
                  count(*), max(position))
    from fills group by market_id, seq having count(*) <> max(position) + 1
    limit 10
)sql";

constexpr const char* book_is_not_crossed = R"sql(
    select format('market %s: a bid of %s and an ask of %s rest beside each other', market_id,
                  max(price) filter (where side = 1), min(price) filter (where side = 2))
           as finding
    from orders where state = 1 and (stop_price is null or triggered_at is not null)
    group by market_id
    having max(price) filter (where side = 1) >= min(price) filter (where side = 2)
)sql";

/// What a client has, held or not, is what it was given, and what its fills brought and took. Kind
/// 1 is the demo grant that a test's people begin with.
constexpr const char* money_follows_fills = R"sql(
    with sides as (
        select taker_client as client_id, market_id, taker_side as side, price, quantity,
               taker_fee as fee
        from fills where taker_client is not null
        union all
        select maker_client, market_id, 3 - taker_side, price, quantity, maker_fee
        from fills where maker_client is not null
    ), moves as (
        select s.client_id, m.base_id as asset_id,
               case side when 1 then quantity - fee else -quantity end as amount
        from sides s join markets m on m.id = s.market_id
        union all
        select s.client_id, m.quote_id,
               case side when 1 then -(price * quantity) else price * quantity - fee end
        from sides s join markets m on m.id = s.market_id
        union all
        select a.client_id, a.asset_id, t.amount
        from ledger_transfers t join ledger_accounts a on a.id = t.credit
        where t.kind = 1 and a.client_id is not null
    ), due as (
        select client_id, asset_id, sum(amount) as amount from moves group by 1, 2
    ), has as (
        select client_id, asset_id, sum(balance) as amount from ledger_accounts
        where client_id is not null group by 1, 2
    )
    select format('client %s, asset %s: has %s, but its fills give %s', h.client_id, h.asset_id,
                  h.amount, coalesce(d.amount, 0)) as finding
    from has h full join due d using (client_id, asset_id)
    where coalesce(h.amount, 0) <> coalesce(d.amount, 0)
    limit 10
)sql";

constexpr const char* nothing_rests = R"sql(
    select format('order %s still rests', id) as finding from orders where state = 1
    union all
    select format('account %s still holds %s', id, balance) from ledger_accounts
    where held and balance <> 0
    limit 10
)sql";

}  // namespace

Promises compare(pg::Connection& connection, const std::vector<const Journal*>& journals) {
    Comparison comparison{connection};
    for (const Journal* journal : journals) {
        for (const Entry& entry : journal->entries) comparison.check(journal->client, entry);
    }
    return comparison.result();
}

std::vector<std::string> wrong_in_books(pg::Connection& connection) {
    std::vector<std::string> findings = ledger::audit(connection).findings;
    pg::Transaction tx{connection};
    tx.run("select set_config('statement_timeout', '0', true)");
    for (const char* proof : {fills_make_orders, states_fit, fills_keep_limits, sequences_fit,
                              book_is_not_crossed, money_follows_fills}) {
        for (const pg::Row row : tx.run(proof)) findings.push_back(row.str("finding"));
    }
    tx.commit();
    return findings;
}

std::vector<std::string> left_behind(pg::Connection& connection) {
    std::vector<std::string> findings = wrong_in_books(connection);
    for (const pg::Row row : connection.run(nothing_rests)) {
        findings.push_back(row.str("finding"));
    }
    return findings;
}

}  // namespace cambio::faults
