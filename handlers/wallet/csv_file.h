#pragma once

#include <string>

#include "fcgi/route.h"

namespace cambio::wallet {

/// A reply that the browser saves under this name.
inline fcgi::Reply csv_file(const std::string& text, const std::string& name) {
    auto reply = fcgi::Reply::text(text, "text/csv; charset=utf-8");
    reply.header("Content-Disposition", "attachment; filename=\"" + name + '"');
    return reply;
}

}  // namespace cambio::wallet
