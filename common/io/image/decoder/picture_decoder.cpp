// Decodes one picture of a stranger, locked in by the kernel, and ends. image/decoder.h starts it.
//   picture_decoder png|jpeg|webp LONGEST_SIDE MOST_PIXELS WIDTH HEIGHT   <FILE >ANSWER
// The answer is a byte of image/answer.h, and for a sound picture its middle in WIDTH × HEIGHT
// pixels (none for 0 × 0). Any exit status but 0 means that there is none.
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "error/error.h"
#include "image/answer.h"
#include "image/codecs.h"
#include "image/locked.h"

namespace cambio::image {

namespace {

/// What decoding takes for each pixel beside the result, at most: a progressive JPEG keeps all its
/// coefficients, WebP a copy with four channels.
constexpr std::size_t bytes_of_pixel = 16;
constexpr std::size_t least_memory = 96u << 20;
constexpr std::size_t max_memory = 1u << 30;
constexpr unsigned seconds = 5;

constexpr std::string_view names[] = {"png", "jpeg", "webp"};
constexpr Format formats[] = {Format::png, Format::jpeg, Format::webp};

struct Task {
    Format format{};
    Limits limits{};
    int width = 0;
    int height = 0;
};

template <class Number>
bool read_number(std::string_view word, Number& number) {
    const char* end = word.data() + word.size();
    const auto [stop, problem] = std::from_chars(word.data(), end, number);
    return problem == std::errc{} && stop == end && number >= 0;
}

bool read_task(int argc, char** argv, Task& task) {
    if (argc != 6) return false;
    const auto* name = std::find(std::begin(names), std::end(names), argv[1]);
    if (name == std::end(names)) return false;
    task.format = formats[name - std::begin(names)];
    return read_number(argv[2], task.limits.max_side) &&
           read_number(argv[3], task.limits.max_pixels) && read_number(argv[4], task.width) &&
           read_number(argv[5], task.height);
}

std::string read_file() {
    std::string bytes;
    std::size_t size = 0;
    for (;;) {
        bytes.resize(size + (1u << 20));
        const auto count = ::read(STDIN_FILENO, bytes.data() + size, bytes.size() - size);
        if (count <= 0) break;
        size += static_cast<std::size_t>(count);
    }
    bytes.resize(size);
    return bytes;
}

std::string answer_to(const Task& task) {
    try {
        const auto picture = decode({task.format, read_file()}, task.limits, "");
        if (task.width == 0 || task.height == 0) return {taken};
        return taken + cover(picture, task.width, task.height).pixels;
    } catch (const Error& error) {
        return {error.code() == Code::image_too_large ? too_large : invalid};
    }
}

bool write_all(std::string_view text) {
    while (!text.empty()) {
        const auto count = ::write(STDOUT_FILENO, text.data(), text.size());
        if (count <= 0) return false;
        text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
}

}  // namespace

}  // namespace cambio::image

int main(int argc, char** argv) {
    using namespace cambio::image;
    Task task;
    if (!read_task(argc, argv, task)) return 2;
    try {
        const auto pixels = static_cast<std::size_t>(task.limits.max_pixels);
        lock_in({std::min(max_memory, least_memory + pixels * bytes_of_pixel), seconds});
        // Not exit(): what libraries do at the end, this process may do no more.
        _exit(write_all(answer_to(task)) ? 0 : 1);
    } catch (...) {
        _exit(1);
    }
}
