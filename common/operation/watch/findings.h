#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "pg/pg.h"

/// What somebody has to look after: `cambioctl check` prints it, and the job alert_operator writes
/// a mail about what is critical.
namespace cambio::watch {

enum class Severity { warning, critical };
/// As Nagios writes it.
std::string_view name_of(Severity severity);

struct Finding {
    Severity severity;
    /// What it is about, the same for as long as it is the same trouble: "prices", "job
    /// send_mails".
    std::string subject;
    std::string sentence;
    /// Nothing that passes by itself, such as prices that are late once.
    bool lasting = false;
};

/// The critical ones first.
std::vector<Finding> look(pg::Connection& db, const Config& config);

/// What waits for money of the house; the jobs that pay it count it.
struct Waiting {
    std::int64_t closings = 0;  ///< of futures
    std::int64_t interest = 0;  ///< subscriptions of Earn
    std::int64_t charges = 0;   ///< fees whose refund or referrer's share house:fees cannot pay now
};
Waiting waiting_for_house(pg::Connection& db);

}  // namespace cambio::watch
