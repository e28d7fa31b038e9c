// Which releases may run on the database, for whoever wants to go forward or back.
#include "commands.h"
#include "output.h"
#include "pg/migrations.h"

namespace cambio::control {

namespace {

/// As a plugin of Nagios ends: a schema that is ahead of its programs is on the way somewhere.
int status_of(pg::Fit fit) {
    switch (fit) {
        case pg::Fit::same:
            return 0;
        case pg::Fit::newer_schema:
            return 1;
        case pg::Fit::schema_too_old:
        case pg::Fit::release_too_old:
            break;
    }
    return 2;
}

void show_schema(Control& control) {
    const auto schema = pg::read_schema(control.db);
    const auto known = pg::known_schema();
    constexpr std::array<const char*, 3> names{"OK", "WARNING", "CRITICAL"};
    control.exit_status = status_of(pg::fit(schema, known));
    const std::string verdict = names.at(static_cast<std::size_t>(control.exit_status));
    Json::Value card;
    card["schema"] = schema.newest;
    card["release"] = known;
    card["oldest"] = schema.compatible_from;
    card["status"] = verdict;
    card["text"] = pg::explain(schema, known);
    if (control.json) return print_card(card, {}, true);
    print_done(verdict + ": " + card["text"].asString(), {}, false);
    print_done("The schema is " + schema.newest + ", this release knows " + known + ".", {}, false);
    print_done("Releases that know " + schema.compatible_from + " or a later one may run on it.",
               {}, false);
}

}  // namespace

void add_schema(Commands& commands) {
    commands.verb(commands.app, "schema", "Show which releases may run on the database",
                  show_schema);
}

}  // namespace cambio::control
