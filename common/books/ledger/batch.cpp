#include "ledger/batch.h"

namespace cambio::ledger {

namespace {

constexpr const char* post = "select ledger.post($1, $2, $3, $4, $5)";

}  // namespace

using Element = pg::BinaryArray::Element;

Batch::Batch()
    : debits_{Element::bigint},
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
    pg::prepare(connection, "batch_post", post);
}

void Batch::send(pg::Pipeline& pipeline) {
    if (empty()) return;
    pipeline.send("batch_post", {debits_.bytes(), credits_.bytes(), amounts_.bytes(),
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
