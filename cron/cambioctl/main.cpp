// cambioctl: what an operator does from a terminal. Each act is written to operator_log, with who
// and why, in the transaction that does it. Exit status: 0 done, 1 refused, 2 not understood, 3 the
// program could not do its work, 4 it may be done or not; `check` and `schema` end as plugins of
// Nagios do.
#include "commands.h"
#include "crypto/crypto.h"
#include "error/error.h"
#include "log/log.h"
#include "output.h"

namespace cambio::control {

namespace {

enum Status { done = 0, refused = 1, misunderstood = 2, impossible = 3, uncertain = 4 };

constexpr std::size_t max_reason = 500;

/// Control characters would let a text rewrite the screen of whoever reads it later.
std::string plain_text(const std::string& text) {
    const bool blank = text.find_first_not_of(' ') == std::string::npos;
    for (const char c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            return "must be one line of plain text";
    if (blank || text.size() > max_reason)
        return "must have 1 to " + std::to_string(max_reason) + " letters";
    return {};
}

int run(int argc, char** argv) {
    Commands commands;
    bool json = false;
    commands.app.name("cambioctl");
    commands.app.set_version_flag("--version", CAMBIO_VERSION);
    commands.app.add_flag("--json", json, "Answer with JSON instead of text");
    commands.app.require_subcommand(1);
    commands.app.fallthrough();
    for (const auto add : {add_clients, add_kyc,         add_tasks,    add_news,    add_messages,
                           add_futures, add_deposits,    add_networks, add_markets, add_pauses,
                           add_earn,    add_withdrawals, add_house,    add_totals,  add_records,
                           add_secrets, add_statements,  add_restored, add_check,   add_schema})
        add(commands);
    try {
        commands.app.parse(argc, argv);
    } catch (const CLI::ParseError& problem) {
        return commands.app.exit(problem) == 0 ? done : misunderstood;
    }
    Config config = Config::from_environment();
    // What goes wrong on the way (a push that nobody took) is for the terminal, not for a log that
    // belongs to the user of the programs.
    log::open("cambioctl", "error", "");
    pg::require_sync_standby(config.require_sync_standby);
    crypto::start();
    Control control{std::move(config)};
    control.json = json;
    commands.chosen(control);
    return control.exit_status;
}

}  // namespace

CLI::App& Commands::noun(const std::string& name, const std::string& meaning) {
    CLI::App& added = *app.add_subcommand(name, meaning);
    added.require_subcommand(1);
    added.fallthrough();
    return added;
}

CLI::App& Commands::verb(CLI::App& parent, const std::string& name, const std::string& meaning,
                         std::function<void(Control&)> run) {
    CLI::App& added = *parent.add_subcommand(name, meaning);
    added.fallthrough();
    added.callback([this, run = std::move(run)] { chosen = run; });
    return added;
}

CLI::App& Commands::act(CLI::App& parent, const std::string& name, const std::string& meaning,
                        std::function<void(Control&)> run) {
    CLI::App& added = verb(parent, name, meaning, std::move(run));
    added.add_option("--reason", reason, "Why; it is kept in the log")
        ->required()
        ->type_name("TEXT")
        ->check(plain_text);
    return added;
}

}  // namespace cambio::control

int main(int argc, char** argv) {
    using namespace cambio;
    try {
        return control::run(argc, argv);
    } catch (const control::Refused& refusal) {
        control::complain(refusal.what());
        return control::refused;
    } catch (const control::Uncertain& problem) {
        control::complain(problem.what());
        return control::uncertain;
    } catch (const std::exception& problem) {
        control::complain(std::string{"cambioctl: "} + problem.what());
        return control::impossible;
    }
}
