#pragma once

#include <string_view>

namespace cambio::fcgi {

/// What a parameter is, for the API description; the getters of Params decide what is taken.
enum class Type {
    text,
    secret,  ///< a password, a code, a token: never logged, shown or sent back
    email,
    phone,
    amount,  ///< a decimal in a string
    integer,
    boolean,
    id,
    choice,  ///< one of `choices`
    image,   ///< a data URL
};

enum class Need { required, optional };

struct Parameter {
    std::string_view name;
    Type type;
    Need need;
    std::string_view meaning;       ///< a sentence for whoever writes a program against the API
    std::string_view choices = {};  ///< with '|' between them
};

}  // namespace cambio::fcgi
