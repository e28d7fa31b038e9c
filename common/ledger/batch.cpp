#include "ledger/batch.h"

#include <algorithm>

namespace cambio::ledger {

namespace {

constexpr const char* change_balances = R"sql(
    with changed as (
        update ledger_accounts a set balance = a.balance + v.delta
        from (select unnest($1::bigint[]) as id, unnest($2::numeric[]) as delta) as v
        where a.id = v.id
        returning 1)
    select expect_rows(count(*), cardinality($1)) from changed
)sql";

constexpr const char* insert_transfers = R"sql(
    insert into ledger_transfers (debit, credit, amount, kind, reference)
    select unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::numeric[]),
           unnest($4::smallint[]), unnest($5::bigint[])
)sql";

}  // namespace

using Element = pg::BinaryArray::Element;

Batch::Batch()
    : ids_{Element::bigint},
      deltas_{Element::numeric},
      debits_{Element::bigint},
      credits_{Element::bigint},
      amounts_{Element::numeric},
      kinds_{Element::smallint},
      references_{Element::bigint} {}

void Batch::transfer(Account& debit, Account& credit, Decimal amount, Kind kind,
                     std::int64_t reference) {
    if (amount.zero()) return;
    for (Account* account : {&debit, &credit}) {
        if (account->moved) continue;
        account->moved = true;
        moved_.push_back(account);
    }
    debit.balance -= amount;
    debit.delta -= amount;
    credit.balance += amount;
    credit.delta += amount;
    debits_.add(debit.id.value);
    credits_.add(credit.id.value);
    amounts_.add(amount);
    kinds_.add_small(static_cast<std::int16_t>(kind));
    references_.add(reference);
}

void Batch::prepare(pg::Connection& connection) {
    pg::prepare(connection, "batch_balances", change_balances);
    pg::prepare(connection, "batch_transfers", insert_transfers);
}

void Batch::send_balances(pg::Pipeline& pipeline) {
    ids_.clear();
    deltas_.clear();
    std::sort(moved_.begin(), moved_.end(),
              [](const Account* a, const Account* b) { return a->id < b->id; });
    for (const Account* account : moved_) {
        if (account->delta.zero()) continue;
        ids_.add(account->id.value);
        deltas_.add(account->delta);
    }
    if (ids_.size() > 0) pipeline.send("batch_balances", {ids_.bytes(), deltas_.bytes()});
}

void Batch::send_transfers(pg::Pipeline& pipeline) {
    pipeline.send("batch_transfers", {debits_.bytes(), credits_.bytes(), amounts_.bytes(),
                                      kinds_.bytes(), references_.bytes()});
}

void Batch::clear() {
    for (Account* account : moved_) {
        account->delta = {};
        account->moved = false;
    }
    moved_.clear();
    for (pg::BinaryArray* array : {&debits_, &credits_, &amounts_, &kinds_, &references_}) {
        array->clear();
    }
}

void Batch::undo() {
    for (Account* account : moved_) account->balance -= account->delta;
    clear();
}

}  // namespace cambio::ledger
