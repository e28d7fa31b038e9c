#include "passwords.h"

#include "engine.h"

namespace cambio::spot {

void with_password(const token::Session& caller, std::optional<std::string> password,
                   const std::shared_ptr<fcgi::Later>& later, std::function<void()> go_on) {
    if (!password || engine().passwords.remembered(caller, *password)) return go_on();
    engine().passwords.verify_later(
        caller, std::move(*password),
        [later, go_on = std::move(go_on)](token::PasswordVerdict verdict) {
            switch (verdict) {
                case token::PasswordVerdict::right:
                    return go_on();
                case token::PasswordVerdict::wrong:
                    return later->answer(fcgi::Reply::message("wrong_transaction_password"));
                case token::PasswordVerdict::locked:
                    return later->answer(Error{Code::trading_locked});
                case token::PasswordVerdict::unavailable:
                    return later->answer(Error{Code::unavailable});
            }
        });
}

}  // namespace cambio::spot
