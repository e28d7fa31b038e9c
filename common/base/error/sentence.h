#pragma once

#include <string>

#include "error/error.h"

namespace cambio {

/// The sentence of an error's code, its holes ({minimum}) filled with what the error was given by
/// that name. A hole without a fact is left out, and its parentheses with it.
std::string sentence_of(const Error& error);

}  // namespace cambio
