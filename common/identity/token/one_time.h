#pragma once

#include <json/value.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "money/ids.h"
#include "pg/pg.h"

/// Random tokens that stand once, for a while, for something that the server keeps: the second step
/// of a sign-in, an OAuth state, a password reset. Only their hashes are stored.
namespace cambio::token {

struct OneTime {
    std::optional<ClientId> client;
    Json::Value data;
};

/// Makes a token of 32 random bytes in hexadecimal; the only copy.
std::string issue_one_time(pg::Transaction& tx, std::string_view purpose,
                           std::optional<ClientId> client, const Json::Value& data,
                           std::chrono::seconds lifetime);

/// What it stands for, using it up when the transaction commits. Nothing: unknown, of another
/// purpose, too old or used.
std::optional<OneTime> take_one_time(pg::Transaction& tx, std::string_view purpose,
                                     std::string_view token);

/// The client that it stands for, without using it up. Whoever changes the client with it locks the
/// client first and takes the token then, in which order whoever ends all tokens of a client does.
std::optional<ClientId> client_of_one_time(pg::Transaction& tx, std::string_view purpose,
                                           std::string_view token);

/// The same as take_one_time without using it up; at most `max_tries` times (each call counts when
/// the transaction commits), so that what it guards cannot be guessed with it.
std::optional<OneTime> try_one_time(pg::Transaction& tx, std::string_view purpose,
                                    std::string_view token, int max_tries);

/// Uses up all that stand for the client, whatever for.
void end_one_time(pg::Transaction& tx, ClientId client);

/// Uses up all there are, of everybody, and all codes and links (codes.h, browser_links.h): after a
/// backup was restored, what was used once after its moment would be good once more.
void end_proofs_of_all(pg::Transaction& tx);

}  // namespace cambio::token
