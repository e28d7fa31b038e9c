#pragma once

#include <json/value.h>

#include <atomic>
#include <chrono>
#include <set>
#include <string>

#include "faults/journal.h"

namespace cambio::faults {

using Fields = FastCgiClient::Params;

/// What one submit came to.
struct Told {
    enum class What { nothing, refused, done };
    What what = What::nothing;
    std::string code;  ///< of a refusal
    Json::Value body;  ///< of a success

    bool nothing() const { return what == What::nothing; }
    bool refused() const { return what == What::refused; }
    bool done() const { return what == What::done; }
};

/// Asks once. A broken connection, a 503 and any other 5xx are no answer; refusals that are not
/// among the `usual` ones are noted as odd.
Told ask(FastCgiClient& client, const std::string& path, const Fields& fields,
         const std::set<std::string>& usual, Score& score);

/// How long a client goes on asking once the run is over: half a minute.
class Patience {
  public:
    void begin(const std::atomic<bool>& stop) { stop_ = &stop; }
    bool stopped() const { return *stop_; }
    /// To be asked after each try that got no answer.
    bool over();

  private:
    const std::atomic<bool>* stop_ = nullptr;
    std::chrono::steady_clock::time_point stopped_at_{};
};

/// How long a client waits before it asks a handler that did not answer again.
constexpr std::chrono::milliseconds breath{15};

/// 1234 with 3 places is "1.234".
std::string decimal(int amount, int places);

}  // namespace cambio::faults
