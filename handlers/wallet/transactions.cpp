#include "transactions.h"

#include <algorithm>
#include <iterator>

#include "error/error.h"
#include "ledger/statement.h"

namespace cambio::wallet {

namespace {

using ledger::Kind;

// All fills that an order had in one batch are one trade. A buyer's fee is in the coin, a seller's
// in what it is paid with.
constexpr const char* trades_of = R"sql(
    with filled as (
        select at, market_id, taker_order as order_id, taker_side = 1 as bought, quantity, price,
               taker_fee as fee
          from fills where taker_client = $1 and at >= $2 and at < $3
        union all
        select at, market_id, maker_order, taker_side = 2, quantity, price, maker_fee
          from fills where maker_client = $1 and at >= $2 and at < $3
    )
    select f.at, f.order_id, f.bought, b.code as base, q.code as quote,
           sum(f.quantity) as quantity, sum(trunc(f.price * f.quantity, 18)) as worth,
           sum(f.fee) as fee
      from filled f join markets m on m.id = f.market_id
      join assets b on b.id = m.base_id join assets q on q.id = m.quote_id
     group by f.at, f.order_id, f.bought, b.code, q.code
     order by f.at, f.order_id, f.bought limit $4
)sql";

// All else as the ledger has it, by what it was for. What went from one of the client's accounts
// into another is nothing.
constexpr const char* movements_of = R"sql(
    with own as materialized (
        select id, asset_id from ledger_accounts where client_id = $1 and wallet between 1 and 4
    ), moved as (
        select at, kind, reference, credit as account, amount from ledger_transfers
         where credit = any(array(select id from own)) and at >= $2 and at < $3
               and not ledger_is_trading(kind)
        union all
        select at, kind, reference, debit, -amount from ledger_transfers
         where debit = any(array(select id from own)) and at >= $2 and at < $3
               and not ledger_is_trading(kind)
    ), changed as (
        select m.at, m.kind, m.reference, a.code, sum(m.amount) as amount
          from moved m join own o on o.id = m.account join assets a on a.id = o.asset_id
         group by m.at, m.kind, m.reference, a.code having sum(m.amount) <> 0
    )
    select c.at, c.kind, c.reference, c.code, c.amount, coalesce(d.txid, t.txid, '') as txid
      from changed c
      left join deposits d on c.kind in (2, 62) and d.id = c.reference and d.client_id = $1
      left join withdrawals w on c.kind = 3 and w.id = c.reference and w.client_id = $1
      left join lateral shown_transaction(w.id) t on t.stage < 6
     order by c.at, c.reference, c.kind, c.amount, c.code limit $4
)sql";

TransactionKind kind_of(Kind kind, bool received) {
    switch (kind) {
        case Kind::conversion:
            return TransactionKind::trade;
        case Kind::withdrawal_fee:
        case Kind::earn_forfeit:
            return TransactionKind::fee;
        case Kind::task_reward:
        case Kind::fee_share:
            return TransactionKind::reward;
        case Kind::fee_refund:
            return TransactionKind::fee_refund;
        case Kind::earn_interest:
            return TransactionKind::interest;
        case Kind::futures_profit:
        case Kind::futures_loss:
        case Kind::liquidation:
            return TransactionKind::futures_result;
        case Kind::futures_fee:
            return TransactionKind::futures_fee;
        case Kind::funding:
            return TransactionKind::funding;
        default:
            return received ? TransactionKind::deposit : TransactionKind::withdrawal;
    }
}

std::vector<Transaction> trades(const pg::Result& rows) {
    std::vector<Transaction> list;
    for (const auto row : rows) {
        Amount base{row.decimal("quantity"), row.str("base")};
        Amount quote{row.decimal("worth"), row.str("quote")};
        const bool bought = row.boolean("bought");
        Transaction trade{row.time("at"), TransactionKind::trade, {}, {}, {}, {}, {}};
        trade.sent = bought ? quote : base;
        trade.received = bought ? base : quote;
        if (const auto fee = row.decimal("fee"); fee.positive())
            trade.fee = Amount{fee, trade.received->coin};
        trade.name = "order " + row.str("order_id");
        list.push_back(std::move(trade));
    }
    return list;
}

/// What one movement was for.
struct Cause {
    pg::Time at;
    Kind kind;
    std::int64_t reference;
    bool operator==(const Cause&) const = default;
};

/// Both sides of a conversion, and a withdrawal and its fee, are one transaction.
class Movements {
  public:
    void add(const pg::Row& row) {
        const Cause cause{row.time("at"), static_cast<Kind>(row.integer("kind")),
                          row.integer("reference")};
        const auto change = row.decimal("amount");
        const bool in = change.positive();
        Amount amount{in ? change : -change, row.str("code")};
        if (cause.kind == Kind::withdrawal_fee && last_ &&
            *last_ == Cause{cause.at, Kind::withdrawal, cause.reference}) {
            list_.back().fee = std::move(amount);
            return;
        }
        if (cause.kind != Kind::conversion || last_ != cause) {
            last_ = cause;
            list_.push_back(
                {cause.at,
                 kind_of(cause.kind, in),
                 {},
                 {},
                 {},
                 std::string{name_of(cause.kind)} + ' ' + std::to_string(cause.reference),
                 row.str("txid")});
        }
        (in ? list_.back().received : list_.back().sent) = std::move(amount);
    }
    std::vector<Transaction> take() { return std::move(list_); }

  private:
    std::optional<Cause> last_;
    std::vector<Transaction> list_;
};

}  // namespace

std::vector<Transaction> read_transactions(pg::Snapshot& tx, ClientId client, const Period& period,
                                           int most) {
    const auto read = [&](const char* sql) {
        return tx.run(sql, {client, period.from, period.until, most + 1});
    };
    const auto filled = read(trades_of), moved = read(movements_of);
    if (filled.size() + moved.size() > most) throw Error{Code::statement_too_long, "from"};
    const auto traded = trades(filled);
    Movements movements;
    for (const auto row : moved) movements.add(row);
    const auto others = movements.take();
    std::vector<Transaction> list;
    list.reserve(traded.size() + others.size());
    std::ranges::merge(traded, others, std::back_inserter(list), {}, &Transaction::at,
                       &Transaction::at);
    return list;
}

}  // namespace cambio::wallet
