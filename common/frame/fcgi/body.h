#pragma once

#include <string_view>

#include "fcgi/request.h"

namespace cambio::fcgi {

/// Adds the fields of a query or of an application/x-www-form-urlencoded body. Throws bad_request
/// where the encoding is broken or there are more than 100 fields, invalid_parameter (naming the
/// field) for a value that is not UTF-8 or holds NUL.
void add_form(Params& params, std::string_view text);

/// Adds the members of a JSON text (RFC 8259), which must be one object of scalars; an empty text
/// has none. Numbers keep their spelling, null is absence. Throws bad_request where it is not JSON
/// or has more than 100 members, invalid_parameter (naming the field) for an object or array inside
/// or a text that is not UTF-8.
void add_json(Params& params, std::string_view text);

}  // namespace cambio::fcgi
