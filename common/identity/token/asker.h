#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "money/ids.h"

/// Who asks for a code or tries one. Budgets and tries are counted apart for each, so that what one
/// does never stops another: a stranger who knows an address cannot lock out its owner.
namespace cambio::token {

/// The part of an address that one person commands: the /24 of IPv4, the /64 of IPv6.
std::string network_of(std::string_view ip);

struct Asker {
    std::string name;        ///< what is counted under
    bool stranger = false;   ///< counted with all other strangers too
    bool signed_in = false;  ///< counted with all other sessions of the owner too
    bool known = false;      ///< counted with all other browsers of the owner too
    bool by_link = false;    ///< counted with all other browsers that a link alone made known too

    /// Who is signed in as the owner of the address.
    static Asker owner();
    /// A browser in which the owner has signed in before (device_marks.id), by itself alone: a
    /// thief of one stops no other.
    static Asker browser(std::int64_t device);
    /// One in which only a link by mail was followed (link_marks.id). Whoever has read the mailbox
    /// once uses up nothing of the browsers in which the owner has signed in.
    static Asker browser_by_link(std::int64_t device);
    /// A guest from that address.
    static Asker guest(std::string_view ip);
    /// Who is signed in, by the session alone: a thief of one stops no other.
    static Asker session(SessionId id);
    /// Who is signed in but has not proved that the address is theirs.
    static Asker client(ClientId id);
};

}  // namespace cambio::token
