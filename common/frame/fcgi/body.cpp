#include "fcgi/body.h"

#include <optional>
#include <string>
#include <vector>

#include "fcgi/text.h"
#include "text/utf8.h"

namespace cambio::fcgi {

namespace {

constexpr int max_fields = 100;
constexpr std::size_t max_name = 64;

[[noreturn]] void unreadable() {
    throw Error{Code::bad_request};
}

void check_name(std::string_view name, int number) {
    if (number > max_fields || name.empty() || name.size() > max_name || !printable_utf8(name))
        unreadable();
}

void add_checked(Params& params, std::string name, std::string value) {
    if (!valid_utf8(value)) throw Error{Code::invalid_parameter, name};
    params.add(std::move(name), std::move(value));
}

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::string decode(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            if (i + 2 >= text.size()) unreadable();
            const int high = hex_value(text[i + 1]);
            const int low = hex_value(text[i + 2]);
            if (high < 0 || low < 0) unreadable();
            result += static_cast<char>(high * 16 + low);
            i += 2;
        } else {
            result += text[i] == '+' ? ' ' : text[i];
        }
    }
    return result;
}

/// Reads a flat object. JSON of any depth needs a tree and floats; parameters need neither.
class JsonReader {
  public:
    explicit JsonReader(std::string_view text) : rest_{text} {}

    void read_into(Params& params) {
        std::vector<std::string> nulls;
        expect('{');
        if (!skip('}')) {
            int number = 0;
            do {
                std::string name = string();
                check_name(name, ++number);
                expect(':');
                auto value = scalar(name);
                if (!value) nulls.push_back(name);
                add_checked(params, std::move(name), std::move(value).value_or(""));
            } while (skip(','));
            expect('}');
        }
        skip_blank();
        if (!rest_.empty()) unreadable();
        // As if it had not been given, unless it was given twice.
        for (const auto& name : nulls) params.take(name);
    }

  private:
    void skip_blank() {
        const auto first = rest_.find_first_not_of(" \t\r\n");
        rest_.remove_prefix(first == std::string_view::npos ? rest_.size() : first);
    }

    bool skip(char c) {
        skip_blank();
        if (!rest_.starts_with(c)) return false;
        rest_.remove_prefix(1);
        return true;
    }

    void expect(char c) {
        if (!skip(c)) unreadable();
    }

    /// Nothing for null.
    std::optional<std::string> scalar(const std::string& name) {
        skip_blank();
        if (rest_.starts_with('"')) return string();
        if (rest_.starts_with('{') || rest_.starts_with('['))
            throw Error{Code::invalid_parameter, name};
        if (word("null")) return {};
        if (word("true")) return "true";
        if (word("false")) return "false";
        return number();
    }

    bool word(std::string_view text) {
        if (!rest_.starts_with(text)) return false;
        rest_.remove_prefix(text.size());
        return true;
    }

    std::size_t digits(std::size_t at) const {
        const auto from = at;
        while (at < rest_.size() && rest_[at] >= '0' && rest_[at] <= '9') ++at;
        if (at == from) unreadable();
        return at;
    }

    std::string number() {
        const auto is = [&](std::size_t at, char c) { return at < rest_.size() && rest_[at] == c; };
        std::size_t at = is(0, '-') ? 1 : 0;
        at = is(at, '0') ? at + 1 : digits(at);
        if (is(at, '.')) at = digits(at + 1);
        if (is(at, 'e') || is(at, 'E')) {
            ++at;
            if (is(at, '+') || is(at, '-')) ++at;
            at = digits(at);
        }
        std::string text{rest_.substr(0, at)};
        rest_.remove_prefix(at);
        return text;
    }

    std::string string() {
        expect('"');
        std::string text;
        for (;;) {
            const auto end = rest_.find_first_of("\"\\");
            if (end == std::string_view::npos) unreadable();
            const auto plain = rest_.substr(0, end);
            for (const char c : plain)
                if (static_cast<unsigned char>(c) < 0x20) unreadable();
            text += plain;
            const bool last = rest_[end] == '"';
            rest_.remove_prefix(end + 1);
            if (last) return text;
            escape(text);
        }
    }

    void escape(std::string& text) {
        constexpr std::string_view letters = "\"\\/bfnrt";
        constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
        if (rest_.empty()) unreadable();
        const char letter = rest_.front();
        rest_.remove_prefix(1);
        if (letter == 'u') {
            text::append_utf8(text, code_point());
            return;
        }
        const auto at = letters.find(letter);
        if (at == std::string_view::npos) unreadable();
        text += meanings[at];
    }

    unsigned code_unit() {
        if (rest_.size() < 4) unreadable();
        unsigned unit = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const int digit = hex_value(rest_[i]);
            if (digit < 0) unreadable();
            unit = unit * 16 + static_cast<unsigned>(digit);
        }
        rest_.remove_prefix(4);
        return unit;
    }

    unsigned code_point() {
        const unsigned first = code_unit();
        if (first < 0xd800 || first > 0xdfff) return first;
        if (first > 0xdbff || !word("\\u")) unreadable();
        const unsigned second = code_unit();
        if (second < 0xdc00 || second > 0xdfff) unreadable();
        return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
    }

    std::string_view rest_;
};

}  // namespace

void add_form(Params& params, std::string_view text) {
    int number = 0;
    while (!text.empty()) {
        const auto end = text.find('&');
        const auto field = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (field.empty()) continue;
        const auto equals = field.find('=');
        const auto value =
            equals == std::string_view::npos ? std::string_view{} : field.substr(equals + 1);
        std::string name = decode(field.substr(0, equals));
        check_name(name, ++number);
        add_checked(params, std::move(name), decode(value));
    }
}

void add_json(Params& params, std::string_view text) {
    if (text.empty()) return;
    JsonReader{text}.read_into(params);
}

}  // namespace cambio::fcgi
