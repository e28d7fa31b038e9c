#include <array>
#include <map>
#include <optional>
#include <utility>

#include "ledger/statement.h"

namespace cambio::ledger {

namespace {

constexpr std::string_view header = "row,at,kind,coin,wallet,held,amount,balance,reference";
constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
enum Column { row, at, kind, coin, wallet, held, amount, balance, reference, columns };

using Fields = std::array<std::string, columns>;

/// Nothing where there are more or fewer fields than the header has.
std::optional<Fields> fields_of(std::string_view line) {
    Fields fields;
    std::size_t column = 0;
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            // Two quotes inside a quoted field would be one; no field here has any.
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            if (++column == columns) return std::nullopt;
        } else {
            fields[column] += c;
        }
    }
    if (quoted || column + 1 != columns) return std::nullopt;
    return fields;
}

class Check {
  public:
    void take(std::string_view line) {
        ++number_;
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty()) return;
        const auto fields = fields_of(line);
        if (!fields) return find("does not have the nine fields of a statement");
        if (!headed_) return take_header(*fields);
        const auto account = (*fields)[coin] + ' ' + (*fields)[wallet] + ' ' + (*fields)[held];
        const auto stated = Decimal::parse((*fields)[balance]);
        if (!stated) return find("has no balance");
        const auto& what = (*fields)[row];
        if (what == "opening") return open(account, *stated);
        if (what == "movement") return move(account, (*fields)[amount], *stated);
        if (what == "closing") return close(account, *stated);
        find("is not an opening, movement or closing");
    }

    StatementCheck finish() {
        if (!headed_) find("is missing: there is no header");
        for (const auto& [name, account] : accounts_)
            if (!account.closed) result_.findings.push_back(name + " has no closing balance");
        result_.accounts = static_cast<std::int64_t>(accounts_.size());
        return std::move(result_);
    }

  private:
    struct Account {
        Decimal running;
        bool closed = false;
    };

    void find(const std::string& what) {
        result_.findings.push_back("line " + std::to_string(number_) + ' ' + what);
    }

    void take_header(const Fields& fields) {
        headed_ = true;
        std::string given;
        for (const auto& field : fields) given += (given.empty() ? "" : ",") + field;
        if (given != header) find("is not the header of a statement");
    }

    Account* known(const std::string& name) {
        const auto found = accounts_.find(name);
        if (found == accounts_.end()) {
            find("names " + name + ", which has no opening balance");
            return nullptr;
        }
        if (found->second.closed) {
            find("names " + name + ", which is already closed");
            return nullptr;
        }
        return &found->second;
    }

    void open(const std::string& name, Decimal stated) {
        if (!accounts_.try_emplace(name, Account{stated}).second)
            find("opens " + name + " a second time");
    }

    void move(const std::string& name, const std::string& text, Decimal stated) {
        ++result_.movements;
        const auto moved = Decimal::parse(text);
        if (!moved || moved->zero()) return find("has no amount");
        Account* account = known(name);
        if (account == nullptr) return;
        const auto before = account->running;
        account->running = stated;  // One wrong balance is one finding, not all that follow it.
        if (before + *moved != stated)
            find("says " + stated.str() + " where " + before.str() + " and " + moved->str() +
                 " make " + (before + *moved).str());
    }

    void close(const std::string& name, Decimal stated) {
        Account* account = known(name);
        if (account == nullptr) return;
        account->closed = true;
        if (account->running != stated)
            find("closes " + name + " with " + stated.str() + " where its movements lead to " +
                 account->running.str());
    }

    StatementCheck result_;
    std::map<std::string, Account> accounts_;
    std::int64_t number_ = 0;
    bool headed_ = false;
};

}  // namespace

StatementCheck check_statement(std::string_view csv) {
    if (csv.starts_with(byte_order_mark)) csv.remove_prefix(byte_order_mark.size());
    Check check;
    while (!csv.empty()) {
        const auto end = csv.find('\n');
        check.take(csv.substr(0, end));
        csv.remove_prefix(end == std::string_view::npos ? csv.size() : end + 1);
    }
    return check.finish();
}

}  // namespace cambio::ledger
