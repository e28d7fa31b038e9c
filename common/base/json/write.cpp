#include "json/write.h"

#include <json/writer.h>

namespace cambio::json {

namespace {

Json::StreamWriterBuilder one_line(bool utf8) {
    Json::StreamWriterBuilder writer;
    writer["indentation"] = "";
    writer["emitUTF8"] = utf8;
    return writer;
}

}  // namespace

std::string compact(const Json::Value& value) {
    static const auto writer = one_line(false);
    return Json::writeString(writer, value);
}

std::string compact_utf8(const Json::Value& value) {
    static const auto writer = one_line(true);
    return Json::writeString(writer, value);
}

}  // namespace cambio::json
