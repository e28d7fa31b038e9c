#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fcgi/parameter.h"
#include "fcgi/reply.h"
#include "fcgi/request.h"
#include "money/ids.h"
#include "pg/pg.h"
#include "token/asker.h"
#include "token/codes.h"

/// Who is at the door: a browser in which the account's owner has signed in before, or a stranger
/// from some network. What strangers do is counted apart and costs work after a few tries; the
/// owner's own browser is never kept waiting for it.
namespace cambio::auth {

struct Visitor {
    std::string ip;
    /// Of a browser that is known: device_marks.id, or link_marks.id of one by link.
    std::optional<std::int64_t> device;
    bool by_link = false;  ///< known by a link alone: nobody has signed in there yet

    token::Asker asker() const;
    /// Where the second factor is asked for: whoever reads the mailbox can follow a link, and
    /// guesses at what shall stop a thief of the mailbox no more often for it than any stranger.
    token::Asker asker_of_second_factor() const;
};

/// `account`: whom it is about; nothing where nobody is known by that name.
Visitor visitor_of(const fcgi::Request& request, pg::Transaction& tx,
                   std::optional<ClientId> account);

/// A browser that is known from now on.
struct Mark {
    std::int64_t id;                    ///< device_marks.id, or link_marks.id of one by link
    std::optional<std::string> cookie;  ///< for the reply, where it has none of this name
};
/// One in which the client signs in.
Mark mark_device(const fcgi::Request& request, pg::Transaction& tx, ClientId client);
/// One in which the client has followed a link or set a new password with a code from the mailbox:
/// for a day, unless they sign in there.
Mark mark_device_by_link(const fcgi::Request& request, pg::Transaction& tx, ClientId client);

constexpr fcgi::Parameter work_parameter{"work", fcgi::Type::text, fcgi::Need::optional,
                                         "The answer to the challenge of work_required."};
std::string work_in(fcgi::Params& params);

/// Asks a stranger for work before another code; throws Error work_required.
void expect_work_for_code(const fcgi::Request& request, pg::Transaction& tx, const Visitor& visitor,
                          token::Purpose purpose, const std::string& address,
                          const std::string& work);

/// Asks everybody for work, the first time too, before something that nobody does often.
void expect_work(const fcgi::Request& request, pg::Transaction& tx, std::string_view act,
                 const std::string& subject, const std::string& work);

/// Asks for work before something that costs the server more with each of so many tries; `act` and
/// `subject` say for what the work is. Throws Error work_required.
void expect_work(const fcgi::Request& request, pg::Transaction& tx, std::string_view act,
                 const std::string& subject, std::int64_t tries, const std::string& work);

/// Wrong sign-in passwords. `account` is the e-mail, or the name under which nobody is known. Five
/// from one network within fifteen minutes lock it out for this account, twenty from anywhere all
/// strangers; the owner's browser has five of its own.
class SignInAttempt {
  public:
    /// Throws Error too_many_attempts or work_required.
    SignInAttempt(const fcgi::Request& request, pg::Transaction& tx, const Visitor& visitor,
                  const std::string& account, const std::string& work);
    /// True: from now on this visitor is locked out. The caller commits.
    bool wrong();
    void right();

  private:
    pg::Transaction& tx_;
    bool stranger_;
    std::string subject_, strangers_, network_;
};

/// Opens the door again for who has proved the mailbox: from this network for any browser.
void forgive_sign_in(pg::Transaction& tx, const Visitor& visitor, const std::string& account);

}  // namespace cambio::auth
