#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "control.h"

/// The commands, one file for each noun. Each adds its options to the parser; what was chosen runs
/// after the whole line has been understood.
namespace cambio::control {

struct Commands {
    CLI::App app{"Operates a Cambio exchange."};
    std::function<void(Control&)> chosen;

    /// A noun, which needs one of its verbs.
    CLI::App& noun(const std::string& name, const std::string& meaning);
    /// A command that only looks.
    CLI::App& verb(CLI::App& noun, const std::string& name, const std::string& meaning,
                   std::function<void(Control&)> run);
    /// A command that changes something: it needs --reason, which the log keeps.
    CLI::App& act(CLI::App& noun, const std::string& name, const std::string& meaning,
                  std::function<void(Control&)> run);

    std::string reason;
};

void add_clients(Commands& commands);
/// More verbs of the noun `clients`.
void add_support(Commands& commands, CLI::App& clients);
void add_kyc(Commands& commands);
void add_tasks(Commands& commands);
void add_news(Commands& commands);
void add_messages(Commands& commands);
void add_futures(Commands& commands);
void add_deposits(Commands& commands);
void add_networks(Commands& commands);
void add_markets(Commands& commands);
void add_pauses(Commands& commands);
void add_earn(Commands& commands);
void add_withdrawals(Commands& commands);
void add_house(Commands& commands);
void add_totals(Commands& commands);
void add_records(Commands& commands);
void add_secrets(Commands& commands);
void add_statements(Commands& commands);
void add_restored(Commands& commands);
void add_check(Commands& commands);
void add_schema(Commands& commands);

}  // namespace cambio::control
