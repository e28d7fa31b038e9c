#pragma once

#include <optional>
#include <string_view>

/// The files texts/<language>.json and the site's notifications.json, compiled in by CMake.
namespace cambio::notices {

/// The JSON of a language; nothing for one that is not there.
std::optional<std::string_view> texts_of(std::string_view language);

/// The same of the site's sentences for the bell.
std::optional<std::string_view> bell_texts_of(std::string_view language);

}  // namespace cambio::notices
