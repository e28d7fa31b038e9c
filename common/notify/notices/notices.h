#pragma once

#include <json/value.h>

#include <map>
#include <string>
#include <string_view>

#include "http/messages.h"
#include "money/ids.h"
#include "pg/pg.h"

/// What clients are told: the bell's notifications, and mails in six languages. The bell's
/// sentences stand in the site's catalogue under the kind's name; mails in texts/<language>.json.
namespace cambio::notices {

enum class Kind {
#define X(name, mail, push, page) name,
#include "notices/kinds.def"
#undef X
};

std::string_view name_of(Kind kind);

/// As what a kind reaches the client's browsers while the site is closed (web_push/message.h).
enum class Wake { none, price, order, security };

/// None for a name that is no kind's.
Wake wake_of(std::string_view kind);

/// The site's page about a notification: "/trades/spot/BTC". Empty where there is none.
std::string page_of(std::string_view kind, const Json::Value& data);

/// Stores a notification for the bell and, where the kind has one, a mail that the job send_mails
/// will send; both are part of the transaction. `data` fills the {holes} of the texts: an object of
/// texts, nothing secret. After the commit the caller announces it.
void tell(pg::Transaction& tx, ClientId client, Kind kind, const Json::Value& data = {});

/// For the bell alone, also where the kind has a mail.
void tell_by_bell(pg::Transaction& tx, ClientId client, Kind kind, const Json::Value& data = {});

/// As tell(), of a kind that has a mail, but at most so many times in a day: for what others can
/// bring about as often as they like.
void tell_rarely(pg::Transaction& tx, ClientId client, Kind kind, int max_in_a_day,
                 const Json::Value& data = {});

/// The statement that writes a notification for the bell for each row of a query (client_id, the
/// name of a kind, jsonb): for who prepares its statements itself.
std::string bell_for_each(std::string_view query);
/// The same of one kind, for each row (client_id, jsonb), with a mail to whom none of the kind was
/// written within the hour: a client may bring these about as fast as orders, and other people's
/// mails would wait behind them. There must be an index for that look, and the bell does not count:
/// who often hears of what is harmless would get no mail of what is not.
std::string tell_for_each(Kind kind, std::string_view query);

/// As tell() for every client who is not frozen; how many there are. Nobody's page is told: bells
/// see it when they next look.
std::int64_t tell_all(pg::Transaction& tx, Kind kind, const Json::Value& data = {});

/// The languages of the texts: en, zh, de, ja, es, vi.
bool is_language(std::string_view name);

/// The first of the languages that an Accept-Language header (RFC 9110) prefers, else "en".
std::string_view preferred_language(std::string_view accept_language);

using Values = std::map<std::string, std::string, std::less<>>;

/// The mail `name` of texts/<language>.json to an address, with its {holes} filled, a closing line,
/// and the client's anti-phishing code where there is one. English where the language lacks it.
/// Throws std::logic_error for a name that no language has.
Message mail(std::string_view language, std::string_view name, const std::string& address,
             const Values& values, std::string_view anti_phishing_code = {});

struct BellWords {
    std::string title, text;
};

/// What the bell shows of a notification, by the site's own catalogue
/// (site/src/text/<language>/notifications.json); numbers are as the server writes them.
BellWords bell_words(std::string_view language, std::string_view kind, const Values& data);

/// Some words of texts/<language>.json for the hole of another text.
std::string phrase(std::string_view language, std::string_view name);

/// The text message `name`, the same way.
Message sms(std::string_view language, std::string_view name, const std::string& number,
            const Values& values);

}  // namespace cambio::notices
