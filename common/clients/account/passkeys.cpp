#include "account/passkeys.h"

#include "error/error.h"
#include "notices/notices.h"

namespace cambio::account {

token::RelyingParty passkey_site(const Config& config) {
    auto site = token::relying_party_of(config.public_url);
    if (!site) throw Error{Code::passkeys_off};
    return *std::move(site);
}

token::PasskeyAsk ask_of(const token::Session& session, token::PasskeyUse use,
                         std::string_view what) {
    auto bond = "session " + std::to_string(session.id.value) + ' ';
    bond += what;
    return {use, session.client, std::move(bond)};
}

Json::Value ask_for_passkey(pg::Transaction& tx, const Config& config,
                            const token::PasskeyAsk& ask) {
    const auto site = passkey_site(config);
    if (ask.client && !token::has_passkeys(tx, *ask.client)) throw Error{Code::not_found};
    return token::ask_for_passkey(tx, site, ask);
}

token::CheckedPasskey expect_passkey(pg::Transaction& tx, const token::PasskeyAsk& ask,
                                     const token::Asker& asker, std::string_view answer) {
    auto checked = token::check_passkey(tx, ask, asker, answer);
    expect_right(tx, checked);
    return checked;
}

void expect_right(pg::Transaction& tx, const token::CheckedPasskey& checked) {
    using token::PasskeyCheck;
    if (checked.check == PasskeyCheck::right) return;
    if (checked.check == PasskeyCheck::expired) throw Error{Code::token_expired, "passkey"};
    if (checked.check == PasskeyCheck::copied) {
        Json::Value data;
        data["name"] = checked.name;
        notices::tell(tx, checked.client, notices::Kind::passkey_copied, data);
    }
    tx.commit();
    throw Error{
        checked.check == PasskeyCheck::unknown ? Code::passkey_unknown : Code::passkey_wrong,
        "passkey"};
}

}  // namespace cambio::account
