#pragma once

#include <json/value.h>

#include <string>
#include <vector>

/// The files that go to where the keys are, and what comes back.
namespace cambio::control {

/// A new file with what is to be signed, which only its owner reads. Never writes over another one:
/// throws Refused.
void write_forms(const std::string& path, const std::vector<Json::Value>& forms);

/// The list of transactions that were signed. Throws Refused where the file holds something else.
Json::Value read_signed(const std::string& path);

}  // namespace cambio::control
