#include "pg/roles.h"

#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

namespace cambio::pg {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 22> roles = {{
    {"auth", "cambio_auth"},
    {"earn", "cambio_earn"},
    {"funds", "cambio_funds"},
    {"futures", "cambio_futures"},
    {"monitor", "cambio_monitor"},
    {"rewards", "cambio_rewards"},
    {"spot", "cambio_spot"},
    {"wallet", "cambio_wallet"},
    {"accrue_earn", "cambio_earn"},
    {"audit_ledger", "cambio_audit"},
    {"cambioctl", "cambio_operator"},
    {"fetch_books", "cambio_market"},
    {"fetch_marks", "cambio_market"},
    {"fetch_tickers", "cambio_market"},
    {"fill_conversions", "cambio_convert"},
    {"referral_credits", "cambio_fees"},
    {"send_pushes", "cambio_push"},
    {"send_withdrawals", "cambio_withdrawals"},
    {"settle_fees", "cambio_fees"},
    {"settle_futures", "cambio_positions"},
    {"watch_deposits", "cambio_deposits"},
    {"weigh_chains", "cambio_deposits"},
}};

}  // namespace

std::string setting_of(const std::string& conninfo, std::string_view keyword) {
    const std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)> options{
        PQconninfoParse(conninfo.c_str(), nullptr), &PQconninfoFree};
    for (const PQconninfoOption* option = options.get();
         option != nullptr && option->keyword != nullptr; ++option) {
        if (option->keyword == keyword && option->val != nullptr) return option->val;
    }
    return "";
}

std::optional<std::string_view> role_of(std::string_view program) {
    const auto found = std::ranges::find(roles, program, [](const auto& one) { return one.first; });
    if (found == roles.end()) return std::nullopt;
    return found->second;
}

std::optional<std::string> user_for(const std::string& conninfo, std::string_view program) {
    const auto role = role_of(program);
    if (!role || setting_of(conninfo, "user") != shared_role) return std::nullopt;
    return std::string{*role};
}

}  // namespace cambio::pg
