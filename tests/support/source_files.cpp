#include "support/source_files.h"

namespace cambio::test {

std::string source_file(const std::string& path) {
    return CAMBIO_SOURCE + path;
}

}  // namespace cambio::test
