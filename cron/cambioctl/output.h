#pragma once

#include <json/value.h>

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "money/decimal.h"
#include "pg/pg.h"

/// Everything goes to standard output as text for people, or with --json as one JSON value.
namespace cambio::control {

/// The text without what a terminal would obey or draw the wrong way round: a name, a file or a
/// node's answer says what a line reads, never what the screen does. Line ends stay.
std::string harmless(std::string_view text);

/// A line on standard error.
void complain(const std::string& sentence);

/// A list: its columns in this order. In JSON an array of objects of texts, null where there is
/// none.
void print_list(const pg::Result& rows, std::initializer_list<const char*> columns, bool json);

/// The same as text alone, of an array of objects that are a part of a larger JSON value.
void print_table(const Json::Value& rows, std::initializer_list<const char*> columns);

/// One thing: a line for each member, in this order. In JSON the object itself.
void print_card(const Json::Value& object, std::initializer_list<const char*> members, bool json);

/// What was done: the sentence, or {"message": "success", …} with the members of `data`.
void print_done(const std::string& sentence, Json::Value data, bool json);

/// The amount as text, or null.
Json::Value or_null(const std::optional<Decimal>& amount);

}  // namespace cambio::control
