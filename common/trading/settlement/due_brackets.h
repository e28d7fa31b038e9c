#pragma once

#include <chrono>
#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "push/push.h"
#include "settlement/command.h"

/// The table spot_brackets: what is attached to orders that are done. The batch that ends an order
/// with a fill writes the row; the feed tells the writer of the market, whose batch places the pair
/// and says so in the row; what was refused is noted here.
namespace cambio::settlement {

struct DueBracket {
    Order order;             ///< done
    std::int64_t epoch = 0;  ///< of its client's sessions
};

/// What passes with time is tried again for so long: the database may be unwilling, or the client
/// be frozen, have too many open orders or have signed out just now. Then the bracket is refused.
/// While its market is closed it waits, however long that takes, and the time counts anew from
/// there (tried_since), as it does after a time in which nobody tried it.
constexpr std::chrono::minutes bracket_patience{30};

/// The feed's part. One that was told is not told again before it was answered and that is written.
class DueBrackets {
  public:
    explicit DueBrackets(Push& push) : push_{push} {}

    /// Writes what came of those that were told, and finds those that are due.
    std::vector<DueBracket> follow(pg::Connection& connection);
    /// Those among them that were not told before. They count as told from now on.
    std::vector<DueBracket> untold(std::vector<DueBracket> due);
    /// What came of one: nothing where another process writes its market. Any thread.
    void answered(const DueBracket& due, std::optional<Outcome> outcome);

  private:
    struct Answer {
        OrderId order;
        OrderId pair;  ///< what was placed first; 0: it was refused
        Code refusal{Code::internal};
    };

    void note(pg::Connection& connection, const Answer& answer);
    void write(pg::Connection& connection, const Answer& answer);
    void refuse(pg::Connection& connection, const Answer& answer);

    Push& push_;
    std::mutex mutex_;
    std::set<OrderId> told_;  ///< and not answered yet, or not written
    std::vector<Answer> answers_;
};

}  // namespace cambio::settlement
