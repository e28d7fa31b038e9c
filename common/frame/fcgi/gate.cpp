#include "fcgi/gate.h"

#include <algorithm>
#include <thread>

#include "token/trading_unlock.h"

namespace cambio::fcgi {

namespace {

constexpr std::size_t max_field = 64;
// Argon2id takes long texts, but nobody's password is longer than this.
constexpr std::size_t max_password = 128;
constexpr int max_tries = 3;
constexpr std::chrono::milliseconds breath{20};
constexpr std::int64_t max_rows = 200;
constexpr std::int64_t last_page = 100'000;

bool plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

void run(Later& later, const std::function<void()>& go_on) {
    try {
        go_on();
    } catch (const std::exception& error) {
        later.answer(error);
    }
}

std::int64_t number_of(Params& params, std::string_view name, std::int64_t otherwise,
                       std::int64_t most) {
    const auto number = params.optional<std::int64_t>(name).value_or(otherwise);
    if (number < 1 || number > most) throw Error{Code::out_of_range, std::string{name}};
    return number;
}

}  // namespace

std::string read_idempotency_key(Params& params) {
    auto key = params.optional<std::string>("client_id", max_field).value_or("");
    if (!std::ranges::all_of(key, plain)) throw Error{Code::invalid_parameter, "client_id"};
    return key;
}

bool given(Params& params, std::string_view name) {
    const auto text = params.optional<std::string>(name, max_field);
    return text && !text->empty();
}

std::optional<std::string> read_trading_password(Request& request) {
    auto password = request.params.optional<std::string>("transaction_password", max_password);
    if (request.session().key) return {};
    if (!password && !token::unlocked_until(*request.db(), request.session()))
        throw Error{Code::missing_parameter, "transaction_password"};
    return password;
}

void prove_trading_password(token::TradingPasswords& passwords, const std::shared_ptr<Later>& later,
                            std::optional<std::string> password, std::function<void()> go_on) {
    const token::Session caller = later->request().session();
    if (caller.trading_locked_until > pg::now()) return later->answer(Error{Code::trading_locked});
    if (!password || passwords.remembered(caller, *password)) return run(*later, go_on);
    passwords.verify_later(
        caller, std::move(*password),
        [later, go_on = std::move(go_on)](token::PasswordVerdict verdict) {
            switch (verdict) {
                case token::PasswordVerdict::right:
                    return run(*later, go_on);
                case token::PasswordVerdict::wrong:
                    return later->answer(Reply::message("wrong_transaction_password"));
                case token::PasswordVerdict::locked:
                    return later->answer(Error{Code::trading_locked});
                case token::PasswordVerdict::unavailable:
                    return later->answer(Error{Code::unavailable});
            }
        });
}

void with_transaction_password(token::TradingPasswords& passwords, Later later,
                               std::optional<std::string> password,
                               std::function<Reply(const Request&)> work) {
    const auto waiting = std::make_shared<Later>(std::move(later));
    prove_trading_password(passwords, waiting, std::move(password),
                           [waiting, work = std::move(work)] {
                               waiting->answer(retried([&] { return work(waiting->request()); }));
                           });
}

Reply retried(const std::function<Reply()>& transaction) {
    for (int attempt = 1;; ++attempt) {
        try {
            return transaction();
        } catch (const pg::Failure& failure) {
            const bool again = failure.serialization() || failure.unique_violation();
            if (!again || attempt == max_tries) throw;
        }
        // The other one must come to the lock that it waits for before this one takes it again.
        std::this_thread::sleep_for(attempt * breath);
    }
}

Page read_page(Params& params, std::int64_t usual_rows) {
    Page page;
    page.limit = number_of(params, "per_page", usual_rows, max_rows);
    page.offset = (number_of(params, "page", 1, last_page) - 1) * page.limit;
    return page;
}

}  // namespace cambio::fcgi
