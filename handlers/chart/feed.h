#pragma once

#include <exception>
#include <string>

#include "error/error.h"
#include "error/sentence.h"
#include "fcgi/reply.h"

namespace cambio::chart {

constexpr const char* exchange_name = "Cambio";
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

}  // namespace cambio::chart
