#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace simulator {

// What a provider does on a bad day. A jump is no fault of the line but a steered price (market.h).
enum class FaultKind {
    late,       // answers after `value` milliseconds
    stale,      // prices and times stand still at the instant the fault began, or `value`
                // milliseconds before
    malformed,  // JSON that breaks off
    too_many,   // HTTP 429, code 50011
    server,     // HTTP `value` (503 when none): 503 with code 50001, 500 with 50026, others as a
                // proxy's page
    close,      // the socket closes in the middle of the answer
    down,       // the socket closes without an answer, WebSockets too
};

std::optional<FaultKind> fault_kind(std::string_view name);
std::string_view name_of(FaultKind kind);

struct Fault {
    FaultKind kind = FaultKind::late;
    std::string inst_id;  // empty: every instrument, and calls that name none
    std::string path;     // empty: every path; otherwise a part of the path
    std::int64_t value = 0;
    std::int64_t since = 0;          // market time
    std::int64_t until = INT64_MAX;  // wall clock
};

class Faults {
  public:
    void set(Fault fault);
    void clear() { faults_.clear(); }
    // Those of this instrument alone.
    void clear(std::string_view inst_id);
    // Those that are not over.
    const std::vector<Fault>& all();
    const Fault* find(FaultKind kind, std::string_view inst_id, std::string_view path);

  private:
    std::vector<Fault> faults_;
};

}  // namespace simulator
