// What somebody has to look after, for people and for Nagios.
#include <algorithm>

#include "commands.h"
#include "output.h"
#include "watch/findings.h"

namespace cambio::control {

namespace {

/// As a plugin of Nagios ends.
enum Verdict { ok = 0, warning = 1, critical = 2 };

Verdict verdict_of(const std::vector<watch::Finding>& findings) {
    if (findings.empty()) return ok;
    const bool bad = std::ranges::any_of(findings, [](const watch::Finding& finding) {
        return finding.severity == watch::Severity::critical;
    });
    return bad ? critical : warning;
}

void check(Control& control) {
    const auto findings = watch::look(control.db, control.config);
    const auto verdict = verdict_of(findings);
    control.exit_status = verdict;
    if (control.json) {
        Json::Value card;
        constexpr std::array<const char*, 3> names{"OK", "WARNING", "CRITICAL"};
        card["status"] = names.at(verdict);
        card["findings"] = Json::arrayValue;
        for (const auto& finding : findings) {
            Json::Value line;
            line["severity"] = std::string{watch::name_of(finding.severity)};
            line["subject"] = finding.subject;
            line["text"] = finding.sentence;
            card["findings"].append(line);
        }
        return print_card(card, {}, true);
    }
    if (findings.empty()) std::puts("OK: nothing needs attention.");
    for (const auto& finding : findings)
        print_done(std::string{watch::name_of(finding.severity)} + ": " + finding.sentence, {},
                   false);
}

}  // namespace

void add_check(Commands& commands) {
    commands.verb(commands.app, "check", "Report what needs attention", check);
}

}  // namespace cambio::control
