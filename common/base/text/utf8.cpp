#include "text/utf8.h"

namespace cambio::text {

void append_utf8(std::string& to, unsigned point) {
    const auto put = [&](unsigned byte) { to += static_cast<char>(byte); };
    const auto follow = [&](unsigned shift) { put(0x80 | ((point >> shift) & 0x3f)); };
    if (point < 0x80) {
        put(point);
    } else if (point < 0x800) {
        put(0xc0 | (point >> 6));
        follow(0);
    } else if (point < 0x10000) {
        put(0xe0 | (point >> 12));
        follow(6);
        follow(0);
    } else {
        put(0xf0 | (point >> 18));
        follow(12);
        follow(6);
        follow(0);
    }
}

}  // namespace cambio::text
