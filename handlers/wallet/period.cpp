#include "period.h"

#include "fcgi/days.h"

namespace cambio::wallet {

namespace {

constexpr std::chrono::days max_period{366};

}  // namespace

Period read_period(fcgi::Params& params) {
    const auto days = fcgi::read_days(params);
    if (!days.from) throw Error{Code::missing_parameter, "from"};
    if (!days.until) throw Error{Code::missing_parameter, "to"};
    if (*days.until <= *days.from || *days.until - *days.from > max_period)
        throw Error{Code::out_of_range, "to"};
    return {*days.from, *days.until};
}

}  // namespace cambio::wallet
