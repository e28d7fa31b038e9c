#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pg/pg.h"

/// What a job writes down for its next steps and for those who watch it: a text by name. Within a
/// transaction (its connection()) a mark stands or falls with what it is about.
namespace cambio::jobs {

/// What waits for money of the house, as the last step of the job that pays it has counted it.
inline constexpr const char* futures_waiting = "futures_waiting";
inline constexpr const char* earn_waiting = "earn_waiting";
inline constexpr const char* fees_waiting = "fees_waiting";

/// What the house has won since the beginning, in USDT, as the last audit that passed has counted
/// it: by trading (positions/exposure.h), and by fees.
inline constexpr const char* house_profit = "house_profit";
inline constexpr const char* house_fees = "house_fees";
/// When somebody last tried to count it: "counted", or why not.
inline constexpr const char* house_profit_tried = "house_profit_tried";

struct Mark {
    std::string value;
    pg::Time at;       ///< when it was set, or what was given
    pg::Time read_at;  ///< now(), by the database's clock
};

std::optional<Mark> read_mark(pg::Connection& db, const std::string& name);
/// Of a mark whose value is a time.
std::optional<pg::Time> read_time_mark(pg::Connection& db, const std::string& name);
/// The values of those that there are.
std::map<std::string, std::string> read_marks(pg::Connection& db,
                                              const std::vector<std::string>& names);

void set_mark(pg::Connection& db, const std::string& name, const pg::Param& value);
/// The same with a moment in place of now.
void set_mark(pg::Connection& db, const std::string& name, const pg::Param& value, pg::Time at);
/// Each name stands there once, and has the value of the same place.
void set_marks(pg::Connection& db, const std::vector<std::string>& names,
               const std::vector<std::string>& values);
/// Writes nothing where the value is what it was.
void change_mark(pg::Connection& db, const std::string& name, const pg::Param& value);
/// False: there is one of this name, which stays as it is.
bool make_mark(pg::Connection& db, const std::string& name, const pg::Param& value);

}  // namespace cambio::jobs
