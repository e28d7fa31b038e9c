#include "account/security.h"

#include "clients/standing.h"

namespace cambio::account {

namespace {

constexpr std::size_t max_device = 200;

constexpr const char* insert_activity = R"sql(
    insert into account_activity (client_id, kind, ip, device, place) values ($1, $2, $3, $4, $5)
)sql";

}  // namespace

void record(pg::Transaction& tx, ClientId client, std::string_view kind, const Origin& origin) {
    tx.change(1, insert_activity,
              {client, kind, origin.ip, origin.device.substr(0, max_device), origin.place});
}

void security_changed(pg::Transaction& tx, ClientId client, notices::Kind what,
                      const Origin& origin, Json::Value data) {
    data["until"] = clients::rest_withdrawals(tx, client);
    record(tx, client, notices::name_of(what), origin);
    notices::tell(tx, client, what, data);
}

}  // namespace cambio::account
