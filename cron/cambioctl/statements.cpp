// Account statements: whether what a client shows follows from itself.
#include <fstream>
#include <iterator>

#include "commands.h"
#include "ledger/statement.h"
#include "output.h"

namespace cambio::control {

namespace {

void check(Control& control, const std::string& file) {
    std::ifstream input{file, std::ios::binary};
    if (!input) throw Refused{"The file " + file + " cannot be read."};
    const std::string text{std::istreambuf_iterator<char>{input}, {}};
    const auto result = ledger::check_statement(text);
    Json::Value card;
    card["passed"] = result.passed();
    card["accounts"] = std::to_string(result.accounts);
    card["movements"] = std::to_string(result.movements);
    card["findings"] = Json::arrayValue;
    for (const auto& finding : result.findings) card["findings"].append(finding);
    print_card(card, {"passed", "accounts", "movements", "findings"}, control.json);
    if (!result.passed()) throw Refused{"The statement is not consistent."};
}

}  // namespace

void add_statements(Commands& commands) {
    const auto file = std::make_shared<std::string>();
    auto& noun = commands.noun("statement", "Account statements of clients");
    auto& checking = commands.verb(
        noun, "check", "Check that each balance in a statement follows from the one before",
        [file](Control& control) { check(control, *file); });
    checking.add_option("file", *file, "The CSV file that the client downloaded")
        ->required()
        ->type_name("FILE");
}

}  // namespace cambio::control
