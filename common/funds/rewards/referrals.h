#pragma once

#include <string>
#include <vector>

#include "money/decimal.h"
#include "money/ids.h"
#include "pg/pg.h"

/// The referral programme: what inviters and their friends get, once for each friend. Whoever signs
/// up with a link has a row in `referrals`, written by the database with the client itself.
namespace cambio::rewards {

/// Trading fee credit in USDT for each of the two, at the friend's first sign-in and again at its
/// first large purchase or deposit.
inline const Decimal referral_credit = Decimal::of(100);
/// A purchase or deposit of more than this many USDT in one transaction is a large one. All fills
/// of one order are one purchase; demo money is no deposit.
inline const Decimal large_amount = Decimal::of(50);
/// What the referrer earns of the fees that its friend really pays, for life.
inline const Decimal referrer_share = *Decimal::parse("0.1");
/// As long as a referrer is unverified, credits come for this many friends; verified, without end.
/// The friends' own credits and the share of fees know no such limit.
inline constexpr int friends_of_unverified = 10;

enum class Step { first_sign_in = 1, first_large_amount = 2 };

/// Decides on the friend's first sign-in whether the referral counts, and writes it down. It counts
/// for nobody when the friend and its referrer, anybody further up the chain of referrers, or
/// another friend of that referrer look like one person: one mailbox; one address of the internet
/// (IPv4) or one site's network (IPv6 /64); or one browser in one network (/24, /48). Loopback and
/// private addresses prove nothing.
bool judge(pg::Transaction& tx, ClientId friend_id);

/// Writes down whether a friend counts from now on for its referrer's tasks, which pay money: the
/// caller knows that it is verified and has made a large purchase or deposit; it also has to have
/// money of its own (in a demonstration everybody has play money).
void count(pg::Transaction& tx, ClientId friend_id, bool demo);

/// The credits of the friend's second step are given, or never will be.
void mark_qualified_credited(pg::Transaction& tx, ClientId friend_id);

/// Gives the step's credit to the friend and its referrer, to each at most once, and tells them.
/// Frozen clients and a referrer beyond friends_of_unverified get nothing. Returns the
/// user_unique_id of who got something. Throws insufficient_balance while house:rewards cannot pay.
std::vector<std::string> give_credit(pg::Transaction& tx, ClientId friend_id, Step step);

}  // namespace cambio::rewards
