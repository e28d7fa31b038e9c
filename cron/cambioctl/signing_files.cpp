#include "signing_files.h"

#include <fcntl.h>
#include <json/reader.h>
#include <json/writer.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>

#include "control.h"
#include "pg/pg.h"

namespace cambio::control {

namespace {

constexpr const char* exported_format = "cambio-withdrawals-1";
constexpr const char* signed_format = "cambio-signed-1";

/// Writes a file that only its owner reads, and never over another.
void write_file(const std::string& path, const std::string& text) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        throw Refused{"The file " + path + " cannot be created: " + std::strerror(errno) + '.'};
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto written = ::write(file, rest.data(), rest.size());
        if (written <= 0) break;
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    const bool whole = rest.empty() && ::fsync(file) == 0;
    if (::close(file) != 0 || !whole)
        throw Refused{"The file " + path +
                      " could not be written. Nothing is lost: export --again."};
}

}  // namespace

void write_forms(const std::string& path, const std::vector<Json::Value>& forms) {
    Json::Value document;
    document["format"] = exported_format;
    document["exported_at"] = pg::iso(pg::now());
    for (const auto& form : forms) document["transactions"].append(form);
    // Lines, so that who carries the file can look at it before signing.
    Json::StreamWriterBuilder writer;
    writer["indentation"] = "  ";
    write_file(path, Json::writeString(writer, document) + "\n");
}

Json::Value read_signed(const std::string& path) {
    std::ifstream file{path};
    if (!file) throw Refused{"The file " + path + " cannot be read."};
    Json::Value document;
    std::string problem;
    if (!Json::parseFromStream(Json::CharReaderBuilder{}, file, &document, &problem) ||
        !document.isObject() || document["format"] != signed_format ||
        !document["transactions"].isArray())
        throw Refused{"The file " + path + " does not have the format " + signed_format + '.'};
    return document["transactions"];
}

}  // namespace cambio::control
