#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

#include "error/error.h"
#include "error/sentence.h"
#include "fcgi/reply.h"
#include "fcgi/route.h"

namespace cambio::chart {

constexpr const char* exchange_name = "Cambio";
/// Of what may be asked for, in seconds: the year 2100.
constexpr std::int64_t latest_time = 4102444800;
constexpr const char* supported_resolutions[] = {"1",   "5",  "15", "30", "60",
                                                 "240", "1D", "1W", "1M"};

/// The datafeed's clients ignore the HTTP status and read the body, so every refusal is one of
/// theirs: {"s":"error","errmsg":…}, with the catalogue's sentence and the field it is about.
template <class Answer>
fcgi::Reply answer_feed(Answer&& answer) {
    try {
        return answer();
    } catch (const Error& error) {
        Json::Value reply;
        reply["s"] = "error";
        reply["errmsg"] =
            sentence_of(error) + (error.field().empty() ? "" : " (" + error.field() + ")");
        return fcgi::Reply::json(reply, status_of(error.code()));
    }
}

/// A call of the datafeed: read by anybody, and kept by nginx for so many seconds.
constexpr fcgi::Route feed(std::string_view path, fcgi::Function function, int cache_seconds = 1) {
    return {.method = fcgi::Method::get,
            .path = path,
            .access = fcgi::Access::guest,
            .limit = fcgi::Limit::reads,
            .effect = fcgi::Effect::reads,
            .function = function,
            .cache_seconds = cache_seconds};
}

}  // namespace cambio::chart
