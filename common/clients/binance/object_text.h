#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cambio::binance {

/// A JSON object that is written as text, member by member, as they come.
class ObjectText {
  public:
    ObjectText& text(std::string_view name, std::string_view value);
    ObjectText& number(std::string_view name, std::int64_t value);
    ObjectText& flag(std::string_view name, bool value);
    /// A value that is JSON already.
    ObjectText& json(std::string_view name, std::string_view value);
    std::string end() &&;

  private:
    void begin_member(std::string_view name);
    std::string text_ = "{";
};

/// A JSON array of values that are JSON already.
std::string array_text(const std::vector<std::string>& values);

}  // namespace cambio::binance
