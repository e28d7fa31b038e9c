#include "page.h"

namespace cambio::rewards {

namespace {

constexpr std::int64_t max_rows = 50;
constexpr std::int64_t last_page = 100'000;

std::int64_t number_of(fcgi::Params& params, std::string_view name, std::int64_t otherwise,
                       std::int64_t most) {
    const auto number = params.optional<std::int64_t>(name).value_or(otherwise);
    if (number < 1 || number > most) throw Error{Code::out_of_range, std::string{name}};
    return number;
}

}  // namespace

Page read_page(fcgi::Params& params) {
    Page page;
    page.limit = number_of(params, "per_page", page.limit, max_rows);
    page.offset = (number_of(params, "page", 1, last_page) - 1) * page.limit;
    return page;
}

}  // namespace cambio::rewards
