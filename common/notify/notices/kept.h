#pragma once

#include <cstdint>

#include "money/ids.h"
#include "pg/pg.h"

/// What becomes of the notifications and mails that are written: read, sent, and forgotten.
namespace cambio::notices {

/// False: the client has no such notification. One that was read keeps its moment.
bool mark_read(pg::Transaction& tx, ClientId client, NotificationId id);
/// What came in meanwhile is read too: the list shows it first.
void mark_all_read(pg::Transaction& tx, ClientId client);

/// Of a row of outgoing_mails that the transaction has locked. One that failed is tried again after
/// 1, 4, 9, … minutes. Both throw pg::WrongRowCount where there is none.
void mark_mail_sent(pg::Transaction& tx, std::int64_t mail);
void mark_mail_failed(pg::Transaction& tx, std::int64_t mail);

/// Deletes those older than so many days; how many there were. The table is read once from its
/// beginning to its end, in parts that are a transaction each: an index by time would cost each
/// order that tells its client something.
std::int64_t forget_notifications(pg::Connection& connection, int days);
std::int64_t forget_mails(pg::Connection& connection, int days);

}  // namespace cambio::notices
