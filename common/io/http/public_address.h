#pragma once

struct sockaddr;

namespace cambio::http {

/// Whether an address belongs to the public internet: not to this machine, a private or a link's
/// network, a carrier's, a multicast group or any other range of IANA's special-purpose registries.
bool is_public(const sockaddr& address);

}  // namespace cambio::http
