// An owner in an unknown browser, while strangers use up all that strangers may try: a link by
// email makes the browser known in which it is followed. It opens no session. The password and the
// second factor are asked for as always, and only the tries at them are the browser's own.
#include "entry.h"
#include "fcgi/serve.h"
#include "http/messages.h"
#include "lanes.h"
#include "log/log.h"
#include "notices/notices.h"
#include "parameters.h"
#include "routes.h"
#include "token/browser_links.h"
#include "visitor.h"

namespace cambio::auth {

namespace {

using fcgi::Access, fcgi::Effect, fcgi::Limit, fcgi::Method, fcgi::Need, fcgi::Parameter,
    fcgi::Reply, fcgi::Request, fcgi::Route, fcgi::Services, fcgi::Type;

// What follows # stays in the browser, so that no log keeps it, and whatever fetches the addresses
// in mails uses nothing up: the page asks first, and sends it after a press.
constexpr const char* page = "/signin#known-browser=";

constexpr const char* reader_of = R"sql(
    select id, language, coalesce(anti_phishing_code, '') as anti_phishing_code
      from clients where email = $1
)sql";

struct Link {
    std::string token;
    Message message;
};

/// Nothing where nobody has that address, or where its mailbox has a link already.
std::optional<Link> new_link(Services& services, const std::string& address) {
    auto connection = services.pool.borrow();
    pg::Transaction tx{*connection};
    const auto client = tx.maybe(reader_of, {address});
    if (!client) return {};
    const auto link = token::issue_browser_link(tx, client->id<ClientId>("id"));
    if (!link) return {};
    tx.commit();
    const auto& url = services.config.public_url;
    return Link{link->token, notices::mail(client->str("language"), "browser_link", address,
                                           {{"url", url},
                                            {"link", url + page + link->token},
                                            {"minutes", std::to_string(link->lifetime.count())}},
                                           client->text("anti_phishing_code"))};
}

void mail_link(Services& services, const std::string& address) {
    const auto link = new_link(services, address);
    if (!link) return;
    const bool sent = send_mail(services.config, link->message);
    if (!sent) log::warn("browser_link_not_sent");
    auto connection = services.pool.borrow();
    pg::Transaction tx{*connection};
    if (sent)
        token::note_browser_link_sent(tx, link->token);
    else
        token::drop_browser_link(tx, link->token);
    tx.commit();
}

/// The answer is on its way before anybody looks whether the address has an account, so that
/// neither its words nor its time tell.
Reply send_link(Request& request) {
    const auto address = email(request.params, "email");
    const auto work = work_in(request.params);
    request.params.refuse_others();
    {
        auto connection = request.db();
        pg::Transaction tx{*connection};
        expect_work(request, tx, "browser_link", address, work);
        tx.commit();
    }
    mail_lane().run_unheard(
        request.id, [&services = request.services(), address] { mail_link(services, address); });
    return Reply::message("success");
}

/// Makes the browser known that asks: never that of whoever had the link sent. One in which the
/// client has signed in is known anyway, and leaves the link for another.
Reply follow_link(Request& request) {
    const auto token = request.params.required<std::string>("token");
    request.params.refuse_others();
    auto connection = request.db();
    pg::Transaction tx{*connection};
    const auto owner = token::client_of_browser_link(tx, token);
    if (owner) {
        const auto visitor = visitor_of(request, tx, owner);
        if (visitor.device && !visitor.by_link) return Reply::message("success");
    }
    const auto client = owner ? token::take_browser_link(tx, token) : std::nullopt;
    if (!client) throw Error{Code::link_expired, "token"};
    const auto mark = mark_device_by_link(request, tx, *client);
    account::record(tx, *client, "browser_known", origin_of(request));
    tx.commit();
    auto reply = Reply::message("success");
    if (mark.cookie) reply.header("Set-Cookie", *mark.cookie);
    return reply;
}

constexpr Parameter send_parameters[] = {
    {"email", Type::email, Need::required, "The account's email address."},
    work_parameter,
};
constexpr Parameter follow_parameters[] = {
    {"token", Type::secret, Need::required, "What the link's address ends in."},
};

constexpr Route routes[] = {
    Route{Method::post, "/api/v3/known-browser/send-link", Access::guest, Limit::codes,
          Effect::changes_secretly, send_link}
        .takes(send_parameters)
        .gives("Message")
        .means("Sends a link that makes a browser known"),
    Route{Method::post, "/api/v3/known-browser", Access::guest, Limit::logins,
          Effect::changes_secretly, follow_link}
        .takes(follow_parameters)
        .gives("Message")
        .means("Makes this browser known by a link"),
};

}  // namespace

const std::span<const Route> browser_link_routes{routes};

}  // namespace cambio::auth
