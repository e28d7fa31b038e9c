#include "error/error.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace cambio {

namespace {

struct Entry {
    std::string_view name;
    int status;
    std::string_view text;
};

constexpr Entry catalogue[] = {
#define X(code, status, text) {#code, status, text},
#include "error/codes.def"
#undef X
};

const Entry& entry(Code code) {
    return catalogue[static_cast<std::size_t>(code)];
}

}  // namespace

int status_of(Code code) {
    return entry(code).status;
}

std::string_view name_of(Code code) {
    return entry(code).name;
}

std::optional<Code> code_named(std::string_view name) {
    const auto found = std::ranges::find(catalogue, name, &Entry::name);
    if (found == std::end(catalogue)) return std::nullopt;
    return static_cast<Code>(found - std::begin(catalogue));
}

std::string_view text_of(Code code) {
    return entry(code).text;
}

}  // namespace cambio
