// Programs of one release run on the schema of the next (nginx/README.md, "Upgrade and rollback"):
// each migration says from which one on programs may run on it, and one that takes something away
// says that fewer may. They also run while other hosts serve: each takes one hot table.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "support/scratch_database.h"

namespace cambio::test {
namespace {

/// The last migrations from before the rules.
const std::string before_rule = "086", before_rule_of_locks = "102";

/// Everything from an opening to the next closing, as often as it is there.
void erase_between(std::string& text, std::string_view opens, std::string_view closes) {
    for (std::size_t at = 0; (at = text.find(opens, at)) != std::string::npos;) {
        const auto end = text.find(closes, at + opens.size());
        const auto behind = end == std::string::npos ? text.size() : end + closes.size();
        text.replace(at, behind - at, " ");
    }
}

/// Statements without comments, texts, bodies of functions and what stands in parentheses.
std::string bare(std::string sql) {
    erase_between(sql, "--", "\n");
    erase_between(sql, "$$", "$$");
    erase_between(sql, "'", "'");
    for (auto close = sql.find(')'); close != std::string::npos; close = sql.find(')')) {
        const auto open = sql.rfind('(', close);
        if (open == std::string::npos) break;
        sql.replace(open, close - open + 1, " ");
    }
    std::ranges::transform(sql, sql.begin(), [](unsigned char c) { return std::tolower(c); });
    return std::regex_replace(sql, std::regex{"\\s+"}, " ");
}

/// What the one group of each match names.
std::set<std::string> all_named(const std::string& text, const std::regex& pattern) {
    std::set<std::string> names;
    for (std::sregex_iterator it{text.begin(), text.end(), pattern}, end; it != end; ++it)
        names.insert((*it)[1].str());
    return names;
}

/// Whether a table that was there before may no longer have equal rows.
bool makes_unique(const std::string& text) {
    static const std::regex creates{R"(\bcreate table ([\w.]+))"},
        unique{R"(\bcreate unique index\b[^;]*?\bon (?:only )?([\w.]+))"};
    return !std::ranges::includes(all_named(text, creates), all_named(text, unique));
}

/// Whether it takes away or forbids what a program of the release before may need.
bool contracts(const std::string& sql) {
    static const std::regex takes_away{
        R"(\bdrop (?!constraint\b|index\b|trigger\b|not null\b|identity\b|rule\b))"
        R"(|\brename\b|\balter (column )?\w+ (set data )?type\b|\bset not null\b|\brevoke\b)"
        R"(|\badd (constraint|check|foreign|unique|primary|exclude)\b)"
        R"(|\bdelete from ledger\.|\btruncate\b)"};
    const std::string text = bare(sql);
    if (std::regex_search(text, takes_away) || makes_unique(text)) return true;
    static const std::regex clause{"[^,;]+"}, demands{R"(\badd .*\bnot null\b)"},
        gives{R"(\b(default|generated)\b)"};
    for (std::sregex_iterator it{text.begin(), text.end(), clause}, end; it != end; ++it) {
        const std::string one = it->str();
        if (std::regex_search(one, demands) && !std::regex_search(one, gives)) return true;
    }
    return false;
}

/// The tables that a running exchange writes all the time, of those that it changes or indexes.
std::set<std::string> hot_tables(const std::string& sql) {
    static const std::set<std::string> hot{
        "clients",         "sessions",         "orders",        "fills",         "positions",
        "ledger_accounts", "ledger_transfers", "notifications", "outgoing_mails"};
    static const std::regex takes{
        R"(\b(?:alter table|update|delete from|insert into|lock table|(?:index|trigger) [^;]*\bon))"
        R"((?: if exists)?(?: only)? (\w+))"};
    auto taken = all_named(bare(sql), takes);
    std::erase_if(taken, [](const std::string& one) { return !hot.contains(one); });
    return taken;
}

std::string contents(const std::filesystem::path& path) {
    std::ostringstream text;
    text << std::ifstream{path}.rdbuf();
    return text.str();
}

TEST(SchemaRule, EachMigrationSaysWhoMayRunOnItAndRaisesThatWhereItTakesSomethingAway) {
    std::map<std::string, std::filesystem::path> migrations;
    for (const auto& file : std::filesystem::directory_iterator{ScratchDatabase::migrations()})
        migrations.emplace(file.path().filename().string(), file.path());
    const std::regex first_line{"^-- compatible-from: ([0-9]{3})\n"};
    std::string highest = before_rule, of_last_that_expands = before_rule;
    for (const auto& [name, path] : migrations) {
        const std::string number = name.substr(0, before_rule.size());
        if (number <= before_rule) continue;
        const std::string text = contents(path);
        std::smatch header;
        ASSERT_TRUE(
            std::regex_search(text, header, first_line, std::regex_constants::match_continuous))
            << name << " does not say in its first line: -- compatible-from: NNN";
        const std::string oldest = header[1].str();
        EXPECT_LE(oldest, number) << name;
        EXPECT_GE(oldest, highest) << name << ": one before it names " << highest;
        if (contracts(text)) {
            EXPECT_GT(oldest, of_last_that_expands)
                << name << " takes something away, and raises nothing";
        } else {
            of_last_that_expands = oldest;
        }
        highest = oldest;
    }
    EXPECT_GT(highest, before_rule);
}

TEST(SchemaRule, EachMigrationTakesOneHotTableAtMost) {
    for (const auto& file : std::filesystem::directory_iterator{ScratchDatabase::migrations()}) {
        const auto name = file.path().filename().string();
        if (name.substr(0, before_rule_of_locks.size()) <= before_rule_of_locks) continue;
        EXPECT_LE(hot_tables(contents(file.path())).size(), 1u)
            << name << " takes them in one transaction, and who serves in another order";
    }
}

TEST(SchemaRule, KnowsWhichHotTablesAMigrationTakes) {
    using Tables = std::set<std::string>;
    EXPECT_EQ(
        hot_tables("alter table sessions add n int; update sessions set n = 1;\n"
                   "create index a on outgoing_mails (name);\nalter table clients add n int;"),
        (Tables{"clients", "outgoing_mails", "sessions"}));
    EXPECT_EQ(hot_tables("alter table things add n int; update things set n = 1;\n"
                         "create function f(s sessions, c clients) returns void language sql as\n"
                         "$$ update clients set n = 1 $$; -- alter table orders\n"
                         "grant update (n) on clients to cambio_app; grant select on orders to a;"),
              Tables{});
}

TEST(SchemaRule, KnowsWhatTakesSomethingAway) {
    for (const char* sql :
         {"drop table things;",
          "alter table things drop column n;",
          "alter table things drop n;",
          "alter table things rename column n to m;",
          "alter table things rename to others;",
          "alter table things\n  alter column n\n type bigint;",
          "alter table things alter n set data type bigint using n::bigint;",
          "alter table things alter column n set not null;",
          "alter table things add column n int not null;",
          "alter table things add column a int, add column n numeric(38,18) not null;",
          "alter table things add constraint positive check (n > 0);",
          "alter table things alter column n drop default;",
          "create unique index a on things (n);",
          "create unique index on things (n);",
          "create unique index concurrently if not exists a on only things (n);",
          "create table ledger.others (n int); create unique index a on ledger.things (n);",
          "revoke insert on things from cambio_app;",
          "DROP VIEW things;",
          "delete from ledger.posters where kind = 1;",
          "drop function one(int);"})
        EXPECT_TRUE(contracts(sql)) << sql;
    for (const char* sql :
         {"create table things (n int not null, m text);", "alter table things add column n int;",
          "alter table things add column n int not null default 0;",
          "alter table things add column n int, add column m bool not null default true;",
          "alter table things drop constraint positive;", "drop index a;",
          "alter table things alter column n drop not null;",
          "create index a on things (n) where n is not null;",
          "create table things (n int); create unique index a on things (n) where n > 0;",
          "grant insert on things to cambio_app;",
          "-- drop table things\nselect 'drop table things';",
          "create function f() returns void language sql as $$ drop table things $$;",
          "drop trigger a on things;"})
        EXPECT_FALSE(contracts(sql)) << sql;
}

}  // namespace
}  // namespace cambio::test
