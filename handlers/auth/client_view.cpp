#include "client_view.h"

namespace cambio::auth {

namespace {

constexpr const char* client_by_id = R"sql(
    select id, status, membership_level, withdraw_transfer_status, withdraw_restriction,
           email, mobile_number, user_unique_id, account_status
      from clients where id = $1
)sql";

}  // namespace

Json::Value client_view(pg::Transaction& tx, ClientId client) {
    const auto row = tx.one(client_by_id, {client});
    Json::Value view;
    for (const char* column :
         {"id", "status", "membership_level", "withdraw_transfer_status", "withdraw_restriction"})
        view[column] = row.str(column);
    auto& user = view["user"];
    for (const char* column : {"email", "user_unique_id", "account_status"})
        user[column] = row.str(column);
    user["mobile_number"] = row.maybe_str("mobile_number").value_or("");
    return view;
}

}  // namespace cambio::auth
