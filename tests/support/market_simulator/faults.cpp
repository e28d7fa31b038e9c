#include "faults.h"

#include <algorithm>
#include <array>
#include <utility>

#include "clock.h"

namespace simulator {
namespace {

constexpr std::array<std::pair<std::string_view, FaultKind>, 7> names{{
    {"late", FaultKind::late},
    {"stale", FaultKind::stale},
    {"malformed", FaultKind::malformed},
    {"429", FaultKind::too_many},
    {"5xx", FaultKind::server},
    {"close", FaultKind::close},
    {"down", FaultKind::down},
}};

}  // namespace

std::optional<FaultKind> fault_kind(std::string_view name) {
    for (const auto& [text, kind] : names) {
        if (text == name) return kind;
    }
    return std::nullopt;
}

std::string_view name_of(FaultKind kind) {
    for (const auto& [text, known] : names) {
        if (known == kind) return text;
    }
    return {};
}

void Faults::set(Fault fault) {
    std::erase_if(faults_, [&](const Fault& old) {
        return old.kind == fault.kind && old.inst_id == fault.inst_id && old.path == fault.path;
    });
    faults_.push_back(std::move(fault));
}

void Faults::clear(std::string_view inst_id) {
    std::erase_if(faults_, [&](const Fault& fault) { return fault.inst_id == inst_id; });
}

const std::vector<Fault>& Faults::all() {
    if (!faults_.empty()) {
        const std::int64_t now = wall_clock_ms();
        std::erase_if(faults_, [now](const Fault& fault) { return fault.until <= now; });
    }
    return faults_;
}

const Fault* Faults::find(FaultKind kind, std::string_view inst_id, std::string_view path) {
    for (const Fault& fault : all()) {
        const bool path_fits = path.find(fault.path) != std::string_view::npos;
        const bool inst_fits = fault.inst_id.empty() || fault.inst_id == inst_id;
        if (fault.kind == kind && inst_fits && path_fits) return &fault;
    }
    return nullptr;
}

}  // namespace simulator
