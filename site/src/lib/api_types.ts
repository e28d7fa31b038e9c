// Written from the API description by tests/api/types_test --write.

export interface paths {
  "/.well-known/security.txt": {
    /** Tells where to report a vulnerability */
    get: operations["get_well_known_security_txt"];
  };
  "/api/v1/home/coins": {
    /** Lists the most traded pairs, and last prices */
    get: operations["get_v1_home_coins"];
  };
  "/api/v2/buy-more": {
    /** Opens a futures position */
    post: operations["post_v2_buy_more"];
  };
  "/api/v2/chart/chart-series": {
    /** Returns candles for a chart */
    get: operations["get_v2_chart_chart_series"];
  };
  "/api/v2/client-margin": {
    /** Lists the open futures positions and the value of the futures account */
    get: operations["get_v2_client_margin"];
  };
  "/api/v2/earn/store": {
    /** Subscribes to a product, or creates an Auto Invest plan */
    post: operations["post_v2_earn_store"];
  };
  "/api/v2/get-code-for-password": {
    /** Sends a code for a new password, by GET */
    get: operations["get_v2_get_code_for_password"];
    /** Sends a code for a new password */
    post: operations["post_v2_get_code_for_password"];
  };
  "/api/v2/market-all-pairs": {
    /** Lists all pairs, without favorites */
    get: operations["get_v2_market_all_pairs"];
  };
  "/api/v2/mobile-check": {
    /** Tells whether a verified phone number has an account */
    get: operations["get_v2_mobile_check"];
  };
  "/api/v2/my-order": {
    /** Places an order */
    post: operations["post_v2_my_order"];
  };
  "/api/v2/recent-trades": {
    /** Shows one pair's order book and latest trades (older path) */
    get: operations["get_v2_recent_trades"];
  };
  "/api/v2/register": {
    /** Opens an account */
    post: operations["post_v2_register"];
  };
  "/api/v2/send-code": {
    /** Sends a sign-up code by email, by GET */
    get: operations["get_v2_send_code"];
    /** Sends a sign-up code by email */
    post: operations["post_v2_send_code"];
  };
  "/api/v2/update-password": {
    /** Changes the password with a code */
    post: operations["post_v2_update_password"];
  };
  "/api/v2/upload/check-kyc": {
    /** Shows the verification status */
    get: operations["get_v2_upload_check_kyc"];
  };
  "/api/v2/upload/kyc": {
    /** Uploads a photo for the verification */
    post: operations["post_v2_upload_kyc"];
  };
  "/api/v2/username-check": {
    /** Tells whether an email address has an account */
    get: operations["get_v2_username_check"];
  };
  "/api/v3/account-activity": {
    /** Lists the account's activity */
    get: operations["get_v3_account_activity"];
  };
  "/api/v3/account-client": {
    /** Shows the signed-in client */
    get: operations["get_v3_account_client"];
  };
  "/api/v3/add-favorite": {
    /** Adds a coin to the favorites, or removes it, by GET */
    get: operations["get_v3_add_favorite"];
    /** Adds a coin to the favorites, or removes it */
    post: operations["post_v3_add_favorite"];
  };
  "/api/v3/all-pairs": {
    /** Lists all pairs */
    get: operations["get_v3_all_pairs"];
  };
  "/api/v3/analysis": {
    /** Shows Earn balances and interest by day */
    get: operations["get_v3_analysis"];
  };
  "/api/v3/anti-phishing": {
    /** Sets the anti-phishing code */
    post: operations["post_v3_anti_phishing"];
  };
  "/api/v3/api-keys": {
    /** Lists API keys */
    get: operations["get_v3_api_keys"];
  };
  "/api/v3/api-keys/end": {
    /** Ends an API key */
    post: operations["post_v3_api_keys_end"];
  };
  "/api/v3/api-keys/make": {
    /** Makes an API key */
    post: operations["post_v3_api_keys_make"];
  };
  "/api/v3/api-keys/rename": {
    /** Renames an API key */
    post: operations["post_v3_api_keys_rename"];
  };
  "/api/v3/api-keys/restrict": {
    /** Sets what an API key may do */
    post: operations["post_v3_api_keys_restrict"];
  };
  "/api/v3/auth/google": {
    /** Redirects to Google sign-in */
    get: operations["get_v3_auth_google"];
  };
  "/api/v3/auth/google/callback": {
    /** Receives the browser back from Google */
    get: operations["get_v3_auth_google_callback"];
  };
  "/api/v3/avatar": {
    /** Shows the picture */
    get: operations["get_v3_avatar"];
    /** Sets the picture */
    post: operations["post_v3_avatar"];
  };
  "/api/v3/avatar/remove": {
    /** Removes the picture */
    post: operations["post_v3_avatar_remove"];
  };
  "/api/v3/bind-accounts": {
    /** Lists the account's connections */
    get: operations["get_v3_bind_accounts"];
  };
  "/api/v3/buy-history": {
    /** Lists the buy orders, newest first */
    get: operations["get_v3_buy_history"];
  };
  "/api/v3/chart-settings": {
    /** Shows what the client has kept for the charts */
    get: operations["get_v3_chart_settings"];
    /** Keeps what the client chose for the charts, in place of what was there */
    post: operations["post_v3_chart_settings"];
  };
  "/api/v3/claim-task": {
    /** Claims the reward of a task, by GET */
    get: operations["get_v3_claim_task"];
    /** Claims the reward of a task */
    post: operations["post_v3_claim_task"];
  };
  "/api/v3/clients": {
    /** Shows the client and whether it is verified */
    get: operations["get_v3_clients"];
  };
  "/api/v3/coin-assets": {
    /** Shows the facts of one coin */
    get: operations["get_v3_coin_assets"];
  };
  "/api/v3/coin-future-pnl": {
    /** Shows the futures wallet's profit and loss today */
    get: operations["get_v3_coin_future_pnl"];
  };
  "/api/v3/coin-pair/current-price": {
    /** Shows one pair's price */
    get: operations["get_v3_coin_pair_current_price"];
  };
  "/api/v3/coin-profile": {
    /** Shows a coin's profile, and its trades of the last 24 hours by size */
    get: operations["get_v3_coin_profile"];
  };
  "/api/v3/coin-spot-pnl": {
    /** Shows the spot wallet's profit and loss today */
    get: operations["get_v3_coin_spot_pnl"];
  };
  "/api/v3/convert/cancel": {
    /** Cancels a pending conversion */
    post: operations["post_v3_convert_cancel"];
  };
  "/api/v3/convert/history": {
    /** Lists conversions */
    get: operations["get_v3_convert_history"];
  };
  "/api/v3/convert/quote": {
    /** Quotes a rate that is good for a few seconds */
    post: operations["post_v3_convert_quote"];
  };
  "/api/v3/demo-account": {
    /** Opens a throw-away account of a demo, signed in and open for trading */
    post: operations["post_v3_demo_account"];
  };
  "/api/v3/deposit-history": {
    /** Lists the client's deposits */
    get: operations["get_v3_deposit_history"];
  };
  "/api/v3/download-apk": {
    /** Redirects to the Android app */
    get: operations["get_v3_download_apk"];
  };
  "/api/v3/download-ios": {
    /** Redirects to the iOS app */
    get: operations["get_v3_download_ios"];
  };
  "/api/v3/earn/auto-invest": {
    /** Lists the client's Auto Invest plans */
    get: operations["get_v3_earn_auto_invest"];
  };
  "/api/v3/earn/auto-invest/runs": {
    /** Lists the runs of an Auto Invest plan */
    get: operations["get_v3_earn_auto_invest_runs"];
  };
  "/api/v3/earn/auto-invest/state": {
    /** Pauses, resumes or ends a plan */
    post: operations["post_v3_earn_auto_invest_state"];
  };
  "/api/v3/earn/auto-renew": {
    /** Turns auto-renewal of a term on or off */
    post: operations["post_v3_earn_auto_renew"];
  };
  "/api/v3/earn/redeem": {
    /** Redeems a subscription */
    post: operations["post_v3_earn_redeem"];
  };
  "/api/v3/earn/transaction": {
    /** Lists Earn transactions */
    get: operations["get_v3_earn_transaction"];
  };
  "/api/v3/earn/view": {
    /** Lists the Earn products */
    get: operations["get_v3_earn_view"];
  };
  "/api/v3/favorites": {
    /** Lists the client's favorite pairs */
    get: operations["get_v3_favorites"];
  };
  "/api/v3/fee-rates": {
    /** Lists the fee levels and the client's own level */
    get: operations["get_v3_fee_rates"];
  };
  "/api/v3/fetch/address": {
    /** Shows the client's deposit address on a network */
    get: operations["get_v3_fetch_address"];
  };
  "/api/v3/forget-password-code/verify": {
    /** Exchanges a correct code for a password reset token */
    post: operations["post_v3_forget_password_code_verify"];
  };
  "/api/v3/forget-session": {
    /** Clears the cookie of an ended session */
    post: operations["post_v3_forget_session"];
  };
  "/api/v3/forgot-password/send-code": {
    /** Sends a code for a new password, by GET */
    get: operations["get_v3_forgot_password_send_code"];
    /** Sends a code for a new password */
    post: operations["post_v3_forgot_password_send_code"];
  };
  "/api/v3/future-wallet": {
    /** Lists every coin of the futures wallet (older path) */
    get: operations["get_v3_future_wallet"];
  };
  "/api/v3/futures/cancel-closing-order": {
    /** Cancels one order that closes a futures position */
    post: operations["post_v3_futures_cancel_closing_order"];
  };
  "/api/v3/futures/cancel-order": {
    /** Cancels one futures order, or all */
    post: operations["post_v3_futures_cancel_order"];
  };
  "/api/v3/futures/close": {
    /** Requests closing a futures position, or a part of it, at the current mark price */
    post: operations["post_v3_futures_close"];
  };
  "/api/v3/futures/closing-orders": {
    /** Lists the orders that close futures positions: those that are open, or that have ended */
    get: operations["get_v3_futures_closing_orders"];
  };
  "/api/v3/futures/contract": {
    /** Shows a futures contract: prices, funding, terms */
    get: operations["get_v3_futures_contract"];
  };
  "/api/v3/futures/contracts": {
    /** Lists the futures contracts */
    get: operations["get_v3_futures_contracts"];
  };
  "/api/v3/futures/funding": {
    /** Lists the funding that positions paid and received */
    get: operations["get_v3_futures_funding"];
  };
  "/api/v3/futures/funding-rates": {
    /** Lists a contract's last hundred funding rates */
    get: operations["get_v3_futures_funding_rates"];
  };
  "/api/v3/futures/history": {
    /** Lists the closed futures positions */
    get: operations["get_v3_futures_history"];
  };
  "/api/v3/futures/margin": {
    /** Adds margin to a futures position */
    post: operations["post_v3_futures_margin"];
  };
  "/api/v3/futures/orders": {
    /** Lists the futures orders that are open, or that have ended */
    get: operations["get_v3_futures_orders"];
  };
  "/api/v3/futures/place-closing-order": {
    /** Places an order that closes a futures position, or a part of it, at a price to come */
    post: operations["post_v3_futures_place_closing_order"];
  };
  "/api/v3/futures/place-order": {
    /** Places an order that opens a futures position at a price to come */
    post: operations["post_v3_futures_place_order"];
  };
  "/api/v3/futures/reverse": {
    /** Reverses a futures position: requests closing it and opening one of the opposite side with its quantity and leverage, at the current mark price */
    post: operations["post_v3_futures_reverse"];
  };
  "/api/v3/futures/targets": {
    /** Sets or removes the take-profit and stop-loss of a futures position */
    post: operations["post_v3_futures_targets"];
  };
  "/api/v3/futures/transfer": {
    /** Moves money between the client's own wallets */
    post: operations["post_v3_futures_transfer"];
  };
  "/api/v3/generate-wallet": {
    /** Creates the client's deposit address on a network, or shows it, by GET */
    get: operations["get_v3_generate_wallet"];
    /** Creates the client's deposit address on a network, or shows it */
    post: operations["post_v3_generate_wallet"];
  };
  "/api/v3/get-code/anti-phishing": {
    /** Sends a code to confirm an anti-phishing code, by GET */
    get: operations["get_v3_get_code_anti_phishing"];
    /** Sends a code to confirm an anti-phishing code */
    post: operations["post_v3_get_code_anti_phishing"];
  };
  "/api/v3/get-referral": {
    /** Shows the client's referrals and what they earned */
    get: operations["get_v3_get_referral"];
  };
  "/api/v3/getOrder": {
    /** Shows a pair's rules and fees, and the client's balances for it */
    get: operations["get_v3_getOrder"];
  };
  "/api/v3/google-login": {
    /** Completes a sign-in with Google */
    post: operations["post_v3_google_login"];
  };
  "/api/v3/google/bind/start": {
    /** Starts connecting a Google account */
    post: operations["post_v3_google_bind_start"];
  };
  "/api/v3/google/unbind": {
    /** Disconnects the Google account */
    post: operations["post_v3_google_unbind"];
  };
  "/api/v3/inn-coins": {
    /** Lists the pairs of other coins */
    get: operations["get_v3_inn_coins"];
  };
  "/api/v3/inno-coins": {
    /** Lists the pairs of the Ethereum group */
    get: operations["get_v3_inno_coins"];
  };
  "/api/v3/known-browser": {
    /** Makes this browser known by a link */
    post: operations["post_v3_known_browser"];
  };
  "/api/v3/known-browser/send-link": {
    /** Sends a link that makes a browser known */
    post: operations["post_v3_known_browser_send_link"];
  };
  "/api/v3/language": {
    /** Sets the language of emails and text messages */
    post: operations["post_v3_language"];
  };
  "/api/v3/login": {
    /** Signs in with an email address */
    post: operations["post_v3_login"];
  };
  "/api/v3/login/passkey": {
    /** Completes a sign-in with a passkey as the second factor */
    post: operations["post_v3_login_passkey"];
  };
  "/api/v3/login/passkey/begin": {
    /** Starts the second step of a sign-in with a passkey */
    post: operations["post_v3_login_passkey_begin"];
  };
  "/api/v3/login/two-factor": {
    /** Completes a sign-in with a second factor */
    post: operations["post_v3_login_two_factor"];
  };
  "/api/v3/logout": {
    /** Signs out */
    post: operations["post_v3_logout"];
  };
  "/api/v3/main-coins": {
    /** Lists the pairs of main coins */
    get: operations["get_v3_main_coins"];
  };
  "/api/v3/minings": {
    /** Lists the mineable coins with their balances in the spot wallet */
    get: operations["get_v3_minings"];
  };
  "/api/v3/mobile-login": {
    /** Signs in with a phone number */
    post: operations["post_v3_mobile_login"];
  };
  "/api/v3/my-profile": {
    /** Changes the profile, by GET */
    get: operations["get_v3_my_profile"];
    /** Changes the profile */
    post: operations["post_v3_my_profile"];
  };
  "/api/v3/networks": {
    /** Lists the coins for deposits and withdrawals, and their networks */
    get: operations["get_v3_networks"];
  };
  "/api/v3/news": {
    /** Lists the news */
    get: operations["get_v3_news"];
  };
  "/api/v3/news/image": {
    /** Shows the picture of a news item */
    get: operations["get_v3_news_image"];
  };
  "/api/v3/notifications": {
    /** Lists notifications */
    get: operations["get_v3_notifications"];
  };
  "/api/v3/notifications/browsers": {
    /** Lists the browsers that get push messages */
    get: operations["get_v3_notifications_browsers"];
  };
  "/api/v3/notifications/browsers/add": {
    /** Has push messages sent to this browser, until its session is signed out */
    post: operations["post_v3_notifications_browsers_add"];
  };
  "/api/v3/notifications/browsers/remove": {
    /** Ends push messages to a browser */
    post: operations["post_v3_notifications_browsers_remove"];
  };
  "/api/v3/notifications/read": {
    /** Marks notifications as read */
    post: operations["post_v3_notifications_read"];
  };
  "/api/v3/notifications/unread": {
    /** Counts unread notifications */
    get: operations["get_v3_notifications_unread"];
  };
  "/api/v3/one-step-withdrawal": {
    /** Turns one-step withdrawal on or off */
    post: operations["post_v3_one_step_withdrawal"];
  };
  "/api/v3/other-history": {
    /** Lists rewards, refunds and transfers between own wallets, newest first */
    get: operations["get_v3_other_history"];
  };
  "/api/v3/otp": {
    /** Sends a withdrawal code by email */
    post: operations["post_v3_otp"];
  };
  "/api/v3/overview": {
    /** Shows the value of the wallets in USDT */
    get: operations["get_v3_overview"];
  };
  "/api/v3/passkey-login": {
    /** Signs in with a passkey */
    post: operations["post_v3_passkey_login"];
  };
  "/api/v3/passkey-login/begin": {
    /** Starts a sign-in with a passkey */
    post: operations["post_v3_passkey_login_begin"];
  };
  "/api/v3/passkeys": {
    /** Lists the account's passkeys */
    get: operations["get_v3_passkeys"];
  };
  "/api/v3/passkeys/add": {
    /** Adds a passkey */
    post: operations["post_v3_passkeys_add"];
  };
  "/api/v3/passkeys/begin": {
    /** Starts adding a passkey */
    post: operations["post_v3_passkeys_begin"];
  };
  "/api/v3/passkeys/remove": {
    /** Removes a passkey */
    post: operations["post_v3_passkeys_remove"];
  };
  "/api/v3/passkeys/rename": {
    /** Renames a passkey */
    post: operations["post_v3_passkeys_rename"];
  };
  "/api/v3/pnl": {
    /** Shows today's profit and loss */
    get: operations["get_v3_pnl"];
  };
  "/api/v3/policy-reports": {
    /** Takes a browser's report of what the content policy has stopped, or of a page that failed */
    post: operations["post_v3_policy_reports"];
  };
  "/api/v3/price-alerts": {
    /** Lists the price alerts, those that wait first */
    get: operations["get_v3_price_alerts"];
  };
  "/api/v3/price-alerts/clear": {
    /** Removes the price alerts that were met */
    post: operations["post_v3_price_alerts_clear"];
  };
  "/api/v3/price-alerts/make": {
    /** Makes a price alert: its owner is told once, by the bell and by email */
    post: operations["post_v3_price_alerts_make"];
  };
  "/api/v3/price-alerts/remove": {
    /** Removes a price alert */
    post: operations["post_v3_price_alerts_remove"];
  };
  "/api/v3/profile": {
    /** Shows the profile */
    get: operations["get_v3_profile"];
  };
  "/api/v3/realized-gains": {
    /** Lists what each sale of a coin won against its cost, and what futures brought */
    get: operations["get_v3_realized_gains"];
  };
  "/api/v3/recent-trades": {
    /** Shows one pair's order book and latest trades */
    get: operations["get_v3_recent_trades"];
  };
  "/api/v3/reset-password": {
    /** Sets a new password */
    post: operations["post_v3_reset_password"];
  };
  "/api/v3/security": {
    /** Shows the account's security settings */
    get: operations["get_v3_security"];
  };
  "/api/v3/sell-history": {
    /** Lists the sell orders, newest first */
    get: operations["get_v3_sell_history"];
  };
  "/api/v3/sendSMSCode": {
    /** Sends a code to a phone number, by GET */
    get: operations["get_v3_sendSMSCode"];
    /** Sends a code to a phone number */
    post: operations["post_v3_sendSMSCode"];
  };
  "/api/v3/sessions": {
    /** Lists signed-in devices */
    get: operations["get_v3_sessions"];
  };
  "/api/v3/sessions/revoke": {
    /** Signs out one device */
    post: operations["post_v3_sessions_revoke"];
  };
  "/api/v3/sessions/revoke-all": {
    /** Signs out all devices */
    post: operations["post_v3_sessions_revoke_all"];
  };
  "/api/v3/stake": {
    /** Lists the client's subscriptions */
    get: operations["get_v3_stake"];
  };
  "/api/v3/statement": {
    /** Lists every movement in a period, with opening and closing balances */
    get: operations["get_v3_statement"];
  };
  "/api/v3/status": {
    /** Shows the state of the exchange */
    get: operations["get_v3_status"];
  };
  "/api/v3/step-up/passkey": {
    /** Asks for a passkey for a change of security settings */
    post: operations["post_v3_step_up_passkey"];
  };
  "/api/v3/step-up/send-code": {
    /** Sends a code for a change of security settings by email */
    post: operations["post_v3_step_up_send_code"];
  };
  "/api/v3/stream-ticket": {
    /** Issues a ticket for the client's private stream */
    post: operations["post_v3_stream_ticket"];
  };
  "/api/v3/task/view": {
    /** Lists tasks and their progress */
    get: operations["get_v3_task_view"];
  };
  "/api/v3/tax-transactions": {
    /** Lists all transactions of a period in the format of a program for tax returns */
    get: operations["get_v3_tax_transactions"];
  };
  "/api/v3/test-coins": {
    /** Sends test coins of the demo chain to the client's own deposit address */
    post: operations["post_v3_test_coins"];
  };
  "/api/v3/top-assets": {
    /** Lists the client's largest holdings */
    get: operations["get_v3_top_assets"];
  };
  "/api/v3/trades/amend-order": {
    /** Changes the prices or the quantity of an open order or a pair */
    post: operations["post_v3_trades_amend_order"];
  };
  "/api/v3/trades/cancel-order": {
    /** Cancels one order, or all, by GET */
    get: operations["get_v3_trades_cancel_order"];
    /** Cancels one order, or all */
    post: operations["post_v3_trades_cancel_order"];
  };
  "/api/v3/trades/funds": {
    /** Lists the client's coins in the spot wallet */
    get: operations["get_v3_trades_funds"];
  };
  "/api/v3/trades/open-orders": {
    /** Lists the open orders */
    get: operations["get_v3_trades_open_orders"];
  };
  "/api/v3/trades/order-histories": {
    /** Lists the filled and cancelled orders, and the fills */
    get: operations["get_v3_trades_order_histories"];
  };
  "/api/v3/trading-choices": {
    /** Sets how orders ask */
    post: operations["post_v3_trading_choices"];
  };
  "/api/v3/trading-lock": {
    /** Closes this session for trading without the transaction password */
    post: operations["post_v3_trading_lock"];
  };
  "/api/v3/trading-unlock": {
    /** Says until when this session is open for trading */
    get: operations["get_v3_trading_unlock"];
    /** Opens this session for trading without the transaction password */
    post: operations["post_v3_trading_unlock"];
  };
  "/api/v3/trading-unlock/passkey": {
    /** Asks for a passkey to open this session for trading */
    post: operations["post_v3_trading_unlock_passkey"];
  };
  "/api/v3/transfers": {
    /** Lists the transfers between the client's own wallets */
    get: operations["get_v3_transfers"];
  };
  "/api/v3/two-factor": {
    /** Shows whether two-factor authentication is on */
    get: operations["get_v3_two_factor"];
  };
  "/api/v3/two-factor/begin": {
    /** Starts setting up an authenticator app */
    post: operations["post_v3_two_factor_begin"];
  };
  "/api/v3/two-factor/confirm": {
    /** Turns on two-factor authentication */
    post: operations["post_v3_two_factor_confirm"];
  };
  "/api/v3/two-factor/recovery-codes": {
    /** Creates new recovery codes */
    post: operations["post_v3_two_factor_recovery_codes"];
  };
  "/api/v3/two-factor/remove": {
    /** Turns off two-factor authentication */
    post: operations["post_v3_two_factor_remove"];
  };
  "/api/v3/update-password": {
    /** Changes the password */
    post: operations["post_v3_update_password"];
  };
  "/api/v3/update-profile": {
    /** Changes the profile, confirmed with the password */
    post: operations["post_v3_update_profile"];
  };
  "/api/v3/update-transaction-password": {
    /** Changes the transaction password */
    post: operations["post_v3_update_transaction_password"];
  };
  "/api/v3/update-withdraw-limit": {
    /** Sets the daily withdrawal limit */
    post: operations["post_v3_update_withdraw_limit"];
  };
  "/api/v3/verify-mobile": {
    /** Connects a phone number */
    post: operations["post_v3_verify_mobile"];
  };
  "/api/v3/wallet-balance": {
    /** Shows one coin of the spot wallet */
    get: operations["get_v3_wallet_balance"];
  };
  "/api/v3/wallet-single-coin": {
    /** Shows one coin of the spot wallet with its deposits and withdrawals */
    get: operations["get_v3_wallet_single_coin"];
  };
  "/api/v3/wallet-single-coin-pnl": {
    /** Shows one coin's average cost, and its profit and loss */
    get: operations["get_v3_wallet_single_coin_pnl"];
  };
  "/api/v3/wallet/bind": {
    /** Connects a browser wallet */
    post: operations["post_v3_wallet_bind"];
  };
  "/api/v3/wallet/costs": {
    /** Shows what the coins of the spot wallet have cost on average, and would win now */
    get: operations["get_v3_wallet_costs"];
  };
  "/api/v3/wallet/portfolio": {
    /** Shows the value of the wallets by day or by hour */
    get: operations["get_v3_wallet_portfolio"];
  };
  "/api/v3/wallet/unbind": {
    /** Disconnects the browser wallet */
    post: operations["post_v3_wallet_unbind"];
  };
  "/api/v3/wallets/funding": {
    /** Lists every coin of the funding wallet */
    get: operations["get_v3_wallets_funding"];
  };
  "/api/v3/wallets/future": {
    /** Lists every coin of the futures wallet */
    get: operations["get_v3_wallets_future"];
  };
  "/api/v3/wallets/spot": {
    /** Lists every coin of the spot wallet */
    get: operations["get_v3_wallets_spot"];
  };
  "/api/v3/web3": {
    /** Shows the connected browser wallet and its history */
    get: operations["get_v3_web3"];
  };
  "/api/v3/web3-connect": {
    /** Connects a browser wallet to the wallet page */
    post: operations["post_v3_web3_connect"];
  };
  "/api/v3/web3-disconnect": {
    /** Disconnects the browser wallet from the wallet page */
    post: operations["post_v3_web3_disconnect"];
  };
  "/api/v3/web3-login": {
    /** Signs in with a browser wallet */
    post: operations["post_v3_web3_login"];
  };
  "/api/v3/web3-nonce": {
    /** Issues the nonce that a browser wallet signs, by GET */
    get: operations["get_v3_web3_nonce"];
    /** Issues the nonce that a browser wallet signs */
    post: operations["post_v3_web3_nonce"];
  };
  "/api/v3/withdraw-history": {
    /** Lists the client's withdrawals */
    get: operations["get_v3_withdraw_history"];
  };
  "/api/v3/withdrawal-addresses": {
    /** Lists saved withdrawal addresses */
    get: operations["get_v3_withdrawal_addresses"];
  };
  "/api/v3/withdrawal-addresses/add": {
    /** Saves a withdrawal address */
    post: operations["post_v3_withdrawal_addresses_add"];
  };
  "/api/v3/withdrawal-addresses/remove": {
    /** Removes a withdrawal address */
    post: operations["post_v3_withdrawal_addresses_remove"];
  };
  "/api/v3/withdrawal-limits": {
    /** Shows how much can be withdrawn now */
    get: operations["get_v3_withdrawal_limits"];
  };
  "/api/v3/withdrawal-whitelist": {
    /** Turns the withdrawal whitelist on or off */
    post: operations["post_v3_withdrawal_whitelist"];
  };
  "/api/v3/withdrawals": {
    /** Requests a withdrawal */
    post: operations["post_v3_withdrawals"];
  };
  "/api/v3/withdrawals/cancel": {
    /** Cancels a withdrawal that has not been signed */
    post: operations["post_v3_withdrawals_cancel"];
  };
  "/api/v3/withdrawals/check-address": {
    /** Tells whether an address can receive withdrawals */
    post: operations["post_v3_withdrawals_check_address"];
  };
  "/binance/api/v3/account": {
    /** Shows the spot wallet, as Binance does */
    get: operations["get_binance_api_v3_account"];
  };
  "/binance/api/v3/account/commission": {
    /** Shows the fees of a market, as Binance does */
    get: operations["get_binance_api_v3_account_commission"];
  };
  "/binance/api/v3/aggTrades": {
    /** Lists trades joined by order and price, as Binance does */
    get: operations["get_binance_api_v3_aggTrades"];
  };
  "/binance/api/v3/allOrderList": {
    /** Lists pairs of orders, as Binance does */
    get: operations["get_binance_api_v3_allOrderList"];
  };
  "/binance/api/v3/allOrders": {
    /** Lists orders, as Binance does */
    get: operations["get_binance_api_v3_allOrders"];
  };
  "/binance/api/v3/avgPrice": {
    /** Gives the average price of five minutes, as Binance does */
    get: operations["get_binance_api_v3_avgPrice"];
  };
  "/binance/api/v3/depth": {
    /** Gives an order book, as Binance does */
    get: operations["get_binance_api_v3_depth"];
  };
  "/binance/api/v3/exchangeInfo": {
    /** Gives the rules of the markets, as Binance does */
    get: operations["get_binance_api_v3_exchangeInfo"];
  };
  "/binance/api/v3/historicalTrades": {
    /** Lists older trades, as Binance does */
    get: operations["get_binance_api_v3_historicalTrades"];
  };
  "/binance/api/v3/klines": {
    /** Gives candles, as Binance does */
    get: operations["get_binance_api_v3_klines"];
  };
  "/binance/api/v3/myTrades": {
    /** Lists the client's trades, as Binance does */
    get: operations["get_binance_api_v3_myTrades"];
  };
  "/binance/api/v3/openOrderList": {
    /** Lists open pairs of orders, as Binance does */
    get: operations["get_binance_api_v3_openOrderList"];
  };
  "/binance/api/v3/openOrders": {
    /** Lists open orders, as Binance does */
    get: operations["get_binance_api_v3_openOrders"];
    /** Cancels all orders of a market, as Binance does */
    delete: operations["delete_binance_api_v3_openOrders"];
  };
  "/binance/api/v3/order": {
    /** Shows an order, as Binance does */
    get: operations["get_binance_api_v3_order"];
    /** Places an order, as Binance does */
    post: operations["post_binance_api_v3_order"];
    /** Cancels an order, as Binance does */
    delete: operations["delete_binance_api_v3_order"];
  };
  "/binance/api/v3/order/amend/keepPriority": {
    /** Makes an order smaller, as Binance does */
    put: operations["put_binance_api_v3_order_amend_keepPriority"];
  };
  "/binance/api/v3/order/cancelReplace": {
    /** Cancels an order and places another, as Binance does */
    post: operations["post_binance_api_v3_order_cancelReplace"];
  };
  "/binance/api/v3/order/oco": {
    /** Places a pair of orders, as Binance once did */
    post: operations["post_binance_api_v3_order_oco"];
  };
  "/binance/api/v3/order/test": {
    /** Checks an order that is not placed, as Binance does */
    post: operations["post_binance_api_v3_order_test"];
  };
  "/binance/api/v3/orderList": {
    /** Shows a pair of orders, as Binance does */
    get: operations["get_binance_api_v3_orderList"];
    /** Cancels a pair of orders, as Binance does */
    delete: operations["delete_binance_api_v3_orderList"];
  };
  "/binance/api/v3/orderList/oco": {
    /** Places a pair of orders, one of which ends the other, as Binance does */
    post: operations["post_binance_api_v3_orderList_oco"];
  };
  "/binance/api/v3/ping": {
    /** Answers, as Binance's client wants to know */
    get: operations["get_binance_api_v3_ping"];
  };
  "/binance/api/v3/rateLimit/order": {
    /** Shows how many orders a key may still place, as Binance does */
    get: operations["get_binance_api_v3_rateLimit_order"];
  };
  "/binance/api/v3/ticker": {
    /** Gives the figures of a window of time, as Binance does */
    get: operations["get_binance_api_v3_ticker"];
  };
  "/binance/api/v3/ticker/24hr": {
    /** Gives the figures of a day, as Binance does */
    get: operations["get_binance_api_v3_ticker_24hr"];
  };
  "/binance/api/v3/ticker/bookTicker": {
    /** Gives the best prices of markets, as Binance does */
    get: operations["get_binance_api_v3_ticker_bookTicker"];
  };
  "/binance/api/v3/ticker/price": {
    /** Gives last prices, as Binance does */
    get: operations["get_binance_api_v3_ticker_price"];
  };
  "/binance/api/v3/time": {
    /** Gives the server's time, as Binance does */
    get: operations["get_binance_api_v3_time"];
  };
  "/binance/api/v3/trades": {
    /** Lists the latest trades, as Binance does */
    get: operations["get_binance_api_v3_trades"];
  };
  "/binance/api/v3/uiKlines": {
    /** Gives candles for a page, as Binance does */
    get: operations["get_binance_api_v3_uiKlines"];
  };
  "/binance/dapi/v1/exchangeInfo": {
    /** Lists contracts in the coin, as Binance does: none */
    get: operations["get_binance_dapi_v1_exchangeInfo"];
  };
  "/binance/fapi/v1/exchangeInfo": {
    /** Lists contracts in the quote coin, as Binance does: none */
    get: operations["get_binance_fapi_v1_exchangeInfo"];
  };
  "/binance/sapi/v1/asset/tradeFee": {
    /** Lists the fees of markets, as Binance does */
    get: operations["get_binance_sapi_v1_asset_tradeFee"];
  };
  "/binance/sapi/v1/capital/config/getall": {
    /** Lists coins and their networks, as Binance does */
    get: operations["get_binance_sapi_v1_capital_config_getall"];
  };
  "/binance/sapi/v1/capital/deposit/hisrec": {
    /** Lists deposits, as Binance does */
    get: operations["get_binance_sapi_v1_capital_deposit_hisrec"];
  };
  "/binance/sapi/v1/capital/withdraw/history": {
    /** Lists withdrawals, as Binance does */
    get: operations["get_binance_sapi_v1_capital_withdraw_history"];
  };
  "/binance/sapi/v1/margin/allPairs": {
    /** Lists pairs that can be traded on margin, as Binance does: none */
    get: operations["get_binance_sapi_v1_margin_allPairs"];
  };
  "/binance/sapi/v1/margin/isolated/allPairs": {
    /** Lists pairs of isolated margin, as Binance does: none */
    get: operations["get_binance_sapi_v1_margin_isolated_allPairs"];
  };
  "/binance/sapi/v1/system/status": {
    /** Says that the system works, as Binance does */
    get: operations["get_binance_sapi_v1_system_status"];
  };
  "/readyz": {
    /** Tells a load balancer whether to send traffic here */
    get: operations["get_readyz"];
  };
  "/udf/config": {
    /** Returns the datafeed configuration */
    get: operations["get_udf_config"];
  };
  "/udf/history": {
    /** Returns candles */
    get: operations["get_udf_history"];
  };
  "/udf/history/five-min": {
    /** Returns 5-minute candles */
    get: operations["get_udf_history_five_min"];
  };
  "/udf/history/four-hour": {
    /** Returns 4-hour candles */
    get: operations["get_udf_history_four_hour"];
  };
  "/udf/history/one-day": {
    /** Returns daily candles */
    get: operations["get_udf_history_one_day"];
  };
  "/udf/history/one-hour": {
    /** Returns hourly candles */
    get: operations["get_udf_history_one_hour"];
  };
  "/udf/history/ticker": {
    /** Returns candles (alternative path) */
    get: operations["get_udf_history_ticker"];
  };
  "/udf/marks": {
    /** Returns the client's own trades as marks on the candles */
    get: operations["get_udf_marks"];
  };
  "/udf/quotes": {
    /** Returns quotes of several symbols */
    get: operations["get_udf_quotes"];
  };
  "/udf/search": {
    /** Finds symbols by name */
    get: operations["get_udf_search"];
  };
  "/udf/symbol_info": {
    /** Describes all symbols, one array for each field */
    get: operations["get_udf_symbol_info"];
  };
  "/udf/symbols": {
    /** Describes one symbol */
    get: operations["get_udf_symbols"];
  };
  "/udf/time": {
    /** Returns the server time */
    get: operations["get_udf_time"];
  };
  "/udf/timescale_marks": {
    /** Returns the marks on the time axis */
    get: operations["get_udf_timescale_marks"];
  };
}
export interface components {
  schemas: {
    AccountActivity: {
      activity: {
        /** Format: date-time */
        at: string;
        device: string;
        id: string;
        ip: string;
        kind: string;
        place: string;
      }[];
      count: number;
      page: number;
    };
    /** @description The signed-in client. */
    AccountClient: {
      client: components["schemas"]["Client"];
    };
    ApiKey: {
      /** Format: date-time */
      created_at: string;
      expired: boolean;
      /** Format: date-time */
      expires_at: string | null;
      id: string;
      /** @description what a program names the key by: 64 letters and digits */
      key: string;
      kind: "ed25519" | "hmac";
      label: string;
      /**
       * Format: date-time
       * @description written once a minute
       */
      last_used_at: string | null;
      /** @description the address, or empty */
      last_used_ip: string;
      /** @description the pairs that it may trade in; null: all */
      markets: string[] | null;
      /** @description where it may be used from, as CIDR; null: anywhere */
      networks: string[] | null;
      /** @description of an Ed25519 key, as base64 of its 32 bytes */
      public_key: string | null;
      scope: "read" | "trade";
    };
    ApiKeyMade: {
      key: components["schemas"]["ApiKey"];
      message: "success";
      /** @description of an HMAC key, here and never again */
      secret: string | null;
    };
    ApiKeys: {
      keys: components["schemas"]["ApiKey"][];
      /** @description what each key may ask for */
      limits: {
        orders_per_10_seconds: number;
        orders_per_day: number;
        weight_per_minute: number;
      };
      /** @description how many a client may have */
      most: number;
    };
    /** @description The spot wallet; commissions are in hundredths of a percent. */
    BinanceAccount: {
      accountType: string;
      balances: {
        asset: string;
        free: components["schemas"]["BinanceFigure"];
        locked: components["schemas"]["BinanceFigure"];
      }[];
      brokered: boolean;
      buyerCommission: number;
      canDeposit: boolean;
      canTrade: boolean;
      canWithdraw: boolean;
      commissionRates: components["schemas"]["BinanceRates"];
      makerCommission: number;
      permissions: string[];
      preventSor: boolean;
      requireSelfTradePrevention: boolean;
      sellerCommission: number;
      takerCommission: number;
      uid: number;
      updateTime: number;
    };
    /** @description The average price of the last minutes. */
    BinanceAverage: {
      closeTime: number;
      mins: number;
      price: components["schemas"]["BinanceFigure"];
    };
    /** @description An object where one symbol was asked for, else a list. */
    BinanceBest:
      components["schemas"]["BinanceBestOfOne"] | components["schemas"]["BinanceBestOfOne"][];
    /** @description The best prices of a market; figures are 0 where nobody offers. */
    BinanceBestOfOne: {
      askPrice: components["schemas"]["BinanceFigure"];
      askQty: components["schemas"]["BinanceFigure"];
      bidPrice: components["schemas"]["BinanceFigure"];
      bidQty: components["schemas"]["BinanceFigure"];
      symbol: string;
    };
    /** @description Levels of price and quantity, best first. Pushes of the book count on from lastUpdateId. */
    BinanceBook: {
      asks: components["schemas"]["BinanceFigure"][][];
      bids: components["schemas"]["BinanceFigure"][][];
      lastUpdateId: number;
    };
    /** @description Opening, open, high, low, close, volume, end; then 0 for what is not kept: volume in the quote coin, number of trades, what takers bought of either coin; and a 0 that means nothing. */
    BinanceCandle: [
      number,
      components["schemas"]["BinanceFigure"],
      components["schemas"]["BinanceFigure"],
      components["schemas"]["BinanceFigure"],
      components["schemas"]["BinanceFigure"],
      components["schemas"]["BinanceFigure"],
      number,
      components["schemas"]["BinanceFigure"],
      number,
      components["schemas"]["BinanceFigure"],
      components["schemas"]["BinanceFigure"],
      "0",
    ];
    /** @description Candles, oldest first. */
    BinanceCandles: components["schemas"]["BinanceCandle"][];
    /** @description Coins, and the networks that carry them. */
    BinanceCoins: {
      coin: string;
      depositAllEnable: boolean;
      free: components["schemas"]["BinanceFigure"];
      isLegalMoney: boolean;
      locked: components["schemas"]["BinanceFigure"];
      name: string;
      networkList: {
        busy: boolean;
        coin: string;
        contractAddress: string;
        depositDust: components["schemas"]["BinanceFigure"];
        depositEnable: boolean;
        estimatedArrivalTime: number;
        isDefault: boolean;
        minConfirm: number;
        name: string;
        network: string;
        sameAddress: boolean;
        unLockConfirm: number;
        withdrawEnable: boolean;
        withdrawFee: components["schemas"]["BinanceFigure"];
        withdrawIntegerMultiple: string;
        withdrawMin: components["schemas"]["BinanceFigure"];
      }[];
      trading: boolean;
      withdrawAllEnable: boolean;
    }[];
    /** @description The fees of a market. */
    BinanceCommission: {
      discount: components["schemas"]["BinanceDiscount"];
      specialCommission: components["schemas"]["BinanceRates"];
      standardCommission: components["schemas"]["BinanceRates"];
      symbol: string;
      taxCommission: components["schemas"]["BinanceRates"];
    };
    /** @description Deposits, newest first. status is 0 pending, 1 success, 2 rejected (its block is no more of the chain), 6 credited and not to be withdrawn yet, or 7 a wrong deposit, which is not credited. */
    BinanceDeposits: {
      address: string;
      addressTag: "";
      amount: components["schemas"]["BinanceFigure"];
      coin: string;
      /** @description When it was credited. */
      completeTime?: number;
      /** @description What it has, and what it needs to be credited. */
      confirmTimes: string;
      id: string;
      insertTime: number;
      network: string;
      status: 0 | 1 | 2 | 6 | 7;
      transferType: 0;
      travelRuleStatus: 0;
      txId: string;
      /** @description What it needs to be withdrawn. */
      unlockConfirm: number;
      walletType: 0;
    }[];
    /** @description A discount of fees: there is none. */
    BinanceDiscount: {
      discount: components["schemas"]["BinanceFigure"];
      discountAsset: string;
      enabledForAccount: boolean;
      enabledForSymbol: boolean;
    };
    /** @description How Binance's clients want to hear of a refusal. */
    BinanceError: {
      code: number;
      msg: string;
    };
    /** @description The fees of markets. */
    BinanceFees: {
      makerCommission: components["schemas"]["BinanceFigure"];
      symbol: string;
      takerCommission: components["schemas"]["BinanceFigure"];
    }[];
    /** @description A decimal with at least eight places. */
    BinanceFigure: string;
    /** @description One rule of a market. */
    BinanceFilter: {
      filterType:
        | "PRICE_FILTER"
        | "LOT_SIZE"
        | "MARKET_LOT_SIZE"
        | "NOTIONAL"
        | "PERCENT_PRICE_BY_SIDE"
        | "MAX_NUM_ORDERS"
        | "MAX_NUM_ALGO_ORDERS"
        | "TRAILING_DELTA";
    };
    /** @description What one order took at one price: its id, those of its first and last trade, price, quantity, time, whether the buyer rested. */
    BinanceJoinedTrade: {
      a: number;
      f: number;
      l: number;
      m: boolean;
      M: boolean;
      p: components["schemas"]["BinanceFigure"];
      q: components["schemas"]["BinanceFigure"];
      T: number;
    };
    /** @description Joined trades, oldest first. */
    BinanceJoinedTrades: components["schemas"]["BinanceJoinedTrade"][];
    /** @description There are none. */
    BinanceNoContracts: {
      exchangeFilters: unknown[];
      rateLimits: unknown[];
      symbols: unknown[];
      timezone: string;
    };
    /** @description There are none. */
    BinanceNoPairs: unknown[];
    /** @description An empty object. */
    BinanceNothing: Record<string, never>;
    /** @description An order. */
    BinanceOrder: {
      clientOrderId: string;
      cummulativeQuoteQty: components["schemas"]["BinanceFigure"];
      executedQty: components["schemas"]["BinanceFigure"];
      icebergQty: components["schemas"]["BinanceFigure"];
      isWorking: boolean;
      orderId: number;
      orderListId: number;
      origQty: components["schemas"]["BinanceFigure"];
      origQuoteOrderQty: components["schemas"]["BinanceFigure"];
      price: components["schemas"]["BinanceFigure"];
      selfTradePreventionMode: "EXPIRE_TAKER";
      side: "BUY" | "SELL";
      status: "NEW" | "PARTIALLY_FILLED" | "FILLED" | "CANCELED" | "EXPIRED" | "EXPIRED_IN_MATCH";
      stopPrice?: components["schemas"]["BinanceFigure"];
      symbol: string;
      time: number;
      timeInForce: "GTC" | "IOC" | "FOK";
      trailingDelta?: number;
      /** @description Since when its stop follows the price. */
      trailingTime?: number;
      type:
        | "LIMIT"
        | "MARKET"
        | "LIMIT_MAKER"
        | "STOP_LOSS"
        | "STOP_LOSS_LIMIT"
        | "TAKE_PROFIT"
        | "TAKE_PROFIT_LIMIT";
      updateTime: number;
      workingTime: number;
    };
    /** @description An order that became smaller, as it is now. */
    BinanceOrderAmended: {
      amendedOrder: {
        clientOrderId: string;
        cumulativeQuoteQty: components["schemas"]["BinanceFigure"];
        executedQty: components["schemas"]["BinanceFigure"];
        orderId: number;
        orderListId: number;
        origClientOrderId: string;
        preventedQty: components["schemas"]["BinanceFigure"];
        price: components["schemas"]["BinanceFigure"];
        qty: components["schemas"]["BinanceFigure"];
        quoteOrderQty: components["schemas"]["BinanceFigure"];
        selfTradePreventionMode: "EXPIRE_TAKER";
        side: "BUY" | "SELL";
        status: "NEW" | "PARTIALLY_FILLED" | "FILLED" | "CANCELED" | "EXPIRED" | "EXPIRED_IN_MATCH";
        stopPrice?: components["schemas"]["BinanceFigure"];
        symbol: string;
        timeInForce: "GTC" | "IOC" | "FOK";
        trailingDelta?: number;
        /** @description Since when its stop follows the price. */
        trailingTime?: number;
        type: "LIMIT" | "LIMIT_MAKER" | "STOP_LOSS_LIMIT" | "TAKE_PROFIT_LIMIT";
        workingTime: number;
      };
      /** @description The number of the change. */
      executionId: number;
      transactTime: number;
    };
    /** @description The order that was cancelled; clientOrderId is that of the cancellation. */
    BinanceOrderCancelled: {
      clientOrderId: string;
      cummulativeQuoteQty: components["schemas"]["BinanceFigure"];
      executedQty: components["schemas"]["BinanceFigure"];
      orderId: number;
      orderListId: number;
      origClientOrderId: string;
      origQty: components["schemas"]["BinanceFigure"];
      origQuoteOrderQty: components["schemas"]["BinanceFigure"];
      price: components["schemas"]["BinanceFigure"];
      selfTradePreventionMode: "EXPIRE_TAKER";
      side: "BUY" | "SELL";
      status: "NEW" | "PARTIALLY_FILLED" | "FILLED" | "CANCELED" | "EXPIRED" | "EXPIRED_IN_MATCH";
      stopPrice?: components["schemas"]["BinanceFigure"];
      symbol: string;
      timeInForce: "GTC" | "IOC" | "FOK";
      trailingDelta?: number;
      /** @description Since when its stop follows the price. */
      trailingTime?: number;
      transactTime: number;
      type:
        | "LIMIT"
        | "MARKET"
        | "LIMIT_MAKER"
        | "STOP_LOSS"
        | "STOP_LOSS_LIMIT"
        | "TAKE_PROFIT"
        | "TAKE_PROFIT_LIMIT";
    };
    /** @description Orders of the key in ten seconds and in a day. */
    BinanceOrderLimits: {
      count: number;
      interval: string;
      intervalNum: number;
      limit: number;
      rateLimitType: string;
    }[];
    /** @description A pair of orders, of which one ends the other. */
    BinanceOrderList: {
      contingencyType: "OCO";
      listClientOrderId: string;
      listOrderStatus: "EXECUTING" | "ALL_DONE";
      listStatusType: "EXEC_STARTED" | "ALL_DONE";
      orderListId: number;
      orders: {
        clientOrderId: string;
        orderId: number;
        symbol: string;
      }[];
      symbol: string;
      transactionTime: number;
    };
    /** @description The pair of orders that was cancelled. */
    BinanceOrderListCancelled: {
      contingencyType: "OCO";
      listClientOrderId: string;
      listOrderStatus: "EXECUTING" | "ALL_DONE";
      listStatusType: "EXEC_STARTED" | "ALL_DONE";
      orderListId: number;
      orderReports: components["schemas"]["BinanceOrderCancelled"][];
      orders: {
        clientOrderId: string;
        orderId: number;
        symbol: string;
      }[];
      symbol: string;
      transactionTime: number;
    };
    /** @description A new pair of orders; its reports say as much as newOrderRespType wants. */
    BinanceOrderListPlaced: {
      contingencyType: "OCO";
      listClientOrderId: string;
      listOrderStatus: "EXECUTING" | "ALL_DONE";
      listStatusType: "EXEC_STARTED" | "ALL_DONE";
      orderListId: number;
      orderReports: components["schemas"]["BinanceOrderPlaced"][];
      orders: {
        clientOrderId: string;
        orderId: number;
        symbol: string;
      }[];
      symbol: string;
      transactionTime: number;
    };
    /** @description Pairs of orders, oldest first. */
    BinanceOrderLists: components["schemas"]["BinanceOrderList"][];
    /** @description A new order; beyond transactTime as newOrderRespType says. */
    BinanceOrderPlaced: {
      clientOrderId: string;
      cummulativeQuoteQty?: components["schemas"]["BinanceFigure"];
      executedQty?: components["schemas"]["BinanceFigure"];
      fills?: {
        commission: components["schemas"]["BinanceFigure"];
        commissionAsset: string;
        price: components["schemas"]["BinanceFigure"];
        qty: components["schemas"]["BinanceFigure"];
        tradeId: number;
      }[];
      orderId: number;
      orderListId: number;
      origQty?: components["schemas"]["BinanceFigure"];
      origQuoteOrderQty?: components["schemas"]["BinanceFigure"];
      price?: components["schemas"]["BinanceFigure"];
      selfTradePreventionMode?: "EXPIRE_TAKER";
      side?: "BUY" | "SELL";
      status?: "NEW" | "PARTIALLY_FILLED" | "FILLED" | "CANCELED" | "EXPIRED" | "EXPIRED_IN_MATCH";
      stopPrice?: components["schemas"]["BinanceFigure"];
      symbol: string;
      timeInForce?: "GTC" | "IOC" | "FOK";
      trailingDelta?: number;
      /** @description Since when its stop follows the price. */
      trailingTime?: number;
      transactTime: number;
      type?:
        | "LIMIT"
        | "MARKET"
        | "LIMIT_MAKER"
        | "STOP_LOSS"
        | "STOP_LOSS_LIMIT"
        | "TAKE_PROFIT"
        | "TAKE_PROFIT_LIMIT";
      workingTime?: number;
    };
    /** @description What became of both; in a refusal, -2021 or -2022, the same stands under data. */
    BinanceOrderReplaced: {
      cancelResponse: components["schemas"]["BinanceOrderCancelled"];
      cancelResult: "SUCCESS";
      newOrderResponse: components["schemas"]["BinanceOrderPlaced"];
      newOrderResult: "SUCCESS";
    };
    /** @description Orders, oldest first. */
    BinanceOrders: components["schemas"]["BinanceOrder"][];
    /** @description The orders and the pairs of orders that were cancelled. */
    BinanceOrdersCancelled: (
      | components["schemas"]["BinanceOrderCancelled"]
      | components["schemas"]["BinanceOrderListCancelled"]
    )[];
    /** @description An empty object, or what the order would cost. */
    BinanceOrderTested: {
      discount?: components["schemas"]["BinanceDiscount"];
      specialCommissionForOrder?: {
        maker: components["schemas"]["BinanceFigure"];
        taker: components["schemas"]["BinanceFigure"];
      };
      standardCommissionForOrder?: {
        maker: components["schemas"]["BinanceFigure"];
        taker: components["schemas"]["BinanceFigure"];
      };
      taxCommissionForOrder?: {
        maker: components["schemas"]["BinanceFigure"];
        taker: components["schemas"]["BinanceFigure"];
      };
    };
    /** @description The client's trades, oldest first. */
    BinanceOwnTrades: {
      commission: components["schemas"]["BinanceFigure"];
      commissionAsset: string;
      id: number;
      isBestMatch: boolean;
      isBuyer: boolean;
      isMaker: boolean;
      orderId: number;
      orderListId: number;
      price: components["schemas"]["BinanceFigure"];
      qty: components["schemas"]["BinanceFigure"];
      quoteQty: components["schemas"]["BinanceFigure"];
      symbol: string;
      time: number;
    }[];
    /** @description A market's last price. */
    BinancePrice: {
      price: components["schemas"]["BinanceFigure"];
      symbol: string;
    };
    /** @description An object where one symbol was asked for, else a list. */
    BinancePrices: components["schemas"]["BinancePrice"] | components["schemas"]["BinancePrice"][];
    /** @description Shares of what is received. */
    BinanceRates: {
      buyer: components["schemas"]["BinanceFigure"];
      maker: components["schemas"]["BinanceFigure"];
      seller: components["schemas"]["BinanceFigure"];
      taker: components["schemas"]["BinanceFigure"];
    };
    /** @description A refusal; what became of both orders where the first was tried. */
    BinanceReplacementError: {
      code: number;
      data?: Record<string, never>;
      msg: string;
    };
    /** @description The rules of the markets, and the limits of calls. */
    BinanceRules: {
      exchangeFilters: unknown[];
      rateLimits: {
        interval: string;
        intervalNum: number;
        limit: number;
        rateLimitType: string;
      }[];
      serverTime: number;
      symbols: components["schemas"]["BinanceSymbol"][];
      timezone: string;
    };
    /** @description 0: normal. */
    BinanceStatus: {
      msg: string;
      status: number;
    };
    /** @description The rules of a market. */
    BinanceSymbol: {
      allowedSelfTradePreventionModes: string[];
      allowTrailingStop: boolean;
      amendAllowed: boolean;
      baseAsset: string;
      baseAssetPrecision: number;
      baseCommissionPrecision: number;
      cancelReplaceAllowed: boolean;
      defaultSelfTradePreventionMode: string;
      filters: components["schemas"]["BinanceFilter"][];
      icebergAllowed: boolean;
      isMarginTradingAllowed: boolean;
      isSpotTradingAllowed: boolean;
      ocoAllowed: boolean;
      orderTypes: string[];
      otoAllowed: boolean;
      permissions: string[];
      permissionSets: string[][];
      quoteAsset: string;
      quoteAssetPrecision: number;
      quoteCommissionPrecision: number;
      quoteOrderQtyMarketAllowed: boolean;
      quotePrecision: number;
      status: "TRADING" | "BREAK";
      symbol: string;
    };
    /** @description The figures of a day. How many trades it had is not kept: firstId and lastId are -1, and count is 0. */
    BinanceTicker: {
      askPrice?: components["schemas"]["BinanceFigure"];
      askQty?: components["schemas"]["BinanceFigure"];
      bidPrice?: components["schemas"]["BinanceFigure"];
      bidQty?: components["schemas"]["BinanceFigure"];
      closeTime: number;
      count: number;
      firstId: number;
      highPrice: components["schemas"]["BinanceFigure"];
      lastId: number;
      lastPrice: components["schemas"]["BinanceFigure"];
      lastQty?: components["schemas"]["BinanceFigure"];
      lowPrice: components["schemas"]["BinanceFigure"];
      openPrice: components["schemas"]["BinanceFigure"];
      openTime: number;
      prevClosePrice?: components["schemas"]["BinanceFigure"];
      priceChange?: components["schemas"]["BinanceFigure"];
      priceChangePercent?: string;
      quoteVolume: components["schemas"]["BinanceFigure"];
      symbol: string;
      volume: components["schemas"]["BinanceFigure"];
      weightedAvgPrice?: components["schemas"]["BinanceFigure"];
    };
    /** @description An object where one symbol was asked for, else a list. */
    BinanceTickers:
      components["schemas"]["BinanceTicker"] | components["schemas"]["BinanceTicker"][];
    /** @description The time in milliseconds. */
    BinanceTime: {
      serverTime: number;
    };
    /** @description A trade. */
    BinanceTrade: {
      id: number;
      isBestMatch: boolean;
      isBuyerMaker: boolean;
      price: components["schemas"]["BinanceFigure"];
      qty: components["schemas"]["BinanceFigure"];
      quoteQty: components["schemas"]["BinanceFigure"];
      time: number;
    };
    /** @description Trades, oldest first. */
    BinanceTrades: components["schemas"]["BinanceTrade"][];
    /** @description Withdrawals, newest first. status is 1 cancelled, 2 awaiting approval, 3 rejected, 4 processing, 5 failed on the chain, or 6 completed. amount is what the receiver gets. */
    BinanceWithdrawals: {
      address: string;
      addressTag: "";
      amount: components["schemas"]["BinanceFigure"];
      /** @description Of UTC. */
      applyTime: string;
      coin: string;
      /** @description When it was completed, of UTC. */
      completeTime?: string;
      confirmNo: number;
      id: string;
      /** @description Why it was rejected, or empty. */
      info: string;
      network: string;
      status: 1 | 2 | 3 | 4 | 5 | 6;
      transactionFee: components["schemas"]["BinanceFigure"];
      transferType: 0;
      /** @description Empty: it has no transaction yet. */
      txId: string;
      txKey: "";
      walletType: 0;
      /** @description The client_id under which it was asked for. */
      withdrawOrderId?: string;
    }[];
    BindAccounts: {
      apple: {
        status: "BOUND" | "NOT_BOUND";
      };
      gmail: {
        email: string;
        status: "BOUND" | "NOT_BOUND";
      };
      mobile: {
        email: string;
        mobile_number: string;
        status: "BOUND" | "NOT_BOUND";
      };
      wallet: {
        status: "BOUND" | "NOT_BOUND";
        wallet_address: string;
      };
    };
    /** @description A price level of the order book. */
    BookLevel: {
      number_of_order: components["schemas"]["Decimal"];
      total: components["schemas"]["Decimal"];
      unit_price: components["schemas"]["Decimal"];
    };
    /** @description A page of buy orders, newest first. */
    BuyHistory: {
      buy: components["schemas"]["PastBuy"][];
      /** @description How many there are on all pages. */
      total: number;
    };
    /** @description Open, close, low, high, volume. */
    Candle: [number, number, number, number, number];
    /** @description Candles, oldest first. */
    ChartSeries: {
      /** @description When each opens, in milliseconds since 1970. */
      dates: number[];
      /** @description The last candle again, by name; null where there is none. */
      latest_time: {
        close: number;
        high: number;
        low: number;
        open: number;
        time: number;
        volume: number;
      } | null;
      series: components["schemas"]["Candle"][];
    };
    /** @description What the client has kept for the charts of all markets, or of one. */
    ChartSettings: {
      /** Format: date-time */
      changed_at: string | null;
      /** @description The JSON object that was kept, as text; null where there is none. */
      settings: string | null;
    };
    ChartSettingsKept: {
      /** Format: date-time */
      changed_at: string;
      message: "success";
    };
    ClaimedTask: {
      coin: string;
      message: "success";
      /**
       * Format: date-time
       * @description Until then, the reward can be traded but not withdrawn.
       */
      rests_until: string;
      /** @description What was paid into the SPOT wallet. A decimal. */
      reward_amount: string;
    };
    /** @description The account of a client. */
    Client: {
      id: components["schemas"]["Id"];
      /** @description NO_BADGE, or the name of the level. */
      membership_level: string;
      status: "ACTIVE" | "FREEZE_ACCOUNT";
      user: components["schemas"]["User"];
      /** @description Empty, or why. */
      withdraw_restriction: string;
      withdraw_transfer_status: "ALLOWED" | "NOT_ALLOWED";
    };
    Clients: {
      clients: {
        id: string;
        membership_level: string;
        status: string;
        user: {
          account_status: "Unverified" | "Verified";
          email: string;
          mobile_number: string;
          user_unique_id: string;
        };
        withdraw_restriction: string;
        withdraw_transfer_status: "ALLOWED" | "NOT_ALLOWED";
      };
      verified: "TRUE" | "FALSE";
    };
    /** @description closeRequest: it, or the part, will be closed at the mark price of the request. closePositionError: it is too early. Or wrong_transaction_password. */
    CloseRequested:
      | {
          daysLeft: number;
          /** @description USDT of equity down to which it has to fall otherwise. */
          futureFundsToAdd: components["schemas"]["Decimal"];
          /** @description USDT of unrealized profit from which it may be closed early. */
          futureTarget: components["schemas"]["Decimal"];
          message: "closeRequest" | "closePositionError";
          /** @description The position that the part has become; only where a part was accepted. */
          part_id?: components["schemas"]["Id"];
        }
      | {
          message: "wrong_transaction_password";
        };
    /** @description An order that closes a futures position, or a part of it, at a price to come. It closes no more than is open, and is cancelled with the position. */
    ClosingOrder: {
      /** @description The idempotency key; empty where none was given. */
      client_id: string;
      /** @description What it asked to be closed: the position, or the part that left it; null: nothing. */
      closed_id: components["schemas"]["Id"] | null;
      coin_pair: {
        image: string;
        pair_name: string;
      };
      created_at: components["schemas"]["Time"];
      /**
       * @description Of the position.
       */
      delegate_type: "BUY_MORE" | "SELL_EMPTY";
      /** @description null while it is open. */
      ended_at: components["schemas"]["Time"] | null;
      /** @description The mark price at which it was filled; null: it was not. */
      filled_price: components["schemas"]["Decimal"] | null;
      /** @description How much it closes; null: it was not filled. */
      filled_quantity: components["schemas"]["Decimal"] | null;
      /**
       * @description RISES: at a mark price of the price or more. FALLS: at one of the price or less.
       */
      fills_when: "RISES" | "FALLS";
      id: components["schemas"]["Id"];
      order_type: "LIMIT" | "TRIGGER";
      /** @description The position that it closes. */
      position_id: components["schemas"]["Id"];
      price: components["schemas"]["Decimal"];
      /** @description How much of the position it closes, in the coin, if so much is open by then. */
      quantity: components["schemas"]["Decimal"];
      reduce_only: true;
      state: "OPEN" | "FILLED" | "CANCELLED";
    };
    /** @description The order as it is now. */
    ClosingOrderCancelled: {
      message: "success";
      order: components["schemas"]["ClosingOrder"];
    };
    /** @description The order as it is now, or wrong_transaction_password. */
    ClosingOrderPlaced:
      | {
          message: "success";
          order: components["schemas"]["ClosingOrder"];
        }
      | {
          message: "wrong_transaction_password";
        };
    /** @description A page of orders, the newest first. */
    ClosingOrders: {
      orders: components["schemas"]["ClosingOrder"][];
      /** @description How many there are on all pages. */
      total: number;
    };
    /** @description The code is on its way. */
    CodeSent: {
      message: "success";
      /** @description Seconds until another code can be requested. */
      resend_after: number;
    };
    /** @description One coin of the spot wallet. */
    CoinBalance: {
      wallet: {
        freeze_balance: components["schemas"]["Decimal"];
        wallet_balance: components["schemas"]["Decimal"];
      };
    };
    /** @description What a coin has cost on average, and what it would win now. */
    CoinCost: {
      /** @description USDT for one. */
      average_cost: components["schemas"]["Decimal"];
      name: string;
      /** @description Of the part that was bought, in USDT; null without a price. */
      unrealised: components["schemas"]["Decimal"] | null;
    };
    /** @description A coin, as its market. */
    CoinFacts: {
      coin: {
        coin_base: components["schemas"]["Pair"];
      };
    };
    /** @description What the sales of a coin have won. */
    CoinGain: {
      coin: string;
      /** @description USDT; of the sales whose cost is known; null where none is. */
      gain: components["schemas"]["Decimal"] | null;
    };
    /** @description What changed what the spot wallet has of a coin. Those that are not pending come to the balance, free and reserved. */
    CoinMovement: {
      /** @description Negative: outgoing. */
      amount: components["schemas"]["Decimal"];
      at: components["schemas"]["Time"];
      id: components["schemas"]["Id"];
      kind:
        | "deposit"
        | "withdraw"
        | "buy"
        | "sell"
        | "fee"
        | "convert"
        | "transfer"
        | "earn"
        | "reward"
        | "fee_refund"
        | "referral"
        | "reversal"
        | "demo";
      /** @description A withdrawal that is not final: its amount is held. */
      pending: boolean;
    };
    /** @description What a coin is, and who trades it. */
    CoinProfile: {
      /** @description When the trades were counted. */
      at: components["schemas"]["Time"];
      /** @description Facts from outside; null where unknown. */
      coin_profile: {
        /** @description In USDT. */
        all_time_high: string | null;
        /** @description In USDT. */
        all_time_low: string | null;
        /** @description Coins. */
        circulating_supply: string | null;
        full_name: string;
        image: string;
        /** @description What the coin is, in English. */
        intro: string | null;
        /**
         * Format: date
         * @description The day of the first block.
         */
        issue_date: string | null;
        /** @description In USDT. */
        market_cap: string | null;
        /** @description Percent of the value of all coins. */
        market_dominance: string | null;
        /** @description Coins; null also where there is no bound. */
        max_supply: string | null;
        /** @example BTC */
        name: string;
        /** @description By market value. */
        ranking: number | null;
        /** @description Coins. */
        total_supply: string | null;
        /** Format: date-time */
        updated_at: string | null;
      };
      thresholds: {
        /** @description Above it a trade is large. In USDT. */
        large: components["schemas"]["Decimal"];
        /** @description Below it a trade is small. In USDT. */
        medium: components["schemas"]["Decimal"];
      };
      /** @description Trades of the last 24 hours, the provider's and the exchange's own, by value. */
      trading: {
        large: components["schemas"]["TradesBySide"];
        medium: components["schemas"]["TradesBySide"];
        small: components["schemas"]["TradesBySide"];
      };
    };
    /** @description A perpetual contract with margin in USDT. */
    Contract: {
      /** @description A share of the notional, for closing; a liquidation costs none. */
      closing_fee: components["schemas"]["Decimal"];
      coin: string;
      /** @description From when on time counts for the next funding: the payment before it, or when its rate was first known if that was more than five minutes later. null: not known. */
      funding_counts_from: components["schemas"]["Time"] | null;
      /** @description The hours that the next funding is for. Who closes before it and would pay pays for the part of them that the position was open. null: not known. */
      funding_interval_hours: number | null;
      /** @description The funding rate that is forecast now, which longs pay to shorts, a share of the size, at most 0.75 of the lowest tier's rate either way; what is paid is the average of the forecasts of the time that counts. null: not known, and then a close costs no funding. */
      funding_rate: components["schemas"]["Decimal"] | null;
      high: components["schemas"]["Decimal"];
      image: string;
      /** @description Percent in 24 hours. */
      increase_in_value: components["schemas"]["Decimal"];
      /** @example BTC-USDT-SWAP */
      instrument: string;
      /** @description USDT. */
      insurance_fund: components["schemas"]["Decimal"];
      last_price: components["schemas"]["Decimal"];
      leverages: (10 | 15 | 20)[];
      lot: components["schemas"]["Decimal"];
      low: components["schemas"]["Decimal"];
      mark_price: components["schemas"]["Decimal"];
      /** @description USDT of notional. */
      maximum: components["schemas"]["Decimal"];
      /** @description USDT of margin. */
      minimum_buy: components["schemas"]["Decimal"];
      /** @description The same in the coin. */
      minimum_sell: components["schemas"]["Decimal"];
      /** @example BTCUSDT */
      name: string;
      /** @description null: not known. */
      next_funding_at: components["schemas"]["Time"] | null;
      /** @description The coin, of all clients' open positions. */
      open_interest: components["schemas"]["Decimal"];
      /** @description The mark price is stale or in doubt: nothing is opened or closed. */
      stale: boolean;
      /** @description A share of the notional, for opening. */
      taker_fee: components["schemas"]["Decimal"];
      tick: components["schemas"]["Decimal"];
      tiers: components["schemas"]["Tier"][];
      /** @description USDT in 24 hours. */
      turnover: components["schemas"]["Decimal"];
    };
    /** @description The contracts, in order of listing. */
    Contracts: {
      contracts: components["schemas"]["Contract"][];
    };
    /** @description A conversion of one coin into another. */
    Conversion: {
      /** @description The idempotency key, where one was given. */
      client_id?: string;
      created_at: components["schemas"]["Time"];
      /** @example USDT */
      from: string;
      from_amount: components["schemas"]["Decimal"];
      from_image: string;
      id: components["schemas"]["Id"];
      /** @description As given: the pair's price in USDT, or, if neither coin is USDT, the second coin for one of the first. */
      limit?: components["schemas"]["Decimal"];
      market_type: "MARKET" | "LIMIT";
      /** @description The second coin for one of the first. */
      rate: components["schemas"]["Decimal"];
      /**
       * @description Pending, filled or cancelled.
       */
      state: "PENDING" | "APPROVED" | "DISSAPROVED";
      /** @example BTC */
      to: string;
      /** @description The amount received; for a pending or cancelled conversion, the amount at the limit. */
      to_amount: components["schemas"]["Decimal"];
      to_image: string;
      updated_at: components["schemas"]["Time"];
    };
    /** @description The conversions that are no longer pending. */
    ConversionCancelled: {
      conversion: components["schemas"]["Conversion"];
      message: "success";
    };
    /** @description A page of conversions, newest first. */
    Conversions: {
      conversions: components["schemas"]["Conversion"][];
      /** @description How many there are on all pages. */
      total: number;
    };
    /** @description A rate quoted to this client, to be used once. */
    ConvertQuote: {
      quote: {
        expires_at: components["schemas"]["Time"];
        fee: components["schemas"]["Decimal"];
        from: string;
        from_amount: components["schemas"]["Decimal"];
        id: components["schemas"]["Id"];
        /** @description The same without the spread. */
        market_rate: components["schemas"]["Decimal"];
        /** @description The second coin for one of the first, with the spread. */
        rate: components["schemas"]["Decimal"];
        /** @description How long it is valid from now. */
        seconds: number;
        /** @description In percent. */
        spread: components["schemas"]["Decimal"];
        to: string;
        to_amount: components["schemas"]["Decimal"];
      };
    };
    /** @description A market's price. */
    CurrentPrice: {
      chart: {
        /** @description The time of the price; empty before the first one. */
        as_of: string;
        close: components["schemas"]["Decimal"];
        high: components["schemas"]["Decimal"];
        increase_in_value: components["schemas"]["Decimal"];
        low: components["schemas"]["Decimal"];
        open: components["schemas"]["Decimal"];
        stale: boolean;
        volume: components["schemas"]["Decimal"];
        volume_usdt: components["schemas"]["Decimal"];
      };
    };
    /**
     * @description A decimal number in plain notation, as text, so that no digit is lost.
     * @example 64250.5
     */
    Decimal: string;
    /** @description A session, and what signs in again. No other call tells the passwords. */
    DemoAccount: {
      client: components["schemas"]["Client"];
      message: "success";
      /** @description The login password; the user's email is its account's name. */
      password: string;
      status: 200;
      /** @description A PASETO. Missing if the call asked for a cookie with the header X-Cambio-Session: cookie. */
      token?: string;
      /** @description The second password, for everything that moves money. */
      transaction_password: string;
      user: components["schemas"]["User"];
    };
    /** @description A payment to one of the client's addresses. */
    Deposit: {
      address: string;
      /** @example USDT */
      coin: string;
      /** @description The block that contains it and those that follow. */
      confirmations: number;
      /** @description Until it is credited. */
      confirmations_needed: number;
      /** @description When it was seen. */
      date: components["schemas"]["Time"];
      full_name: string;
      id: components["schemas"]["Id"];
      image: string;
      /** @example TRC20 */
      network: string;
      reason: "below_minimum" | "own_transfer" | "too_large" | "reorganised" | null;
      recharge_amount: components["schemas"]["Decimal"];
      /**
       * @description What lists show: Completed, Pending or not credited.
       */
      recharge_status: "APPROVED" | "PENDING" | "DECLINED";
      /** @description When it was credited. */
      response_time: components["schemas"]["Time"] | null;
      /**
       * @description SEEN and CONFIRMING wait for confirmations; a reorganization removed ORPHANED before and REVERSED after the credit; IGNORED was never credited.
       */
      state: "SEEN" | "CONFIRMING" | "CREDITED" | "ORPHANED" | "REVERSED" | "IGNORED";
      txid: string;
      /** @description Until it can be withdrawn. */
      unlock_confirmations: number;
      /** @description Whether it can be withdrawn. */
      unlocked: boolean;
      wallet: "SPOT";
    };
    /** @description A client's deposit address. */
    DepositAddress: {
      /** @description The address. */
      wallet: {
        /** @example ERC20 */
        network: string;
        /** @example 0x9858EfFD232B4033E47d90003D41EC34EcaEda94 */
        wallet_address: string;
      };
    };
    /** @description The client's deposits, the newest first. */
    Deposits: {
      deposit: components["schemas"]["Deposit"][];
      total: number;
    };
    /** @description Earn balances and interest. */
    EarnAnalysis: {
      asset: components["schemas"]["EarnAsset"][];
      /** @description At the start of each day; the last value is current. */
      assets: {
        "7D": components["schemas"]["EarnPoint"][];
        "30D": components["schemas"]["EarnPoint"][];
      };
      /** @description Interest of each completed day. */
      rewards: {
        "7D": components["schemas"]["EarnPoint"][];
        "30D": components["schemas"]["EarnPoint"][];
      };
      rewards_total: components["schemas"]["Decimal"];
      total: components["schemas"]["Decimal"];
    };
    /** @description A coin in the EARN wallet. */
    EarnAsset: {
      balance: components["schemas"]["Decimal"];
      full_name: string;
      image: string;
      /** @example BTC */
      name: string;
      /** @description Percent of all. */
      share: components["schemas"]["Decimal"];
      usdt_value: components["schemas"]["Decimal"];
    };
    /** @description A term and what it pays. */
    EarnDuration: {
      /** @description Percent a year. */
      apr: components["schemas"]["Decimal"];
      /** @description 0 is flexible. */
      days: number;
    };
    /** @description An Auto Invest plan. */
    EarnPlan: {
      /** @description The amount of each purchase. */
      amount: components["schemas"]["Decimal"];
      average_price: components["schemas"]["Decimal"] | null;
      /** @description Of its one coin; null where it buys several. */
      bought: components["schemas"]["Decimal"] | null;
      /** @description Null where it buys several. */
      coin: string | null;
      coins: components["schemas"]["EarnPlanCoin"][];
      created_at: components["schemas"]["Time"];
      currency: "USDT";
      cycle:
        | "Daily"
        | "Weekly"
        | "Bi-Weekly"
        | "Monthly"
        | "1 Hour"
        | "4 Hours"
        | "8 Hours"
        | "12 Hours";
      /** @description Of the monthly cycle. */
      date: number | null;
      /** @description Of weekly cycles. */
      day: ("Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun") | null;
      id: components["schemas"]["Id"];
      /** @description USDT spent in all. */
      invested: components["schemas"]["Decimal"];
      /** @description null unless it is active. */
      next_run: components["schemas"]["Time"] | null;
      /** @description Runs that were due. */
      runs: number;
      state: "ACTIVE" | "PAUSED" | "ENDED";
    };
    /** @description The result. */
    EarnPlanChanged: {
      message: "success";
      plan: components["schemas"]["EarnPlan"];
    };
    /** @description A coin of a plan. */
    EarnPlanCoin: {
      /** @description USDT for one, before fees; null: nothing was bought yet. */
      average_price: components["schemas"]["Decimal"] | null;
      /** @description Received in all, after fees. */
      bought: components["schemas"]["Decimal"];
      /** @example BTC */
      coin: string;
      image: string;
      /** @description Percent of the amount. */
      share: number;
    };
    /** @description The client's plans. */
    EarnPlans: {
      plans: components["schemas"]["EarnPlan"][];
    };
    /** @description A day (UTC) and its value. */
    EarnPoint: {
      /** @example 2026-03-01 */
      day: string;
      usdt: components["schemas"]["Decimal"];
    };
    /** @description A coin with Earn products. */
    EarnProduct: {
      /**
       * @description Percent a year, or the text Not available if it cannot be subscribed.
       * @example 3.25
       */
      apr: string;
      /**
       * @description Percent a year, or the text Not available if it cannot be subscribed.
       * @example 3.25
       */
      apr_max: string;
      /** @description None while it is closed. */
      durations: components["schemas"]["EarnDuration"][];
      full_name: string;
      id: components["schemas"]["Id"];
      image: string;
      /** @description The limits of a plan's purchase, in USDT; null if there is no open market. */
      invest: {
        maximum: components["schemas"]["Decimal"];
        minimum: components["schemas"]["Decimal"];
      } | null;
      maximum_amount: components["schemas"]["Decimal"];
      /** @description Of one subscription, in the coin. */
      minimum_amount: components["schemas"]["Decimal"];
      /** @example BTC */
      name: string;
      open: boolean;
      risk: "low" | "high";
    };
    /** @description All products. */
    EarnProducts: {
      earn: components["schemas"]["EarnProduct"][];
    };
    /** @description The result of one coin in a run. */
    EarnRun: {
      /** @description USDT: spent, or what would have been. */
      amount: components["schemas"]["Decimal"];
      /** @example BTC */
      coin: string;
      due_at: components["schemas"]["Time"];
      id: components["schemas"]["Id"];
      /** @description On average, before the fee. */
      price: components["schemas"]["Decimal"] | null;
      /** @description Received, after the fee. */
      quantity: components["schemas"]["Decimal"] | null;
      ran_at: components["schemas"]["Time"];
      /** @description Why it was skipped: an error's code, or missed. */
      reason: string | null;
      state: "BOUGHT" | "SKIPPED";
    };
    /** @description A page of a plan's runs, newest first. */
    EarnRuns: {
      runs: components["schemas"]["EarnRun"][];
      /** @description How many there are on all pages. */
      total: number;
    };
    /** @description What was made: a subscription or a plan. */
    EarnStored: {
      message: "success";
      plan?: components["schemas"]["EarnPlan"];
      stake?: components["schemas"]["Stake"];
    };
    /** @description An Earn transaction. */
    EarnTransaction: {
      amount: components["schemas"]["Decimal"];
      at: components["schemas"]["Time"];
      /** @example BTC */
      coin: string;
      id: components["schemas"]["Id"];
      image: string;
      product: "flexible" | "locked" | "auto_invest";
      /**
       * @description WITHDRAW: out of Earn.
       */
      transaction_type: "DEPOSIT" | "WITHDRAW";
      type: "SUBSCRIPTION" | "REDEMPTION" | "INCOME" | "TRADE" | "SETTLEMENT" | "REFUND";
      /** @description At the price of that time. */
      usdt_value: components["schemas"]["Decimal"];
    };
    /** @description A page, newest first. */
    EarnTransactions: {
      /** @description The total moved out of Earn, over all pages. */
      earn_to_spot: {
        usdt: components["schemas"]["Decimal"];
      };
      /** @description How many there are on all pages. */
      total: number;
      transaction: components["schemas"]["EarnTransaction"][];
    };
    /** @description A session, or a request for the second factor. */
    Entered: components["schemas"]["SignedIn"] | components["schemas"]["SecondFactorRequired"];
    /** @description As Entered, or what somebody new needs to sign up. */
    EnteredByGoogle:
      | components["schemas"]["SignedIn"]
      | components["schemas"]["SecondFactorRequired"]
      | {
          email: string;
          message: "sign_up_required";
          social: string;
          status: 404;
        };
    /** @description An error. Programs use message, people read text. */
    Error: {
      /** @description Details, such as minimum or retry_after (seconds). */
      details?: {
        [key: string]: string;
      };
      /** @description The parameter that the error is about. */
      field?: string;
      message: components["schemas"]["ErrorCode"];
      /** @description Identifies the request in the logs. */
      request_id: string;
      /** @description The HTTP status again, where a sign-in failed. */
      status?: number;
      /** @description One English sentence. */
      text: string;
    };
    /**
     * @description What programs look at.
     */
    ErrorCode:
      | "bad_request"
      | "missing_parameter"
      | "duplicate_parameter"
      | "unknown_parameter"
      | "invalid_parameter"
      | "too_long"
      | "invalid_amount"
      | "too_many_places"
      | "not_positive"
      | "out_of_range"
      | "body_too_large"
      | "unsupported_media_type"
      | "no_such_call"
      | "method_not_allowed"
      | "not_found"
      | "rate_limited"
      | "internal"
      | "unavailable"
      | "unauthorized"
      | "cross_site"
      | "another_client"
      | "forbidden"
      | "frozen_account"
      | "invalid_credentials"
      | "too_many_attempts"
      | "trading_locked"
      | "code_wrong"
      | "code_expired"
      | "code_too_soon"
      | "code_too_many"
      | "work_required"
      | "invalid_email"
      | "invalid_phone"
      | "password_too_short"
      | "password_common"
      | "password_is_address"
      | "password_mismatch"
      | "password_recent"
      | "password_same"
      | "two_factor_required"
      | "two_factor_wrong"
      | "two_factor_already_on"
      | "two_factor_off"
      | "token_expired"
      | "link_expired"
      | "wrong_password"
      | "google_off"
      | "google_failed"
      | "google_not_linked"
      | "google_taken"
      | "google_bound"
      | "wallet_unknown"
      | "wallet_message"
      | "wallet_signature"
      | "wallet_taken"
      | "wallet_bound"
      | "not_connected"
      | "passkey_wrong"
      | "passkey_unknown"
      | "passkey_taken"
      | "passkeys_off"
      | "too_many_passkeys"
      | "demo_only"
      | "too_many_demo_accounts"
      | "api_key_unknown"
      | "api_key_expired"
      | "api_key_signature"
      | "api_key_time"
      | "api_key_network"
      | "api_key_scope"
      | "api_key_market"
      | "too_many_api_keys"
      | "public_key_invalid"
      | "kyc_pending"
      | "kyc_photo_approved"
      | "verification_required"
      | "kyc_already_approved"
      | "unknown_market"
      | "too_many_price_alerts"
      | "too_many_chart_settings"
      | "unknown_asset"
      | "market_closed"
      | "stale_price"
      | "no_liquidity"
      | "price_protection"
      | "off_tick"
      | "off_lot"
      | "below_minimum"
      | "above_maximum"
      | "insufficient_balance"
      | "price_moved"
      | "quote_expired"
      | "too_many_open_orders"
      | "would_cross"
      | "fill_or_kill"
      | "self_trade"
      | "stop_would_trigger"
      | "oco_prices"
      | "bracket_side"
      | "bracket_order_type"
      | "order_not_open"
      | "order_filling"
      | "order_not_amendable"
      | "below_filled"
      | "not_reduced"
      | "slippage"
      | "unknown_leverage"
      | "target_side"
      | "too_many_positions"
      | "position_not_open"
      | "closing_by_operator"
      | "position_liquidating"
      | "target_reached"
      | "client_id_reused"
      | "image_invalid"
      | "image_too_large"
      | "phone_taken"
      | "address_invalid"
      | "address_saved_already"
      | "network_closed"
      | "statement_too_long"
      | "task_not_done"
      | "rewards_empty"
      | "push_messages_off"
      | "push_service_unknown"
      | "push_browser_taken"
      | "too_many_push_browsers"
      | "address_required"
      | "address_format"
      | "address_network"
      | "address_fraudulent"
      | "address_of_exchange"
      | "address_not_saved"
      | "fee_changed"
      | "withdrawals_restricted"
      | "withdrawals_resting"
      | "withdrawals_paused"
      | "withdrawal_limit"
      | "withdrawal_not_open"
      | "earn_closed"
      | "earn_ended"
      | "plan_ended";
    /** @description Whether that name has an account. */
    Existence: {
      message: "exist" | "is not exist";
    };
    /** @description Whether the coin is now a favorite. */
    FavoriteChanged: {
      favorite: boolean;
      message: "success";
    };
    /** @description Candles, one array for each field, oldest first; or that there are none. */
    FeedBars:
      | {
          c: number[];
          h: number[];
          l: number[];
          o: number[];
          s: "ok";
          t: number[];
          v: number[];
        }
      | {
          /** @description The time of the next older candles, in seconds since 1970. */
          nextTime?: number;
          s: "no_data";
        };
    /** @description What the datafeed offers. */
    FeedConfig: {
      exchanges: {
        desc: string;
        name: string;
        value: string;
      }[];
      supported_resolutions: ("1" | "5" | "15" | "30" | "60" | "240" | "1D" | "1W" | "1M")[];
      supports_group_request: boolean;
      supports_marks: boolean;
      supports_search: boolean;
      supports_time: boolean;
      supports_timescale_marks: boolean;
      symbols_types: {
        name: string;
        value: string;
      }[];
    };
    /** @description A refusal in the datafeed's format. */
    FeedError: {
      errmsg: string;
      s: "error";
    };
    /** @description What the client bought and sold, the oldest first; empty for guests. The newest 500 within the time. What one order got within a second is one mark. */
    FeedMarks: {
      /**
       * @description Bought or sold.
       */
      color: "green" | "red";
      id: string;
      label: "B" | "S";
      labelFontColor: string;
      minSize: number;
      /** @example Bought 0.1 BTC at 50000 */
      text: string;
      /** @description In seconds since 1970. */
      time: number;
    }[];
    /** @description The best matches first. */
    FeedMatches: {
      description: string;
      exchange: string;
      full_name: string;
      /** @description Always empty: a symbol has no variants. */
      params: unknown[];
      symbol: string;
      ticker: string;
      type: "crypto";
    }[];
    /** @description Prices, in the order of the symbols that were asked for. */
    FeedQuotes: {
      d: (
        | {
            n: string;
            s: "ok";
            v: {
              ask: number;
              bid: number;
              ch: number;
              chp: number;
              description: string;
              exchange: string;
              high_price: number;
              low_price: number;
              lp: number;
              open_price: number;
              prev_close_price: number;
              short_name: string;
              spread: number;
              volume: number;
            };
          }
        | {
            n: string;
            s: "error";
            v: Record<string, never>;
          }
      )[];
      s: "ok";
    };
    /** @description A symbol, as the datafeed describes one. */
    FeedSymbol: {
      base_name: string[];
      /** @description Sessions that differ; always empty. */
      corrections: string;
      currency_code: string;
      description: string;
      exchange: string;
      format: "price";
      fractional: boolean;
      has_daily: boolean;
      has_empty_bars: boolean;
      has_intraday: boolean;
      has_weekly_and_monthly: boolean;
      intraday_multipliers: ("1" | "5" | "15" | "30" | "60" | "240")[];
      listed_exchange: string;
      minmov: number;
      minmov2: number;
      /** @description minmov2 under the chart's own name. */
      minmove2: number;
      name: string;
      original_currency_code: string;
      original_unit_id: string;
      pricescale: number;
      session: "24x7";
      /** @description Days; empty, as none is closed. */
      session_holidays: string;
      supported_resolutions: ("1" | "5" | "15" | "30" | "60" | "240" | "1D" | "1W" | "1M")[];
      ticker: string;
      timezone: "Etc/UTC";
      type: "crypto";
      /** @description Always empty: no unit is converted. */
      unit_conversion_types: unknown[];
      /** @description What volumes are counted in: the coin. */
      unit_id: string;
      visible_plots_set: string;
      volume_precision: number;
    };
    /** @description All symbols, one array for each field. */
    FeedSymbols: {
      description: string[];
      "exchange-listed": string;
      "exchange-traded": string;
      "has-daily": boolean;
      "has-intraday": boolean;
      "has-weekly-and-monthly": boolean;
      "intraday-multipliers": ("1" | "5" | "15" | "30" | "60" | "240")[];
      minmovement: number[];
      pricescale: number[];
      "session-regular": "24x7";
      "supported-resolutions": ("1" | "5" | "15" | "30" | "60" | "240" | "1D" | "1W" | "1M")[];
      symbol: string[];
      ticker: string[];
      timezone: "Etc/UTC";
      type: "crypto";
    };
    /** @description Seconds since 1970. */
    FeedTime: string;
    /** @description Always empty: nothing is marked on the time axis. */
    FeedTimescaleMarks: unknown[];
    FeeRates: {
      levels: {
        /** @description The maker fee, as a share of what is received. A decimal. */
        maker: string;
        /** @description NO_BADGE or the level's name. */
        membership_level: string;
        /** @description USDT in 30 days from which it applies. A decimal. */
        minimum_volume: string;
        /** @description The taker fee, likewise. A decimal. */
        taker: string;
      }[];
      own?: {
        /** @description USDT. A decimal. */
        fee_credit: string;
        membership_level: string;
        next: {
          /** @description The maker fee, as a share of what is received. A decimal. */
          maker: string;
          /** @description NO_BADGE or the level's name. */
          membership_level: string;
          /** @description USDT in 30 days from which it applies. A decimal. */
          minimum_volume: string;
          /** @description USDT still missing. A decimal. */
          missing_volume: string;
          /** @description The taker fee, likewise. A decimal. */
          taker: string;
        } | null;
        /** @description 30 days, USDT. A decimal. */
        volume: string;
      };
    };
    /** @description A fill of an order. */
    Fill: {
      at: components["schemas"]["Time"];
      coin_pair: {
        pair_name: string;
      };
      delegate_type: "BUY" | "SELL";
      fee: components["schemas"]["Decimal"];
      fee_asset: string;
      id: string;
      order_id: components["schemas"]["Id"];
      price: components["schemas"]["Decimal"];
      quantity: components["schemas"]["Decimal"];
      role: "maker" | "taker";
      /** @description Price times quantity. */
      total: components["schemas"]["Decimal"];
    };
    /** @description A coin that the client has. */
    Fund: {
      coin: {
        full_name: string;
        image: string;
        name: string;
      };
      /** @description Reserved for open orders. */
      freeze_balance: components["schemas"]["Decimal"];
      /** @description Both, in USDT at the last price. */
      usdt_value: components["schemas"]["Decimal"];
      /** @description What can be spent. */
      wallet_balance: components["schemas"]["Decimal"];
    };
    /** @description What a position paid or received: at the times of funding, and at its end for the part that had passed of the one to come. What was unpaid until its end stands there with a rate of 0. A position pays no more than it is worth at the mark price, and what others do not pay for that reason is missing to those who receive, in proportion. */
    FundingPayment: {
      /** @description USDT received, or paid where it is negative. */
      amount: components["schemas"]["Decimal"];
      at: components["schemas"]["Time"];
      coin_pair: {
        image: string;
        pair_name: string;
      };
      mark_price: components["schemas"]["Decimal"];
      /** @description Earned, but not received yet: the house pays it as soon as it can. */
      owed: boolean;
      position_id: components["schemas"]["Id"];
      rate: components["schemas"]["Decimal"];
      /** @description Received in proportion: those who pay were not worth all of it. */
      reduced: boolean;
      size: components["schemas"]["Decimal"];
      /** @description USDT by which the position's unpaid funding became more; less where it is negative. amount less unpaid is what was due. */
      unpaid: components["schemas"]["Decimal"];
    };
    /** @description A page of payments, the newest first. */
    FundingPayments: {
      payments: components["schemas"]["FundingPayment"][];
      /** @description How many there are on all pages. */
      total: number;
    };
    /** @description Settled rates, newest first. */
    FundingRates: {
      rates: {
        at: components["schemas"]["Time"];
        rate: components["schemas"]["Decimal"];
      }[];
    };
    /** @description Coins, the most valuable first. */
    Funds: {
      funds: components["schemas"]["Fund"][];
    };
    /** @description A coin of the futures wallet. */
    FutureHolding: {
      /** @description What can be spent or moved. */
      available: components["schemas"]["Decimal"];
      /** @description The same as available. */
      coin_value: components["schemas"]["Decimal"];
      /** @description What positions hold. */
      freeze_value: components["schemas"]["Decimal"];
      full_name: string;
      image: string;
      /** @description Available plus held by positions. */
      margin_balance: components["schemas"]["Decimal"];
      /** @example USDT */
      name: string;
      /** @description The unrealized profit of open positions at the mark price. */
      upnl: components["schemas"]["Decimal"];
      /** @description The margin balance in USDT at the last price. */
      usdt_value: components["schemas"]["Decimal"];
    };
    FuturePnl: {
      futurePercentage: components["schemas"]["Decimal"];
      /** @description In USDT. */
      futureProfit: components["schemas"]["Decimal"];
      /**
       * Format: date-time
       * @description When today's opening snapshot was taken, or when the client signed up today; null: no snapshot yet, every figure is zero
       */
      since: string | null;
    };
    /** @description A position that ended, all of it at once. */
    FuturesGain: {
      /**
       * @description Long or short.
       */
      delegate_type: "BUY_MORE" | "SELL_EMPTY";
      ended_at: components["schemas"]["Time"];
      /** @description USDT, of opening and closing. */
      fees: components["schemas"]["Decimal"];
      /** @description USDT, received less paid, since the position was opened. */
      funding: components["schemas"]["Decimal"];
      /** @description realised + funding - fees: what the position changed in the futures wallet. */
      gain: components["schemas"]["Decimal"];
      opened_at: components["schemas"]["Time"];
      pair: string;
      /** @description Of the contract's coin. */
      quantity: components["schemas"]["Decimal"];
      /** @description USDT; negative: a loss, which of a liquidated position is its whole margin. */
      realised: components["schemas"]["Decimal"];
      state: "CLOSED" | "LIQUIDATED";
    };
    /** @description Positions in futures that ended in the period; open ones have realized nothing. */
    FuturesGains: {
      fees: components["schemas"]["Decimal"];
      funding: components["schemas"]["Decimal"];
      /** @description realised + funding - fees. */
      gain: components["schemas"]["Decimal"];
      /** @description The first to end first. */
      gains: components["schemas"]["FuturesGain"][];
      realised: components["schemas"]["Decimal"];
    };
    /** @description An order that opens a futures position at a price to come. */
    FuturesOrder: {
      /** @description The idempotency key; empty where none was given. */
      client_id: string;
      coin_pair: {
        image: string;
        pair_name: string;
      };
      created_at: components["schemas"]["Time"];
      delegate_type: "BUY_MORE" | "SELL_EMPTY";
      /** @description null while it is open. */
      ended_at: components["schemas"]["Time"] | null;
      /** @description The mark price at which it was filled; null: it was not. */
      filled_price: components["schemas"]["Decimal"] | null;
      /**
       * @description RISES: at a mark price of the price or more. FALLS: at one of the price or less.
       */
      fills_when: "RISES" | "FALLS";
      /** @description USDT of the FUTURE wallet that are held for it: margin and fee at their most; 0 once it has ended. */
      held: components["schemas"]["Decimal"];
      id: components["schemas"]["Id"];
      leverage: 10 | 15 | 20;
      /** @description USDT, as it was asked for. */
      margin: components["schemas"]["Decimal"];
      order_type: "LIMIT" | "TRIGGER";
      /** @description The position that it has opened; null: none. */
      position_id: components["schemas"]["Id"] | null;
      price: components["schemas"]["Decimal"];
      /** @description Of one that was refused when its price came: the error with which opening the position ended. null: it was not. */
      reason:
        | (
            | "frozen_account"
            | "below_minimum"
            | "above_maximum"
            | "off_tick"
            | "target_side"
            | "too_many_positions"
          )
        | null;
      state: "OPEN" | "FILLED" | "CANCELLED" | "REFUSED";
      /** @description null: none. */
      stop_loss: components["schemas"]["Decimal"] | null;
      /** @description null: none. */
      take_profit: components["schemas"]["Decimal"] | null;
      /** @description Whether its price has come and the exchange had no room for another position. It stays open, and is filled once there is room at such a price. */
      waits: boolean;
    };
    /** @description The order as it is now, or wrong_transaction_password. */
    FuturesOrderPlaced:
      | {
          message: "success";
          order: components["schemas"]["FuturesOrder"];
        }
      | {
          message: "wrong_transaction_password";
        };
    /** @description A page of orders, the newest first. */
    FuturesOrders: {
      orders: components["schemas"]["FuturesOrder"][];
      /** @description How many there are on all pages. */
      total: number;
    };
    /** @description What was cancelled. Of all, those stay open that have reached their price and are being filled. */
    FuturesOrdersCancelled: {
      cancelled: number;
      message: "success";
      orders: components["schemas"]["FuturesOrder"][];
    };
    /** @description Every coin, the most valuable first. */
    FutureWallet: {
      wallet: components["schemas"]["FutureHolding"][];
    };
    GoogleStart: {
      message: "success";
      url: string;
    };
    /** @description A coin of the spot or the funding wallet. */
    Holding: {
      /** @description What can be spent. */
      coin_value: components["schemas"]["Decimal"];
      /** @description Reserved for open orders. */
      freeze_value: components["schemas"]["Decimal"];
      full_name: string;
      image: string;
      /** @example BTC */
      name: string;
      /** @description Both, in USDT at the last price. */
      usdt_value: components["schemas"]["Decimal"];
    };
    /** @description The most traded pairs, and the last prices of the best known coins. */
    HomeCoins: {
      coinpair: components["schemas"]["Pair"][];
      ticker: components["schemas"]["LastPrice"][];
    };
    /**
     * @description A positive whole number, as text.
     * @example 1042
     */
    Id: string;
    /** @description A client's deposit address, if there is one yet. */
    KnownDepositAddress: {
      wallet: {
        wallet_address: string;
      } | null;
    };
    /** @description A coin's last price in USDT. */
    LastPrice: {
      last: components["schemas"]["Decimal"];
      /** @example BTC */
      name: string;
      stale: boolean;
    };
    /** @description Why it was liquidated. */
    Liquidation: {
      at: components["schemas"]["Time"];
      equity: components["schemas"]["Decimal"];
      /** @description How equity and maintenance were calculated, figure by figure. */
      formula: string;
      maintenance: components["schemas"]["Decimal"];
      margin: components["schemas"]["Decimal"];
      /** @description The provider's time of that mark. */
      mark_at: components["schemas"]["Time"];
      /** @description The mark price. */
      price: components["schemas"]["Decimal"];
    };
    /** @description The open positions, the newest first. */
    Margins: {
      /** @description The FUTURE wallet in USDT. */
      account: {
        available: components["schemas"]["Decimal"];
        /** @description All values are at mark prices, and unpaid funding is taken off. */
        equity: components["schemas"]["Decimal"];
        /** @description Percent, of all positions together. */
        margin_ratio: components["schemas"]["Decimal"];
        /** @description Held for open orders; part of the equity. */
        order_margin: components["schemas"]["Decimal"];
        position_margin: components["schemas"]["Decimal"];
        unrealised: components["schemas"]["Decimal"];
      };
      margin: components["schemas"]["OpenPosition"][];
    };
    /** @description The result. */
    Message: {
      /** @example success */
      message: string;
    };
    /** @description A coin that is mined by proof of work. */
    Miner: {
      /** @description The spot wallet's balance of it, held and free. */
      coin_value: components["schemas"]["Decimal"];
      full_name: string;
      image: string;
      name: string;
      usdt_value: components["schemas"]["Decimal"];
    };
    /** @description Mineable coins, those with a balance first. */
    Miners: {
      miners: components["schemas"]["Miner"][];
    };
    /** @description A network that carries a coin. */
    NetworkOfCoin: {
      arrival_minutes: number;
      /** @description Until a deposit is credited. */
      confirmations: number;
      /** @description The token's; null for the network's own coin. */
      contract: string | null;
      /** @description Whether deposits are received at the moment. */
      deposit_open: boolean;
      /** @description An address with {txid} where a transaction can be looked at. */
      explorer_tx: string | null;
      /** @description Of its chain, by which addresses look alike: evm, tron or bitcoin. */
      kind: string;
      /** @description Less is not credited. */
      minimum_deposit: components["schemas"]["Decimal"];
      /** @example TRC20 */
      name: string;
      /** @example Tron */
      subname: string;
      /** @description Whether this is a demo's own chain, whose coins test-coins sends. */
      test_coins: boolean;
      /** @example Tron (TRC20) */
      title: string;
      /** @description Until it can be withdrawn. */
      unlock_confirmations: number;
      /** @description The name again, for selects. */
      value: string;
      withdrawal: components["schemas"]["WithdrawalTerms"] | null;
    };
    /** @description Coins that can be deposited or withdrawn. */
    Networks: {
      coins: components["schemas"]["TransferCoin"][];
    };
    News: {
      newsfeed: {
        /** @description The newest first, at most 30. */
        Data: {
          /** @description Plain text. */
          body: string;
          id: string;
          /** @description A picture on this server, or empty. */
          imageurl: string;
          /** Format: date-time */
          published_at: string;
          /** @description Empty for news of this exchange. */
          publisher: string;
          /** @description Plain text. */
          title: string;
          /** @description The URL of the full article; empty for the exchange's own news. */
          url: string;
        }[];
      };
    };
    /** @description A JPEG, PNG or WebP. */
    NewsPicture: unknown;
    Notifications: {
      notifications: {
        /** @description What fills the sentence of the kind. */
        data: Record<string, never>;
        id: string;
        kind: string;
        read: boolean;
        /** Format: date-time */
        time: string;
      }[];
      /** @description At most 1000 are counted. */
      total: number;
      /** @description At most 1000 are counted. */
      unread: number;
    };
    /** @description With the status 503: send traffic elsewhere. */
    NotReady: {
      /** @description What is unavailable, or not as it should be. */
      missing: ("postgres" | "schema" | "redis")[];
      ready: false;
    };
    /** @description The market with the oldest price of its kind; null if there is none. */
    OldestPrice: {
      age_ms: number;
      market: string;
    } | null;
    /** @description A contract. */
    OneContract: {
      contract: components["schemas"]["Contract"];
    };
    /** @description A page of open orders, newest first unless sorted otherwise. */
    OpenOrders: {
      orders: components["schemas"]["Order"][];
      /** @description How many there are on all pages, counted to 10,000 or, where that is further, to just behind this page. */
      total: number;
    };
    /** @description An open position. */
    OpenPosition: {
      added_margin: components["schemas"]["Decimal"];
      /** @description What the client's other positions of the contract were worth when it was opened, in USDT. */
      beside: components["schemas"]["Decimal"];
      /** @description The idempotency key; empty where none was given. */
      client_id: string;
      coin_pair: {
        image: string;
        pair_name: string;
      };
      /** @description The mark price; after a close request, the price of the request; once closed, the closing price. */
      current_price: components["schemas"]["Decimal"];
      /**
       * @description Long or short.
       */
      delegate_type: "BUY_MORE" | "SELL_EMPTY";
      /** @description null while it is open. */
      end_date: components["schemas"]["Time"] | null;
      /** @description The liquidation price again. */
      estimated_force_parity: components["schemas"]["Decimal"] | null;
      /** @description USDT, for opening and, once it is closed, for closing. */
      fee: components["schemas"]["Decimal"];
      /** @description What was forecast, on average, since the position counts for the next funding: the rate at which a close would pay for that time. null: not known, and then it costs none. */
      funding_average: components["schemas"]["Decimal"] | null;
      /** @description USDT paid, at the end, too; negative where more was received. */
      funding_paid: components["schemas"]["Decimal"];
      id: components["schemas"]["Id"];
      /** @description size less total_top_up. */
      income: components["schemas"]["Decimal"];
      initial_margin: components["schemas"]["Decimal"];
      leverage: 10 | 15 | 20;
      /** @description null if no price liquidates it. */
      liquidation_price: components["schemas"]["Decimal"] | null;
      /** @description USDT: what this position and the client's others need together at their tier, minus what the others need alone. */
      maintenance_margin: components["schemas"]["Decimal"];
      /** @description USDT: initial, added, and funding received less paid. */
      margin: components["schemas"]["Decimal"];
      /** @description Percent: maintenance of equity, 100 is liquidation. */
      margin_ratio: components["schemas"]["Decimal"];
      /** @description The quantity again. */
      open_interest: components["schemas"]["Decimal"];
      opening_price: components["schemas"]["Decimal"];
      /** @description The position of which this is a part that was closed; null: of none. */
      part_of: components["schemas"]["Id"] | null;
      /** @description The coin. */
      quantity: components["schemas"]["Decimal"];
      /** @description A tenth of return_on_equity. */
      rate_of_return: components["schemas"]["Decimal"];
      /** @description The price at which it will be closed, after a close request. */
      requested_price: components["schemas"]["Decimal"] | null;
      /** @description Percent of what was put in. */
      return_on_equity: components["schemas"]["Decimal"];
      /** @description The position of the opposite side that takes its place; null: none does. */
      reversed_as: components["schemas"]["Id"] | null;
      /** @description USDT: quantity times current price. */
      size: components["schemas"]["Decimal"];
      /** @description Its mark price is stale or in doubt. */
      stale: boolean;
      start_date: components["schemas"]["Time"];
      state: "OPEN" | "CLOSE_REQUESTED" | "CLOSED" | "LIQUIDATED";
      /** @description null: none. */
      stop_loss: components["schemas"]["Decimal"] | null;
      /** @description null: none. */
      take_profit: components["schemas"]["Decimal"] | null;
      /** @description unrealised less total_top_up. */
      total_asset: components["schemas"]["Decimal"];
      /** @description The added margin. */
      total_top_up: components["schemas"]["Decimal"];
      /** @description USDT of funding that the margin did not reach for: it is taken from what the position receives, from margin that is added and from its profit. 0 once it has ended. */
      unpaid_funding: components["schemas"]["Decimal"];
      /** @description USDT; 0 once it has ended. */
      unrealised: components["schemas"]["Decimal"];
    };
    /** @description An order. */
    Order: {
      /** @description Only where bracket_state is REFUSED: the error that placing the pair ended with. */
      bracket_reason?: string;
      /**
       * @description In lists, only where take-profit and stop-loss are attached: what came of their pair. WAITING: the order is not done, or the pair is about to be placed. CANCELLED: the order ended without a fill, or all orders were cancelled before the pair was placed.
       */
      bracket_state?: "WAITING" | "PLACED" | "REFUSED" | "CANCELLED";
      /** @description The idempotency key, where one was given. */
      client_id?: string;
      coin_pair: {
        pair_name: string;
      };
      created_at: components["schemas"]["Time"];
      delegate_type: "BUY" | "SELL";
      fee: components["schemas"]["Decimal"];
      fee_asset: string;
      filled: components["schemas"]["Decimal"];
      filled_total: components["schemas"]["Decimal"];
      /** @description The average fill price; otherwise the limit price, or 0 without one. */
      final_price: components["schemas"]["Decimal"];
      id: components["schemas"]["Id"];
      number_of_order: components["schemas"]["Decimal"];
      /** @description The same in both legs of a pair; other orders have none. */
      oco_group?: string;
      post_only: boolean;
      /** @description The limit; a market order has none. */
      price?: components["schemas"]["Decimal"];
      /**
       * @description Why a part was not filled, if so. oco: the pair's other leg was filled, triggered or cancelled. frozen: a stop order was triggered while its client was frozen.
       */
      reason?:
        | "user"
        | "ioc_remainder"
        | "self_trade"
        | "market_remainder"
        | "book_full"
        | "fok_unfillable"
        | "oco"
        | "frozen";
      /**
       * @description Open, filled, or cancelled.
       */
      state: "PENDING" | "APPROVED" | "DISSAPROVED";
      /** @description Only where they are attached: the last price that triggers that pair's stop leg. */
      stop_loss?: components["schemas"]["Decimal"];
      /** @description Only where they are attached: the limit of that stop leg once it is triggered. */
      stop_loss_limit?: components["schemas"]["Decimal"];
      /** @description Stop and take-profit orders only: the last price that triggers it; of a trailing stop, where it stands now. */
      stop_price?: components["schemas"]["Decimal"];
      /** @description Only where take-profit and stop-loss are attached: the price of the limit leg of the pair that is placed for what the order has filled. */
      take_profit?: components["schemas"]["Decimal"];
      time_in_force: "GTC" | "IOC" | "FOK";
      total: components["schemas"]["Decimal"];
      trade_type: "market";
      /** @description Trailing stops only: how far the stop price stays from the price that it follows, in basis points. */
      trailing_delta?: number;
      /** @description Stop and take-profit orders only: whether it has been triggered. */
      triggered?: boolean;
      /**
       * @description A stop waits for a price that moves against the client, a take-profit order for one that moves to the client's favour.
       */
      type:
        | "LIMIT"
        | "MARKET"
        | "STOP_LIMIT"
        | "STOP_MARKET"
        | "TAKE_PROFIT_LIMIT"
        | "TAKE_PROFIT_MARKET"
        | "TRAILING_STOP_MARKET";
      updated_at: components["schemas"]["Time"];
    };
    /** @description The order as it is now, or wrong_transaction_password. */
    OrderAmended:
      | {
          message: "success";
          order: components["schemas"]["Order"];
        }
      | {
          message: "wrong_transaction_password";
        };
    /** @description A page of filled and cancelled orders, and the same page of fills, newest first unless sorted otherwise. */
    OrderHistory: {
      fills: components["schemas"]["Fill"][];
      /** @description How many fills there are on all pages, counted as the orders are. */
      fills_total: number;
      orders: components["schemas"]["Order"][];
      /** @description How many there are on all pages, counted to 10,000 or, where that is further, to just behind this page. */
      total: number;
    };
    /** @description The order or the conversion, or wrong_transaction_password. */
    OrderPlaced:
      | {
          message: "success";
          order: components["schemas"]["Order"];
          /** @description Of a pair: the limit leg, which is also `order`, and the stop leg. */
          orders?: components["schemas"]["Order"][];
        }
      | {
          conversion: components["schemas"]["Conversion"];
          message: "success";
        }
      | {
          message: "wrong_transaction_password";
        };
    /** @description What an order form needs to know. */
    OrderRules: {
      price: {
        /** @description The smallest total of an order. */
        account_balance_limit_spot: components["schemas"]["Decimal"];
        available_base: components["schemas"]["Decimal"];
        available_quote: components["schemas"]["Decimal"];
        lot: components["schemas"]["Decimal"];
        /** @description A share: 0.001 is 0.1 %. */
        maker_fee: components["schemas"]["Decimal"];
        minimum_quantity: components["schemas"]["Decimal"];
        minimum_sell: components["schemas"]["Decimal"];
        /** @description How far from the last price a market order may trade, as a share. */
        protection: components["schemas"]["Decimal"];
        taker_fee: components["schemas"]["Decimal"];
        tick: components["schemas"]["Decimal"];
      };
    };
    /** @description The orders that are no longer open. */
    OrdersCancelled: {
      cancelled: number;
      message: "success";
      orders: components["schemas"]["Order"][];
    };
    /** @description A page of what came and went otherwise than by address and by orders, newest first. */
    OtherHistory: {
      other: components["schemas"]["OtherMovement"][];
      /** @description How many there are on all pages; 0 beyond the last. */
      total: number;
    };
    /** @description Money that the house gave or took back, or a transfer between own wallets. */
    OtherMovement: {
      /** @description Negative: outgoing. A transfer has what it moved. */
      amount: components["schemas"]["Decimal"];
      at: components["schemas"]["Time"];
      coin: string;
      /**
       * @description Missing: it came from elsewhere.
       */
      from_wallet?: "SPOT" | "FUTURE" | "FUNDING" | "EARN";
      id: components["schemas"]["Id"];
      image: string;
      kind: "demo" | "transfer" | "reward" | "fee_refund" | "referral" | "reversal";
      /**
       * @description Missing: it went elsewhere.
       */
      to_wallet?: "SPOT" | "FUTURE" | "FUNDING" | "EARN";
    };
    /** @description A market and its last 24 hours. */
    Pair: {
      /** @description The price; close is the same. */
      amount: components["schemas"]["Decimal"];
      /** @description The time of the price; empty before the first one. */
      as_of: string;
      close: components["schemas"]["Decimal"];
      /** @description What add-favorite takes. */
      coin_id: components["schemas"]["Id"];
      /** @example BTCUSDT */
      coin_pair_name: string;
      /** @description The coin_id if it is a favorite of the client, otherwise empty. */
      favorite: string;
      /** @example Bitcoin */
      full_name: string;
      high: components["schemas"]["Decimal"];
      id: components["schemas"]["Id"];
      /** @description The address of the coin's icon. */
      image: string;
      increase_in_value: components["schemas"]["Decimal"];
      innovation: boolean;
      /** @description The smallest step of a quantity. */
      lot: components["schemas"]["Decimal"];
      low: components["schemas"]["Decimal"];
      /** @example BTC */
      name: string;
      open: components["schemas"]["Decimal"];
      /** @description The change in 24 hours; increase_in_value is the same. */
      percent: components["schemas"]["Decimal"];
      pos: boolean;
      pow: boolean;
      price_places: number;
      quantity_places: number;
      /** @description The way from the price of 24 hours ago to the last price, with the close of each hour. */
      sparkline: components["schemas"]["Decimal"][];
      /** @description The price is stale, or a far-off price has arrived since and waits for confirmation. */
      stale: boolean;
      /** @description The smallest step of a price. */
      tick: components["schemas"]["Decimal"];
      type: "MAIN" | "ETH" | "ALT";
      volume: components["schemas"]["Decimal"];
      volume_usdt: components["schemas"]["Decimal"];
    };
    /** @description Markets, in the exchange's own order. */
    PairList: {
      coinpair: components["schemas"]["Pair"][];
    };
    /** @description PublicKeyCredentialCreationOptionsJSON of Web Authentication, for navigator.credentials.create(). The challenge works once, for five minutes. */
    PasskeyCreation: {
      attestation: "none";
      authenticatorSelection: {
        requireResidentKey: true;
        residentKey: "required";
        userVerification: "required";
      };
      /** @description base64url */
      challenge: string;
      excludeCredentials: {
        id: string;
        type: "public-key";
      }[];
      pubKeyCredParams: {
        alg: number;
        type: "public-key";
      }[];
      rp: {
        id: string;
        name: string;
      };
      /** @description Milliseconds. */
      timeout: number;
      user: {
        displayName: string;
        /** @description base64url */
        id: string;
        name: string;
      };
    };
    /** @description PublicKeyCredentialRequestOptionsJSON of Web Authentication, for navigator.credentials.get(). The challenge works once, for five minutes. */
    PasskeyRequest: {
      allowCredentials: {
        id: string;
        type: "public-key";
      }[];
      /** @description base64url */
      challenge: string;
      rpId: string;
      /** @description Milliseconds. */
      timeout: number;
      userVerification: "required";
    };
    Passkeys: {
      most: number;
      passkeys: {
        /** @description Copied to the owner's other devices. */
        backed_up: boolean;
        /** Format: date-time */
        created_at: string;
        id: string;
        /** Format: date-time */
        last_used_at: string | null;
        name: string;
      }[];
      /** @description Whose pages alone can use passkeys; null where browsers have none for this site. */
      site: {
        id: string;
        origin: string;
      } | null;
    };
    PasswordChange: {
      message: "saved" | "dont_match" | "same_previous_password";
      /** @description with saved: the token of the new session, which replaces the calling one; missing if it was sent as a cookie */
      token?: string;
    };
    /** @description An order as the history page lists it. */
    PastBuy: {
      /** @example BTCUSDT */
      coin_pair: string;
      created_at: components["schemas"]["Time"];
      /** @description The quantity filled. */
      filled: components["schemas"]["Decimal"];
      /** @description The average price; the limit price while nothing was traded; null if there is neither. */
      final_price: components["schemas"]["Decimal"] | null;
      id: components["schemas"]["Id"];
      image: string;
      /** @description The quantity ordered. */
      number_of_order: components["schemas"]["Decimal"];
      state: "PENDING" | "APPROVED" | "DISSAPROVED";
    };
    /** @description A closed position. */
    PastPosition: {
      added_margin: components["schemas"]["Decimal"];
      /** @description What the client's other positions of the contract were worth when it was opened, in USDT. */
      beside: components["schemas"]["Decimal"];
      /** @description The idempotency key; empty where none was given. */
      client_id: string;
      closing_price: components["schemas"]["Decimal"];
      coin_pair: {
        image: string;
        pair_name: string;
      };
      /** @description The mark price; after a close request, the price of the request; once closed, the closing price. */
      current_price: components["schemas"]["Decimal"];
      /**
       * @description Long or short.
       */
      delegate_type: "BUY_MORE" | "SELL_EMPTY";
      /** @description null while it is open. */
      end_date: components["schemas"]["Time"] | null;
      /** @description The liquidation price again. */
      estimated_force_parity: components["schemas"]["Decimal"] | null;
      /** @description USDT, for opening and, once it is closed, for closing. */
      fee: components["schemas"]["Decimal"];
      /** @description USDT paid, at the end, too; negative where more was received. */
      funding_paid: components["schemas"]["Decimal"];
      id: components["schemas"]["Id"];
      /** @description size less total_top_up. */
      income: components["schemas"]["Decimal"];
      initial_margin: components["schemas"]["Decimal"];
      leverage: 10 | 15 | 20;
      liquidation: components["schemas"]["Liquidation"] | null;
      /** @description null if no price liquidates it. */
      liquidation_price: components["schemas"]["Decimal"] | null;
      /** @description USDT: what this position and the client's others need together at their tier, minus what the others need alone. */
      maintenance_margin: components["schemas"]["Decimal"];
      /** @description USDT: initial, added, and funding received less paid. */
      margin: components["schemas"]["Decimal"];
      /** @description Percent: maintenance of equity, 100 is liquidation. */
      margin_ratio: components["schemas"]["Decimal"];
      /** @description The quantity again. */
      open_interest: components["schemas"]["Decimal"];
      opening_price: components["schemas"]["Decimal"];
      /** @description The position of which this is a part that was closed; null: of none. */
      part_of: components["schemas"]["Id"] | null;
      /** @description The coin. */
      quantity: components["schemas"]["Decimal"];
      /** @description A tenth of return_on_equity. */
      rate_of_return: components["schemas"]["Decimal"];
      /** @description Profit or loss in USDT, without fee and funding. */
      realised: components["schemas"]["Decimal"];
      reason: "closed" | "take_profit" | "stop_loss" | "liquidated" | "operator";
      /** @description The price at which it will be closed, after a close request. */
      requested_price: components["schemas"]["Decimal"] | null;
      /** @description Percent of what was put in. */
      return_on_equity: components["schemas"]["Decimal"];
      /** @description The position of the opposite side that takes its place; null: none does. */
      reversed_as: components["schemas"]["Id"] | null;
      /** @description USDT: quantity times current price. */
      size: components["schemas"]["Decimal"];
      start_date: components["schemas"]["Time"];
      state: "OPEN" | "CLOSE_REQUESTED" | "CLOSED" | "LIQUIDATED";
      /** @description null: none. */
      stop_loss: components["schemas"]["Decimal"] | null;
      /** @description null: none. */
      take_profit: components["schemas"]["Decimal"] | null;
      /** @description unrealised less total_top_up. */
      total_asset: components["schemas"]["Decimal"];
      /** @description The added margin. */
      total_top_up: components["schemas"]["Decimal"];
      /** @description USDT of funding that the margin did not reach for: it is taken from what the position receives, from margin that is added and from its profit. 0 once it has ended. */
      unpaid_funding: components["schemas"]["Decimal"];
      /** @description USDT; 0 once it has ended. */
      unrealised: components["schemas"]["Decimal"];
    };
    /** @description An order as the history page lists it. */
    PastSell: {
      /** @example BTCUSDT */
      coin_pair: string;
      created_at: components["schemas"]["Time"];
      /** @description The quantity filled. */
      filled: components["schemas"]["Decimal"];
      /** @description The average price; the limit price while nothing was traded; null if there is neither. */
      final_price: components["schemas"]["Decimal"] | null;
      id: components["schemas"]["Id"];
      image: string;
      /** @description The quantity ordered. */
      number_of_order: components["schemas"]["Decimal"];
      state: "PENDING" | "APPROVED" | "DECLINED";
    };
    /** @description A photo of the verification. Without a status it has not been uploaded. */
    Photo: {
      /** @description Why it was rejected. */
      reason?: string;
      status: "PENDING" | "DISSAPROVED" | "APPROVED" | null;
    };
    /** @description The picture. */
    Picture: unknown;
    Pnl: {
      /** @description decimal, USDT */
      futurePnl: string;
      futurePnlPercentage: string;
      /** @description of the spot wallet */
      pnl: {
        percentage: string;
        /** @description decimal, USDT */
        value: string;
      };
      /**
       * Format: date-time
       * @description When today's opening snapshot was taken, or when the client signed up today; null: no snapshot yet, every figure is zero
       */
      since: string | null;
      totalPercentage: string;
      /** @description decimal, USDT */
      totalPnl: string;
    };
    /** @description The value of the wallets and their composition. */
    Portfolio: {
      /** @description The most valuable first. */
      allocation: components["schemas"]["PortfolioCoin"][];
      /** @description The oldest first. By the hour there are those of the last eight days in which the client has been here; where hours are missing, the starts of days. */
      points: components["schemas"]["PortfolioDay"][];
    };
    /** @description A coin over all wallets. */
    PortfolioCoin: {
      full_name: string;
      image: string;
      name: string;
      /** @description In percent of all. */
      share: components["schemas"]["Decimal"];
      usdt_value: components["schemas"]["Decimal"];
    };
    /** @description The value of the wallets in USDT at the start of a day (UTC) or of an hour; the last is the current value. */
    PortfolioDay: {
      /** @description When it was taken. */
      at: components["schemas"]["Time"];
      /**
       * Format: date
       * @description Of that moment, UTC.
       */
      day: string;
      earn: components["schemas"]["Decimal"];
      funding: components["schemas"]["Decimal"];
      future: components["schemas"]["Decimal"];
      spot: components["schemas"]["Decimal"];
      total: components["schemas"]["Decimal"];
    };
    /** @description A futures position. */
    Position: {
      added_margin: components["schemas"]["Decimal"];
      /** @description What the client's other positions of the contract were worth when it was opened, in USDT. */
      beside: components["schemas"]["Decimal"];
      /** @description The idempotency key; empty where none was given. */
      client_id: string;
      coin_pair: {
        image: string;
        pair_name: string;
      };
      /** @description The mark price; after a close request, the price of the request; once closed, the closing price. */
      current_price: components["schemas"]["Decimal"];
      /**
       * @description Long or short.
       */
      delegate_type: "BUY_MORE" | "SELL_EMPTY";
      /** @description null while it is open. */
      end_date: components["schemas"]["Time"] | null;
      /** @description The liquidation price again. */
      estimated_force_parity: components["schemas"]["Decimal"] | null;
      /** @description USDT, for opening and, once it is closed, for closing. */
      fee: components["schemas"]["Decimal"];
      /** @description USDT paid, at the end, too; negative where more was received. */
      funding_paid: components["schemas"]["Decimal"];
      id: components["schemas"]["Id"];
      /** @description size less total_top_up. */
      income: components["schemas"]["Decimal"];
      initial_margin: components["schemas"]["Decimal"];
      leverage: 10 | 15 | 20;
      /** @description null if no price liquidates it. */
      liquidation_price: components["schemas"]["Decimal"] | null;
      /** @description USDT: what this position and the client's others need together at their tier, minus what the others need alone. */
      maintenance_margin: components["schemas"]["Decimal"];
      /** @description USDT: initial, added, and funding received less paid. */
      margin: components["schemas"]["Decimal"];
      /** @description Percent: maintenance of equity, 100 is liquidation. */
      margin_ratio: components["schemas"]["Decimal"];
      /** @description The quantity again. */
      open_interest: components["schemas"]["Decimal"];
      opening_price: components["schemas"]["Decimal"];
      /** @description The position of which this is a part that was closed; null: of none. */
      part_of: components["schemas"]["Id"] | null;
      /** @description The coin. */
      quantity: components["schemas"]["Decimal"];
      /** @description A tenth of return_on_equity. */
      rate_of_return: components["schemas"]["Decimal"];
      /** @description The price at which it will be closed, after a close request. */
      requested_price: components["schemas"]["Decimal"] | null;
      /** @description Percent of what was put in. */
      return_on_equity: components["schemas"]["Decimal"];
      /** @description The position of the opposite side that takes its place; null: none does. */
      reversed_as: components["schemas"]["Id"] | null;
      /** @description USDT: quantity times current price. */
      size: components["schemas"]["Decimal"];
      start_date: components["schemas"]["Time"];
      state: "OPEN" | "CLOSE_REQUESTED" | "CLOSED" | "LIQUIDATED";
      /** @description null: none. */
      stop_loss: components["schemas"]["Decimal"] | null;
      /** @description null: none. */
      take_profit: components["schemas"]["Decimal"] | null;
      /** @description unrealised less total_top_up. */
      total_asset: components["schemas"]["Decimal"];
      /** @description The added margin. */
      total_top_up: components["schemas"]["Decimal"];
      /** @description USDT of funding that the margin did not reach for: it is taken from what the position receives, from margin that is added and from its profit. 0 once it has ended. */
      unpaid_funding: components["schemas"]["Decimal"];
      /** @description USDT; 0 once it has ended. */
      unrealised: components["schemas"]["Decimal"];
    };
    /** @description The position as it is now, or wrong_transaction_password. */
    PositionChanged:
      | {
          message: "success";
          position: components["schemas"]["Position"];
        }
      | {
          message: "wrong_transaction_password";
        };
    /** @description A page of closed positions, newest first. */
    PositionHistory: {
      positions: components["schemas"]["PastPosition"][];
      /** @description How many there are on all pages. */
      total: number;
    };
    PriceAlert: {
      created_at: string;
      id: string;
      kind: "above" | "below" | "move";
      /** @description null: it waits */
      met_at: string | null;
      /** @description the price that met it */
      met_price: string | null;
      /** @description of move */
      minutes: number | null;
      /** @description BTCUSDT */
      pair: string;
      /** @description of move */
      percent: string | null;
      /** @description of above and below */
      price: string | null;
      /** @description the last price when the alert was made */
      price_then: string;
    };
    PriceAlertMade: {
      alert: components["schemas"]["PriceAlert"];
      message: "success";
    };
    PriceAlerts: {
      alerts: components["schemas"]["PriceAlert"][];
      /** @description how many a client may have */
      most: number;
    };
    PriceAlertsCleared: {
      message: "success";
      removed: number;
    };
    Profile: {
      profile: {
        account_status: "Unverified" | "Verified";
        address: string;
        /** Format: date-time */
        avatar_at: string | null;
        /** Format: date-time */
        created_at: string;
        /** @description YYYY-MM-DD, or empty */
        date_of_birth: string;
        email: string;
        gender: "Male" | "Female" | "";
        id: string;
        /** @description null: without a limit */
        limits: {
          crypto_deposit?: string | null;
          crypto_withdrawal_daily_usdt?: string;
          fiat_daily_usd?: string;
          p2p?: string | null;
        };
        membership_level: string;
        mobile_number: string;
        name: string;
        user_type: string;
        user_unique_id: string;
        vip_level: string;
      };
    };
    PushBrowsers: {
      browsers: {
        /** Format: date-time */
        created_at: string;
        /** @description Whether the calling session is signed in there. */
        current: boolean;
        /** @description The browser and its system. */
        device: string;
        /**
         * Format: date-time
         * @description The last message could not be delivered then.
         */
        failed_at: string | null;
        id: string;
      }[];
      /** @description How many there can be. */
      most: number;
      /** @description What a browser subscribes with (applicationServerKey), in base64url; null: this server sends no push messages. */
      public_key: string | null;
    };
    /** @description The service is usable: the database accepts writes and has the program's schema, and Redis answers. */
    Ready: {
      ready: true;
    };
    /** @description A sale, or the part of it that one purchase covers. */
    RealizedGain: {
      /** @description When the purchase was made; null with AVERAGE, and where no purchase covers it. */
      bought_at: components["schemas"]["Time"] | null;
      coin: string;
      /** @description USDT, with fees; null for what came in otherwise than by a purchase. */
      cost: components["schemas"]["Decimal"] | null;
      /** @description USDT; negative: a loss; null where the cost is. */
      gain: components["schemas"]["Decimal"] | null;
      /** @description USDT, after fees. */
      proceeds: components["schemas"]["Decimal"];
      quantity: components["schemas"]["Decimal"];
      sold_at: components["schemas"]["Time"];
    };
    /** @description Spot trades and conversions; futures by themselves. With format=csv, the gains as text/csv. */
    RealizedGains: {
      /** @description The sums of each coin that was sold, by its code. */
      coins: components["schemas"]["CoinGain"][];
      cost: components["schemas"]["Decimal"];
      futures: components["schemas"]["FuturesGains"];
      /** @description proceeds - cost. */
      gain: components["schemas"]["Decimal"];
      /** @description The oldest first. */
      gains: components["schemas"]["RealizedGain"][];
      /** @description Of all whose cost is known. */
      proceeds: components["schemas"]["Decimal"];
      /** @description Of all whose cost is unknown. */
      proceeds_without_cost: components["schemas"]["Decimal"];
    };
    /** @description The order book as it is pushed, best prices first: clients' orders and what the house really trades behind them; while nobody settles orders, clients' alone. And the latest trades, newest first. `price` is the last trade's; where the book has moved past it since, the nearest best price of the book. */
    RecentTrades: {
      /** @description The time of the price; empty before the first one. */
      as_of: string;
      asks: components["schemas"]["BookLevel"][];
      bids: components["schemas"]["BookLevel"][];
      price: components["schemas"]["Decimal"];
      /** @description The number of the book's last push before this reply. */
      seq: string;
      stale: boolean;
      trades: components["schemas"]["Trade"][];
    };
    RecoveryCodes: {
      message: string;
      recovery_codes: string[];
    };
    Referral: {
      /** @description Trading fee credit so far, USDT. A decimal. */
      credits_earned: string;
      /** @description Trading fee credit that is left, USDT. A decimal. */
      fee_credit: string;
      friends: {
        /** @description The name is hidden except for the first letter. */
        email: string;
        /** Format: date-time */
        joined_at: string;
        state: "JOINED" | "SIGNED_IN" | "ACTIVE" | "NOT_COUNTED";
      }[];
      /** Format: uri */
      link: string;
      programme: {
        /** @description USDT of each credit. A decimal. */
        credit: string;
        /** @description The number of friends that earn credits; null without a limit. */
        friends_with_credit: number | null;
        /** @description A purchase or deposit of more than this brings the second credit, USDT. A decimal. */
        large_amount: string;
        /** @description Share of the friends' fees, 0.1 for 10 %. A decimal. */
        share: string;
      };
      /** @description The client's own code. */
      referral: string;
      shares: {
        /** @description Earned from friends' fees, in this coin. A decimal. */
        amount: string;
        full_name: string;
        image: string;
        name: string;
        /** @description At the last price. A decimal. */
        usdt_value: string;
      }[];
      /** @description All friends. */
      total: number;
    };
    ResetToken: {
      message: "success";
      token: string;
    };
    /** @description reverseRequest: it will be closed at the mark price of the request, and one of the opposite side opened at the same price, both at once. closePositionError: it is too early. Or wrong_transaction_password. */
    ReverseRequested:
      | {
          daysLeft: number;
          /** @description USDT of equity down to which it has to fall otherwise. */
          futureFundsToAdd: components["schemas"]["Decimal"];
          /** @description USDT of unrealized profit from which it may be closed early. */
          futureTarget: components["schemas"]["Decimal"];
          /** @description USDT held for it: its margin and the fee of its opening. */
          held?: components["schemas"]["Decimal"];
          message: "reverseRequest" | "closePositionError";
          /** @description At which the one is closed and the other opened; only where it was accepted, as what follows. */
          price?: components["schemas"]["Decimal"];
          /** @description The position that takes its place. */
          reversed_as?: components["schemas"]["Id"];
        }
      | {
          message: "wrong_transaction_password";
        };
    SavedProfile: {
      message: string;
      profile: {
        account_status: "Unverified" | "Verified";
        address: string;
        /** Format: date-time */
        avatar_at: string | null;
        /** Format: date-time */
        created_at: string;
        /** @description YYYY-MM-DD, or empty */
        date_of_birth: string;
        email: string;
        gender: "Male" | "Female" | "";
        id: string;
        /** @description null: without a limit */
        limits: {
          crypto_deposit?: string | null;
          crypto_withdrawal_daily_usdt?: string;
          fiat_daily_usd?: string;
          p2p?: string | null;
        };
        membership_level: string;
        mobile_number: string;
        name: string;
        user_type: string;
        user_unique_id: string;
        vip_level: string;
      };
    };
    /** @description The password was right; login/two-factor or login/passkey completes the sign-in. */
    SecondFactorRequired: {
      /** @description Stands for the right password. */
      challenge: string;
      /** @description Seconds. */
      expires_in: number;
      /** @description What the account has; either completes the sign-in. */
      factors: ("app" | "passkey")[];
      message: "two_factor_required";
      status: 202;
    };
    Security: {
      anti_phishing_code: string;
      /** Format: date-time */
      created_at: string;
      email: string;
      google_email: string;
      mobile_number: string;
      one_step_limit_usdt: string;
      one_step_withdrawal: boolean;
      /** Format: date-time */
      password_changed_at: string | null;
      /** Format: date-time */
      transaction_password_changed_at: string | null;
      two_factor: boolean;
      /** @description Whether the highest limit may be chosen. */
      verified: boolean;
      wallet_address: string;
      withdraw_limit: 500 | 1000 | 1500 | 8000000;
      withdrawal_addresses: number;
      withdrawal_whitelist: boolean;
      /** Format: date-time */
      withdrawals_rest_until: string | null;
    };
    /** @description As RFC 9116 says: Contact, Expires, Preferred-Languages, Canonical. */
    SecurityTxt: string;
    /** @description A page of sell orders, newest first. */
    SellHistory: {
      sell: components["schemas"]["PastSell"][];
      /** @description How many there are on all pages. */
      total: number;
    };
    Sessions: {
      sessions: {
        /** Format: date-time */
        created_at: string;
        current: boolean;
        /** @description its browser and system: Firefox on Linux */
        device: string;
        id: string;
        ip: string;
        /** Format: date-time */
        last_seen_at: string;
        /** @description a country code, local, or empty */
        place: string;
      }[];
    };
    /** @description A session. */
    SignedIn: {
      client: components["schemas"]["Client"];
      message: "success";
      status: 200;
      /** @description A PASETO. Missing if the call asked for a cookie with the header X-Cambio-Session: cookie. */
      token?: string;
      user: components["schemas"]["User"];
    };
    /** @description One coin of the spot wallet. */
    SingleCoin: {
      /** @description A page, the newest first. */
      all: components["schemas"]["CoinMovement"][];
      /** @description USDT for one, of what was bought here and is still there. */
      average_cost: components["schemas"]["Decimal"] | null;
      /** @description What can be spent. */
      balance: components["schemas"]["Decimal"];
      coin: {
        full_name: string;
        image: string;
        name: string;
      };
      /** @description The same page of this coin's deposits, the newest first; deposit-history counts and filters them. */
      deposit: components["schemas"]["Deposit"][];
      /** @description What is reserved. */
      freeze_balance: components["schemas"]["Decimal"];
      /** @description USDT for one, by the last quote. */
      price: components["schemas"]["Decimal"] | null;
      /** @description How many of `all` there are on all pages. */
      total: number;
      /** @description The same page of its withdrawals; withdraw-history counts and filters them. */
      withdraw: components["schemas"]["Withdrawal"][];
    };
    /** @description A coin's average cost, and its profit and loss. */
    SingleCoinPnl: {
      /** @description USDT for one. */
      average_cost: components["schemas"]["Decimal"] | null;
      name: string;
      /** @description Today's profit (UTC), in USDT; null without a price. */
      today: components["schemas"]["Decimal"] | null;
      /** @description Percent of its value then plus purchases since. */
      today_percentage: components["schemas"]["Decimal"] | null;
      /** @description The unrealized profit of the part that was bought, in USDT. */
      unrealised: components["schemas"]["Decimal"] | null;
    };
    SpotPnl: {
      /**
       * Format: date-time
       * @description When today's opening snapshot was taken, or when the client signed up today; null: no snapshot yet, every figure is zero
       */
      since: string | null;
      spotPercentage: components["schemas"]["Decimal"];
      /** @description In USDT. */
      spotProfit: components["schemas"]["Decimal"];
    };
    /** @description Every coin, the most valuable first. */
    SpotWallet: {
      wallet: components["schemas"]["Holding"][];
    };
    /** @description A subscription. */
    Stake: {
      /** @description All interest of its days, paid or owed. */
      accrued: components["schemas"]["Decimal"];
      /** @description Percent a year; for a flexible product, the current rate. */
      apr: components["schemas"]["Decimal"];
      auto_renew: boolean;
      /** @description With the interest that was paid. */
      balance: components["schemas"]["Decimal"];
      /** @description The initial amount. */
      base_balance: components["schemas"]["Decimal"];
      /** @description When the term ends; null: flexible. */
      date_end: components["schemas"]["Time"] | null;
      date_start: components["schemas"]["Time"];
      /** @description Days; 0 is flexible. */
      duration: number;
      id: components["schemas"]["Id"];
      image: string;
      /** @description The start of the first day that earns interest. */
      interest_from: components["schemas"]["Time"];
      /** @example BTC */
      name: string;
      /** @description Interest accrued but not yet paid. */
      owed: components["schemas"]["Decimal"];
      product_id: components["schemas"]["Id"];
      redeemable: boolean;
      status: "ACTIVE" | "REDEEMED" | "MATURED";
      /** @description Of the balance, at the last price. */
      usdt_value: components["schemas"]["Decimal"];
    };
    /** @description The result. */
    StakeChanged: {
      message: "success";
      stake: components["schemas"]["Stake"];
    };
    /** @description The client's subscriptions, active ones first, and the products. */
    Stakes: {
      earnStaking: components["schemas"]["Stake"][];
      products: components["schemas"]["EarnProduct"][];
    };
    /** @description Every movement in a period. With format=csv, the same as text/csv. */
    Statement: {
      closing: components["schemas"]["StatementBalance"][];
      from: components["schemas"]["Time"];
      /** @description The oldest first. */
      movements: components["schemas"]["StatementMovement"][];
      opening: components["schemas"]["StatementBalance"][];
      /** @description The end, exclusive. */
      to: components["schemas"]["Time"];
    };
    /** @description An account's balance. */
    StatementBalance: {
      balance: components["schemas"]["Decimal"];
      coin: string;
      /** @description Reserved for an order, a position, a withdrawal. */
      held: boolean;
      wallet: "SPOT" | "FUTURE" | "FUNDING" | "EARN" | "FEE_CREDIT";
    };
    /** @description A transfer as one account saw it. */
    StatementMovement: {
      /** @description Negative: outgoing. */
      amount: components["schemas"]["Decimal"];
      at: components["schemas"]["Time"];
      /** @description Of that account after it. */
      balance: components["schemas"]["Decimal"];
      coin: string;
      /** @description Reserved for an order, a position, a withdrawal. */
      held: boolean;
      /** @example trade */
      kind: string;
      /** @description The order, deposit, withdrawal … it was for. */
      reference: string;
      wallet: "SPOT" | "FUTURE" | "FUNDING" | "EARN" | "FEE_CREDIT";
    };
    /** @description The state of the exchange. */
    Status: {
      /** @description The last audit of the books. */
      audit: {
        at: components["schemas"]["Time"] | null;
        /**
         * @description Overdue: the last one is older than two periods. Unless it passed, there are no withdrawals.
         */
        result: "never" | "failed" | "overdue" | "passed";
      };
      /** @description Whether new clients get play money. */
      demo: boolean;
      earn: {
        /** @description Subscriptions whose interest the house cannot pay at present. */
        interest_waiting: number;
      };
      fees: {
        /** @description Orders and positions with fee refunds that the house cannot pay at present. */
        charges_waiting: number;
      };
      futures: {
        /** @description Positions whose profit the house cannot pay at present. */
        closings_waiting: number;
      };
      /** @description Whether guests see the pages of markets, trading and earning, without acting there. */
      guests_see_trading: boolean;
      /** @description The address of help outside; empty where there is none. */
      help_url: string;
      /** @description The page of the live chat, which is shown in a frame; empty where there is none. */
      live_chat_url: string;
      market: "live" | "simulated";
      /** @description Who runs this server; empty if not set. */
      operator_name: string;
      /** @description In a demo: where it shows, on its own machine, the emails that it does not send; otherwise empty. */
      outbox_url: string;
      /** @description What the operator has paused; all false while the database is unavailable. */
      paused: {
        /** @description No addresses are shown, and what arrives is credited later. */
        deposits: boolean;
        /** @description Markets that are halted individually. */
        markets: string[];
        /** @description No orders, conversions or positions, in no market; cancelling works. */
        trading: boolean;
        /** @description None can be requested, and none is sent. */
        withdrawals: boolean;
      };
      postgres: "ok" | "down";
      prices: {
        /** @description Of the oldest price of an open market, of whatever kind. */
        age_ms: number | null;
        as_of: components["schemas"]["Time"] | null;
        /** @description The oldest last price, book and mark price of the open markets. */
        oldest: {
          book: components["schemas"]["OldestPrice"];
          last: components["schemas"]["OldestPrice"];
          mark: components["schemas"]["OldestPrice"];
        };
        stale: boolean;
        /** @description A price that is older is stale. */
        stale_after_ms: number;
      };
      /**
       * @description Down: every market's price is stale.
       */
      provider: "ok" | "down";
      redis: "ok" | "down";
      /** @description A count, without the throw-away accounts of a demo; missing while the database is unavailable. */
      registered_users?: string;
      /** @description The ways to sign in besides a password. */
      sign_in: {
        google: boolean;
      };
      status: "ok" | "degraded";
      /** @description The support address; empty if not set. */
      support_email: string;
      time: components["schemas"]["Time"];
      version: string;
    };
    /** @description The code is on its way. */
    StepUpCodeSent: {
      message: "success";
      /** @description Seconds until another code can be requested. */
      resend_after: number;
      /**
       * @description The mailbox, mostly hidden.
       * @example a***@example.com
       */
      sent_to: string;
    };
    /** @description Opens /stream/client/{channel} once, within 30 seconds, as the WebSocket protocol cambio.{ticket}. */
    StreamTicket: {
      channel: string;
      ticket: string;
    };
    Tasks: {
      /** @description The number of days after its claim before a reward can be withdrawn. */
      rest_days: number;
      tasks: {
        /** @description Progress up to the target; the reward can be claimed when it equals the target. A decimal. */
        accumulated_amount: string;
        /** @description Progress, in the task's unit. A decimal. */
        amount: string;
        /** Format: date-time */
        claimed_at: string | null;
        /**
         * Format: date-time
         * @description The end of its day or week in UTC.
         */
        ends_at: string | null;
        kind: "once" | "daily" | "weekly";
        /**
         * Format: date-time
         * @description Until then, a claimed reward can be traded but not withdrawn.
         */
        rests_until: string | null;
        reward_status: "CLAIMED" | "UNCLAIMED";
        task_center: {
          /** @description The target. A decimal. */
          amount: string;
          /** @description The code of the coin that the reward is paid in. */
          coin: string;
          coin_id: string;
          description: string;
          id: string;
          /**
           * @description What amount counts: deposits and trading_volume in USDT, the others by number.
           */
          measure: "verification" | "deposits" | "trading_volume" | "trades" | "referrals";
          /** @description Stays the same in every language. */
          name: string;
          /** @description The reward. A decimal. */
          reward_amount: string;
          rules: string;
        };
        task_status: "pending" | "ONGOING" | "DONE";
      }[];
      /** @description Rewards are paid to verified clients only. */
      verified: boolean;
    };
    /** @description A line for each trade, conversion, deposit, withdrawal, reward, interest, fee and result of futures; none for what moves between the client's own wallets. */
    TaxTransactions: string;
    /** @description What is on its way. */
    TestCoins: {
      amount: string;
      coin: string;
      message: "success";
    };
    /** @description Maintenance of a position is notional times rate less deduction. */
    Tier: {
      /** @description USDT. */
      deduction: components["schemas"]["Decimal"];
      /** @description A share. */
      rate: components["schemas"]["Decimal"];
      /** @description USDT of notional. */
      up_to: components["schemas"]["Decimal"];
    };
    /**
     * Format: date-time
     * @description UTC, with milliseconds.
     * @example 2026-03-01T09:30:00.000Z
     */
    Time: string;
    TopAssets: {
      assets: {
        amount: string;
        full_name: string;
        image: string;
        name: string;
        /** @description percent of all */
        share: string;
        /** @description decimal, USDT */
        usdt_value: string;
      }[];
    };
    /** @description A trade that took place, the exchange's own or the provider's. */
    Trade: {
      px: components["schemas"]["Decimal"];
      side: "buy" | "sell";
      sz: components["schemas"]["Decimal"];
      /** @description Milliseconds since 1970. */
      ts: string;
    };
    /** @description Trades of one size. */
    TradesBySide: {
      /** @description What takers bought, in USDT. */
      buy: components["schemas"]["Decimal"];
      /** @description What takers sold, in USDT. */
      sell: components["schemas"]["Decimal"];
    };
    TradingUnlock: {
      confirm: "always" | "above" | "never";
      confirm_above: components["schemas"]["Decimal"];
      /**
       * @description for how long a session is opened; 0: orders always ask
       */
      minutes: 0 | 15 | 60;
      /**
       * Format: date-time
       * @description this session; null: orders need the transaction password
       */
      unlocked_until: string | null;
    };
    /** @description Money that moved between two wallets of the client. */
    Transfer: {
      amount: components["schemas"]["Decimal"];
      at: components["schemas"]["Time"];
      coin: string;
      from: "SPOT" | "FUTURE" | "FUNDING";
      id: components["schemas"]["Id"];
      image: string;
      to: "SPOT" | "FUTURE" | "FUNDING";
    };
    /** @description A coin and the networks that carry it. */
    TransferCoin: {
      /** @example USDT */
      coin: string;
      image: string;
      /** @description What the list of coins shows as minimum. */
      minimum_listed: components["schemas"]["Decimal"];
      name: string;
      networks: components["schemas"]["NetworkOfCoin"][];
    };
    /** @description The result. */
    TransferDone: {
      message: "success" | "wrong_transaction_password";
    };
    /** @description A page of transfers, newest first. */
    Transfers: {
      /** @description How many there are on all pages. */
      total: number;
      transfers: components["schemas"]["Transfer"][];
    };
    TwoFactor: {
      enabled: boolean;
      recovery_codes_left: number;
      /** Format: date-time */
      since: string | null;
    };
    TwoFactorSetup: {
      message: string;
      /** @description base32 */
      secret: string;
      /** @description otpauth://totp/… for a QR code */
      uri: string;
    };
    UnreadNotifications: {
      /** @description At most 1000 are counted. */
      unread: number;
    };
    /** @description Who a client is. */
    User: {
      account_status: "Unverified" | "Verified";
      /** Format: email */
      email: string;
      /** @description Empty, or with its country code. */
      mobile_number: string;
      /** @description The identifier that clients show. */
      user_unique_id: string;
    };
    Verification: {
      back: components["schemas"]["Photo"];
      front: components["schemas"]["Photo"];
      id_number?: string;
      id_type?: "Driver's License" | "Government ID" | "Passport" | "Others";
      message: "no_existing_kyc" | "success";
      selfie: components["schemas"]["Photo"];
    };
    WalletConnected: {
      message: "success";
      wallet_address: string;
    };
    /** @description What the coins of the spot wallet have cost on average, and what they would win or lose now. */
    WalletCosts: {
      /** @description Those whose cost is known: at least a part was bought or converted. */
      coins: components["schemas"]["CoinCost"][];
      /** @description Of all of them, in USDT. */
      unrealised: components["schemas"]["Decimal"];
    };
    WalletNonce: {
      address?: string;
      domain: string;
      expiration_time: string;
      issued_at: string;
      nonce: string;
      uri: string;
    };
    /** @description The value of the wallets in USDT at the last prices. */
    WalletOverview: {
      earnTotal: components["schemas"]["Decimal"];
      fundingTotal: components["schemas"]["Decimal"];
      futureTotal: components["schemas"]["Decimal"];
      overviewTotal: components["schemas"]["Decimal"];
      spotTotal: components["schemas"]["Decimal"];
    };
    /** @description The connected browser wallet, if any. */
    Web3: {
      /** @description The newest first. */
      history: components["schemas"]["Web3Event"][];
      web3: components["schemas"]["Web3Connection"] | null;
    };
    /** @description The result. */
    Web3Connected: {
      message: "success";
      web3: components["schemas"]["Web3Connection"];
    };
    /** @description A browser wallet whose owner signed that it is theirs. */
    Web3Connection: {
      /** @description With its checksum (EIP-55). */
      address: string;
      connected_at: components["schemas"]["Time"];
      provider: "MetaMask";
    };
    /** @description When a wallet was connected or disconnected. */
    Web3Event: {
      address: string;
      at: components["schemas"]["Time"];
      kind: "connect" | "disconnect";
      provider: string;
    };
    /** @description A withdrawal as its owner sees it. */
    Withdrawal: {
      address: string;
      application_time: components["schemas"]["Time"];
      can_cancel: boolean;
      client_wallet: {
        coin: {
          full_name: string;
          image: string;
          /** @example USDT */
          name: string;
        };
      };
      /** @example USDT */
      coin: string;
      confirmations: number;
      confirmations_needed: number;
      fee: components["schemas"]["Decimal"];
      /** @description Of a stopped withdrawal, what does not come back: its fee where its transaction is in a block but failed there because the recipient did not accept it, else 0. */
      fee_kept: components["schemas"]["Decimal"];
      id: components["schemas"]["Id"];
      /** @description The client's name for the saved address. */
      label: string | null;
      /** @example ERC20 */
      network: string;
      /** @description Why it was stopped. */
      reason: string | null;
      /** @description What the recipient gets: the amount minus the fee. */
      receive_amount: components["schemas"]["Decimal"];
      stage:
        | "REQUESTED"
        | "APPROVED"
        | "EXPORTED"
        | "SIGNED"
        | "BROADCAST"
        | "UNKNOWN"
        | "CONFIRMED"
        | "REJECTED"
        | "CANCELLED";
      /**
       * @description FLOATING: submitted; ONHOLD: waiting for review; PROCEED: completed; FREEZE: stopped, and the money is back, but for fee_kept.
       */
      state: "FLOATING" | "ONHOLD" | "PROCEED" | "FREEZE";
      /** @description The transaction, once it is signed. */
      txid: string | null;
      updated_at: components["schemas"]["Time"];
      /** @description What leaves the wallet. */
      withdraw_amount: components["schemas"]["Decimal"];
    };
    WithdrawalAddresses: {
      addresses: {
        address: string;
        coin: string;
        /** Format: date-time */
        created_at: string;
        id: string;
        label: string;
        /** @example ERC20 */
        network: string;
      }[];
    };
    /** @description The code is on its way. */
    WithdrawalCodeSent: {
      message: "success";
      /** @description Seconds until another code can be requested. */
      resend_after: number;
      /**
       * @description The mailbox, mostly hidden.
       * @example a***@example.com
       */
      sent_to: string;
    };
    /** @description The withdrawal, or which password or code was wrong. */
    WithdrawalDone:
      | {
          message: "success";
          withdrawal: components["schemas"]["Withdrawal"];
        }
      | {
          message:
            | "wrong_transaction_password"
            | "wrong_code"
            | "two_factor_required"
            | "wrong_two_factor";
        };
    /** @description How much can be withdrawn now. */
    WithdrawalLimits: {
      /** @description How much of each coin can be withdrawn. */
      available: {
        [key: string]: components["schemas"]["Decimal"];
      };
      /** @description The books are being checked: no withdrawals. */
      frozen_by_audit: boolean;
      left: components["schemas"]["Decimal"];
      /** @description USDT within 24 hours. */
      limit: components["schemas"]["Decimal"];
      /** @description Withdrawals without a code by email. */
      one_step: {
        left: components["schemas"]["Decimal"];
        limit: components["schemas"]["Decimal"];
        on: boolean;
      };
      restricted: {
        /** @description The restriction period. */
        text: string;
      } | null;
      /** @description After a change of security. */
      rests_until: components["schemas"]["Time"] | null;
      two_factor: boolean;
      used: components["schemas"]["Decimal"];
      /** @description Only saved addresses. */
      whitelist: boolean;
    };
    /** @description A page of withdrawals, newest first. */
    Withdrawals: {
      /** @description How many there are on all pages. */
      total: number;
      withdraw: components["schemas"]["Withdrawal"][];
    };
    /** @description The fee and the limits of a withdrawal on this network. */
    WithdrawalTerms: {
      arrival_minutes: number;
      /** @description Until it counts as final. */
      confirmations: number;
      fee: components["schemas"]["Decimal"];
      minimum: components["schemas"]["Decimal"];
      /** @description Whether withdrawals are taken at the moment. */
      open: boolean;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  get_well_known_security_txt: {
    responses: {
      /** @description As RFC 9116 says: Contact, Expires, Preferred-Languages, Canonical. */
      200: {
        content: {
          "text/plain": components["schemas"]["SecurityTxt"];
        };
      };
    };
  };
  get_v1_home_coins: {
    responses: {
      /** @description The most traded pairs, and the last prices of the best known coins. */
      200: {
        content: {
          "application/json": components["schemas"]["HomeCoins"];
        };
      };
    };
  };
  post_v2_buy_more: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice opens one position. */
          client_id?: string;
          /**
           * @description BUY_MORE: long; SELL_EMPTY: short.
           */
          delegate_type: "BUY_MORE" | "SELL_EMPTY";
          /** @description 10, 15 or 20. */
          leverage: number;
          /** @description USDT from the FUTURE wallet, rounded down to whole lots; the rest stays in the wallet. The fee is charged on top. */
          margin: components["schemas"]["Decimal"];
          /** @description The contract: BTCUSDT. */
          name: string;
          /** @description The price that the client saw; the request is refused if the mark price is now much worse. */
          opening_price?: components["schemas"]["Decimal"];
          /** @description Closes the position at this mark price, with a loss. */
          stop_loss?: components["schemas"]["Decimal"];
          /** @description Closes the position at this mark price. */
          take_profit?: components["schemas"]["Decimal"];
          /**
           * Format: password
           * @description The transaction password; required unless the session is unlocked for trading or the call is signed with an API key.
           */
          transaction_password?: string;
        };
      };
    };
    responses: {
      /** @description The position as it is now, or wrong_transaction_password. */
      200: {
        content: {
          "application/json": components["schemas"]["PositionChanged"];
        };
      };
    };
  };
  get_v2_chart_chart_series: {
    parameters: {
      query: {
        /** @description Only candles that open before this time, in milliseconds since 1970. */
        before?: number;
        /** @description 1 to 1000; 500 by default. */
        limit?: number;
        /** @description A pair or its coin: BTCUSDT, BTC. */
        symbol: string;
        /** @description The candle interval; 1min by default. */
        timeframe?:
          | "1min"
          | "5min"
          | "1hr"
          | "4hr"
          | "1D"
          | "1W"
          | "1M"
          | "1"
          | "5"
          | "15"
          | "30"
          | "60"
          | "240"
          | "D"
          | "W"
          | "M";
      };
    };
    responses: {
      /** @description Candles, oldest first. */
      200: {
        content: {
          "application/json": components["schemas"]["ChartSeries"];
        };
      };
    };
  };
  get_v2_client_margin: {
    responses: {
      /** @description The open positions, the newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["Margins"];
        };
      };
    };
  };
  post_v2_earn_store: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The amount of the coin to subscribe; for a plan, the USDT spent on each purchase. */
          amount: components["schemas"]["Decimal"];
          /** @description Whether a new term starts when this one ends; false by default. */
          auto_renew?: boolean;
          /** @description The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice is one subscription or plan. */
          client_id?: string;
          /** @description For a plan with several coins: each coin with its share in percent, BTC:60,ETH:40; the shares add up to 100. */
          coins?: string;
          /**
           * @description Creates a plan that buys at this interval.
           */
          cycles?:
            | "Daily"
            | "Weekly"
            | "Bi-Weekly"
            | "Monthly"
            | "1 Hour"
            | "4 Hours"
            | "8 Hours"
            | "12 Hours";
          /** @description The day of the month, 1 to 31; in shorter months, the last day. */
          date?: number;
          /**
           * @description The day of the week, for weekly cycles.
           */
          day?: "Mon" | "Tue" | "Wed" | "Thu" | "Fri" | "Sat" | "Sun";
          /** @description The term in days: 5, 10, 15, 30, 60, 120 or 180; 5 by default; 0 is flexible. */
          days?: number;
          /** @description The product; for a plan, the one whose coin it buys. Required unless coins is given. */
          earn_id?: components["schemas"]["Id"];
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * @description FLEXI_LOCK: flexible; STAKE_LOCK: for a term. Required to subscribe; ignored for a plan.
           */
          status?: "FLEXI_LOCK" | "STAKE_LOCK";
          /**
           * Format: password
           * @description The transaction password; creating a plan requires it and a code, which no API key can. A term requires it unless the session is unlocked for trading or the call is signed with an API key.
           */
          transaction_password?: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description What was made: a subscription or a plan. */
      200: {
        content: {
          "application/json": components["schemas"]["EarnStored"];
        };
      };
    };
  };
  get_v2_get_code_for_password: {
    responses: {
      /** @description The code is on its way. */
      200: {
        content: {
          "application/json": components["schemas"]["CodeSent"];
        };
      };
    };
  };
  post_v2_get_code_for_password: {
    responses: {
      /** @description The code is on its way. */
      200: {
        content: {
          "application/json": components["schemas"]["CodeSent"];
        };
      };
    };
  };
  get_v2_market_all_pairs: {
    responses: {
      /** @description Markets, in the exchange's own order. */
      200: {
        content: {
          "application/json": components["schemas"]["PairList"];
        };
      };
    };
  };
  get_v2_mobile_check: {
    parameters: {
      query: {
        /** @description The mobile number. */
        username: string;
      };
    };
    responses: {
      /** @description Whether that name has an account. */
      200: {
        content: {
          "application/json": components["schemas"]["Existence"];
        };
      };
    };
  };
  post_v2_my_order: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice is one order, and a refusal stays the answer for its key for ten minutes. Orders and conversions have separate keys. */
          client_id?: string;
          /**
           * @description Which side.
           */
          delegate_type: "BUY" | "SELL";
          /**
           * @description MARKET: at the market price, no further from the best price and from the provider's than price.protection in GET /api/v3/getOrder says (a share). LIMIT: at the given price. STOP_LIMIT: at the given price once the last price has reached the stop price. STOP_MARKET: at the market price once the last price has risen to the stop price of a BUY or fallen to that of a SELL. TAKE_PROFIT_LIMIT, TAKE_PROFIT_MARKET: the same once it has fallen to the stop price of a BUY or risen to that of a SELL. TRAILING_STOP_MARKET: as STOP_MARKET, with a stop price that follows the last price at the distance trailing_delta when it rises for a SELL or falls for a BUY, and never moves back. Stops that trade at the market price ignore what is traded further from the provider's price than that share, and wait where nobody trades so near it. OCO: a limit order and a stop order, one of which cancels the other.
           */
          market_type:
            | "MARKET"
            | "LIMIT"
            | "STOP_LIMIT"
            | "OCO"
            | "STOP_MARKET"
            | "TAKE_PROFIT_LIMIT"
            | "TAKE_PROFIT_MARKET"
            | "TRAILING_STOP_MARKET";
          /** @description The pair: BTCUSDT. */
          name: string;
          /** @description The quantity in the coin; required unless total is given. */
          number_of_order?: components["schemas"]["Decimal"];
          /** @description The limit price; required for LIMIT, STOP_LIMIT, TAKE_PROFIT_LIMIT and OCO. For STOP_LIMIT and TAKE_PROFIT_LIMIT, it applies once the order is triggered; for OCO, it is the price of the limit leg. */
          order_per_unit?: components["schemas"]["Decimal"];
          /** @description If true, the order is refused instead of trading at once; for limit orders that rest in the book. The limit leg of an OCO pair is always post-only. */
          post_only?: boolean;
          /** @description For a MARKET conversion: the quote whose rate it uses. */
          quote_id?: components["schemas"]["Id"];
          /** @description The limit price of an OCO pair's stop leg once it is triggered; required for OCO. */
          stop_limit_price?: components["schemas"]["Decimal"];
          /** @description The last price that triggers the stop leg of that pair: below the limit and the last price for a BUY, above them for a SELL. Where the price has passed it by the time the pair is placed, it is triggered at once. Required with take_profit. */
          stop_loss?: components["schemas"]["Decimal"];
          /** @description The limit price of that stop leg once it is triggered; by default as far beyond stop_loss as a market order may trade (price.protection in GET /api/v3/getOrder). */
          stop_loss_limit?: components["schemas"]["Decimal"];
          /** @description The last price that triggers the order, or the stop leg of an OCO pair; required for all but MARKET, LIMIT and TRAILING_STOP_MARKET orders. A trade far from the provider's price triggers none. */
          stop_price?: components["schemas"]["Decimal"];
          /** @description For LIMIT and MARKET orders, together with stop_loss: once the order is done, an OCO pair on the other side is placed for what it has filled, also where the rest was cancelled. This is the price of the pair's limit leg: above the order's limit (of a MARKET order, the last price) for a BUY, below it for a SELL. A BUY's pair sells what was received, without the fee; a SELL's pair buys the same quantity back, or as much as the proceeds pay for at its higher limit. What is to be had at this price or better when the pair is placed is taken at once, by an IOC order, and the pair is for the rest. The first of these orders has the client_id 'bracket:' and the order's ID; the limit leg behind an IOC order has ':rest' behind that. Where the limit leg cannot rest beside the client's other orders, the stop leg is placed alone. A pair that cannot be placed, because the balance is used elsewhere, is given up: a notification tells so, and bracket_reason in the order history says why. */
          take_profit?: components["schemas"]["Decimal"];
          /**
           * @description GTC: good till cancelled; IOC: immediate or cancel; FOK: fill or kill. For a stop order, it applies after the trigger.
           */
          time_in_force?: "GTC" | "IOC" | "FOK";
          /** @description For a conversion that sells: the coin received; USDT by default. */
          to_coin?: string;
          /** @description The amount to spend, in the quote coin. It replaces the quantity of a buy; otherwise it is price times quantity, which is checked for orders with a limit price. A STOP_MARKET, TAKE_PROFIT_MARKET or TRAILING_STOP_MARKET buy by quantity holds what it may cost at its stop price when it is placed and spends no more. */
          total?: components["schemas"]["Decimal"];
          /**
           * @description market: an order in the book (the default); convert: a conversion against the house.
           */
          trade_type?: "market" | "convert";
          /** @description How far the stop price of a TRAILING_STOP_MARKET order stays from the highest last price since it was placed (SELL) or the lowest (BUY), in basis points: 100 is 1 %; 10 to 2000. It moves in steps of at least a hundredth of that distance. At most 20 in one market. */
          trailing_delta?: number;
          /**
           * Format: password
           * @description The transaction password; required unless the session is unlocked for trading or the call is signed with an API key.
           */
          transaction_password?: string;
        };
      };
    };
    responses: {
      /** @description The order or the conversion, or wrong_transaction_password. */
      200: {
        content: {
          "application/json": components["schemas"]["OrderPlaced"];
        };
      };
    };
  };
  get_v2_recent_trades: {
    parameters: {
      query: {
        /** @description A pair or its coin: BTCUSDT, BTC-USDT, BTC. */
        name: string;
      };
    };
    responses: {
      /** @description The order book as it is pushed, best prices first: clients' orders and what the house really trades behind them; while nobody settles orders, clients' alone. And the latest trades, newest first. `price` is the last trade's; where the book has moved past it since, the nearest best price of the book. */
      200: {
        content: {
          "application/json": components["schemas"]["RecentTrades"];
        };
      };
    };
  };
  post_v2_register: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The six-digit code that send-code sent by email.
           */
          code: string;
          /**
           * @description The mobile number; it takes effect once verify-mobile has verified it.
           * @example +12025550143
           */
          mobile_number: string;
          /**
           * Format: password
           * @description The login password: at least 9 characters, and not a common password.
           */
          password: string;
          /**
           * Format: password
           * @description The same password again.
           */
          password_confirmation: string;
          /** @description The referral code of whoever invited the client. */
          referral?: string;
          /**
           * Format: password
           * @description The token that google-login returned to a new user.
           */
          social?: string;
          /**
           * Format: password
           * @description A second password, of at least 6 characters, for everything that moves money.
           */
          transaction_password: string;
          /**
           * Format: email
           * @description The email address.
           */
          username: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v2_send_code: {
    parameters: {
      query: {
        /** @description The email address that gets the code. */
        email: string;
        /** @description The answer to the challenge of work_required. */
        work?: string;
      };
    };
    responses: {
      /** @description The code is on its way. */
      200: {
        content: {
          "application/json": components["schemas"]["CodeSent"];
        };
      };
    };
  };
  post_v2_send_code: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: email
           * @description The email address that gets the code.
           */
          email: string;
          /** @description The answer to the challenge of work_required. */
          work?: string;
        };
      };
    };
    responses: {
      /** @description The code is on its way. */
      200: {
        content: {
          "application/json": components["schemas"]["CodeSent"];
        };
      };
    };
  };
  post_v2_update_password: {
    requestBody: {
      content: {
        "application/json": {
          /** @description Whether all passkeys are removed, and Google and the wallet disconnected; unless given, they stay, and the owner is told which there are. */
          end_other_sign_ins?: boolean;
          /**
           * Format: password
           * @description The current login password.
           */
          oldLoginPassword: string;
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The new password: at least 9 characters, not a common password, and none of the last five.
           */
          password: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["PasswordChange"];
        };
      };
    };
  };
  get_v2_upload_check_kyc: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["Verification"];
        };
      };
    };
  };
  post_v2_upload_kyc: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The document's number, at most 64 characters. */
          id_number: string;
          /**
           * @description The kind of document.
           */
          id_type: "Driver's License" | "Government ID" | "Passport" | "Others";
          /** @description The photo as a data URL: JPEG, PNG or WebP of at most 8 MB and 40 megapixels. */
          image: string;
          /**
           * @description Which photo this is.
           */
          img_type: "SELFIE" | "FRONTID" | "BACKID";
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v2_username_check: {
    parameters: {
      query: {
        /** @description The email address. */
        username: string;
      };
    };
    responses: {
      /** @description Whether that name has an account. */
      200: {
        content: {
          "application/json": components["schemas"]["Existence"];
        };
      };
    };
  };
  get_v3_account_activity: {
    parameters: {
      query?: {
        /** @description The page, starting at 1; ten entries each, newest first. */
        page?: number;
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["AccountActivity"];
        };
      };
    };
  };
  get_v3_account_client: {
    responses: {
      /** @description The signed-in client. */
      200: {
        content: {
          "application/json": components["schemas"]["AccountClient"];
        };
      };
    };
  };
  get_v3_add_favorite: {
    parameters: {
      query: {
        /** @description The coin_id of a pair. */
        coin_id: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description Whether the coin is now a favorite. */
      200: {
        content: {
          "application/json": components["schemas"]["FavoriteChanged"];
        };
      };
    };
  };
  post_v3_add_favorite: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The coin_id of a pair. */
          coin_id: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description Whether the coin is now a favorite. */
      200: {
        content: {
          "application/json": components["schemas"]["FavoriteChanged"];
        };
      };
    };
  };
  get_v3_all_pairs: {
    responses: {
      /** @description Markets, in the exchange's own order. */
      200: {
        content: {
          "application/json": components["schemas"]["PairList"];
        };
      };
    };
  };
  get_v3_analysis: {
    responses: {
      /** @description Earn balances and interest. */
      200: {
        content: {
          "application/json": components["schemas"]["EarnAnalysis"];
        };
      };
    };
  };
  post_v3_anti_phishing: {
    requestBody: {
      content: {
        "application/json": {
          /** @description 4 to 20 letters (a-z, A-Z) and digits. */
          anti_phishing_code: string;
          /**
           * Format: password
           * @description The code sent by email.
           */
          verification_code: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_api_keys: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["ApiKeys"];
        };
      };
    };
  };
  post_v3_api_keys_end: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The key's id in the list. */
          id: components["schemas"]["Id"];
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_api_keys_make: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The last day (UTC) that it works on, as 2026-11-21; it does not end unless given. */
          expires_on?: string;
          /**
           * @description How the program proves itself: with a key pair of its own, or with a secret that the server makes and shows once.
           */
          kind: "ed25519" | "hmac";
          /** @description What the client calls it; at most 40 bytes. */
          label: string;
          /** @description The pairs that it may trade in, with commas between them, at most 50; all unless given. */
          markets?: string;
          /** @description The addresses or networks (CIDR) that it may be used from, with commas between them, at most 30; any unless given. */
          networks?: string;
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /** @description Of an Ed25519 key, which needs it: the public half, as PEM, as base64 or in hexadecimal. */
          public_key?: string;
          /**
           * @description Whether it only reads or may trade, too. No key withdraws.
           */
          scope: "read" | "trade";
          /**
           * Format: password
           * @description The transaction password.
           */
          transaction_password: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["ApiKeyMade"];
        };
      };
    };
  };
  post_v3_api_keys_rename: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The key's id in the list. */
          id: components["schemas"]["Id"];
          /** @description What the client calls it; at most 40 bytes. */
          label: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_api_keys_restrict: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The last day (UTC) that it works on, as 2026-11-21; it does not end unless given. */
          expires_on?: string;
          /** @description The key's id in the list. */
          id: components["schemas"]["Id"];
          /** @description The pairs that it may trade in, with commas between them, at most 50; all unless given. */
          markets?: string;
          /** @description The addresses or networks (CIDR) that it may be used from, with commas between them, at most 30; any unless given. */
          networks?: string;
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The login password; needed where the key may do no more than before.
           */
          password?: string;
          /**
           * @description Whether it only reads or may trade, too. No key withdraws.
           */
          scope: "read" | "trade";
          /**
           * Format: password
           * @description The transaction password; needed, with a code, where the key may do more than before.
           */
          transaction_password?: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_auth_google: {
    responses: {
      /** @description Leads to another address. */
      302: {};
    };
  };
  get_v3_auth_google_callback: {
    parameters: {
      query?: {
        /** @description The provider's code; missing if the user declined. */
        code?: string;
        /** @description The state that the sign-in started with. */
        state?: string;
      };
    };
    responses: {
      /** @description Leads to another address. */
      302: {};
    };
  };
  get_v3_avatar: {
    parameters: {
      query: {
        /** @description The caller's own user_unique_id. */
        id: string;
      };
    };
    responses: {
      /** @description The picture. */
      200: {
        content: {
          "image/jpeg": components["schemas"]["Picture"];
        };
      };
    };
  };
  post_v3_avatar: {
    requestBody: {
      content: {
        "application/json": {
          /** @description A data URL of a PNG or JPEG file of at most 45 kB. */
          image: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_avatar_remove: {
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_bind_accounts: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["BindAccounts"];
        };
      };
    };
  };
  get_v3_buy_history: {
    parameters: {
      query?: {
        /** @description The first day, UTC: 2026-11-21. */
        from?: string;
        /** @description Only this coin or pair: BTC, BTCUSDT. */
        name?: string;
        /** @description The page, starting at 1; newest first. */
        page?: number;
        /** @description 1 to 200; 10 by default. */
        per_page?: number;
        /** @description Only this state. */
        status?: "PENDING" | "APPROVED" | "DISSAPROVED";
        /** @description The last day, UTC. */
        to?: string;
      };
    };
    responses: {
      /** @description A page of buy orders, newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["BuyHistory"];
        };
      };
    };
  };
  get_v3_chart_settings: {
    parameters: {
      query?: {
        /** @description A pair or its coin: BTCUSDT, BTC. Without it: what is the same for all markets. */
        market?: string;
      };
    };
    responses: {
      /** @description What the client has kept for the charts of all markets, or of one. */
      200: {
        content: {
          "application/json": components["schemas"]["ChartSettings"];
        };
      };
    };
  };
  post_v3_chart_settings: {
    requestBody: {
      content: {
        "application/json": {
          /** @description A pair or its coin: BTCUSDT, BTC. Without it: what is the same for all markets. */
          market?: string;
          /** @description A JSON object, as text; at most 32 kB. */
          settings: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["ChartSettingsKept"];
        };
      };
    };
  };
  get_v3_claim_task: {
    parameters: {
      query: {
        /** @description The task whose reward to claim. */
        task_center_id: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["ClaimedTask"];
        };
      };
    };
  };
  post_v3_claim_task: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The task whose reward to claim. */
          task_center_id: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["ClaimedTask"];
        };
      };
    };
  };
  get_v3_clients: {
    parameters: {
      query?: {
        /** @description The caller's own ID. */
        client_id?: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["Clients"];
        };
      };
    };
  };
  get_v3_coin_assets: {
    parameters: {
      query: {
        /** @description A coin or its pair: BTC, BTCUSDT. */
        name: string;
      };
    };
    responses: {
      /** @description A coin, as its market. */
      200: {
        content: {
          "application/json": components["schemas"]["CoinFacts"];
        };
      };
    };
  };
  get_v3_coin_future_pnl: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["FuturePnl"];
        };
      };
    };
  };
  get_v3_coin_pair_current_price: {
    parameters: {
      query: {
        /** @description A pair or its coin: BTCUSDT, BTC-USDT, BTC. */
        symbol: string;
      };
    };
    responses: {
      /** @description A market's price. */
      200: {
        content: {
          "application/json": components["schemas"]["CurrentPrice"];
        };
      };
    };
  };
  get_v3_coin_profile: {
    parameters: {
      query: {
        /** @description A coin or its pair: BTC, BTCUSDT, BTC-USDT. */
        name: string;
      };
    };
    responses: {
      /** @description What a coin is, and who trades it. */
      200: {
        content: {
          "application/json": components["schemas"]["CoinProfile"];
        };
      };
    };
  };
  get_v3_coin_spot_pnl: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["SpotPnl"];
        };
      };
    };
  };
  post_v3_convert_cancel: {
    requestBody: {
      content: {
        "application/json": {
          /** @description If given, cancelling one that is already cancelled succeeds again. */
          client_id?: string;
          /** @description The conversion's ID. */
          id: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description The conversions that are no longer pending. */
      200: {
        content: {
          "application/json": components["schemas"]["ConversionCancelled"];
        };
      };
    };
  };
  get_v3_convert_history: {
    parameters: {
      query?: {
        /** @description The page, starting at 1; newest first. */
        page?: number;
        /** @description 1 to 200; 10 by default. */
        per_page?: number;
      };
    };
    responses: {
      /** @description A page of conversions, newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["Conversions"];
        };
      };
    };
  };
  post_v3_convert_quote: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The amount paid. Give either this or to_amount. */
          amount?: components["schemas"]["Decimal"];
          /** @description The coin paid: USDT. */
          from: string;
          /** @description The coin received: BTC. */
          to: string;
          /** @description The amount received. Give either this or amount. */
          to_amount?: components["schemas"]["Decimal"];
        };
      };
    };
    responses: {
      /** @description A rate quoted to this client, to be used once. */
      200: {
        content: {
          "application/json": components["schemas"]["ConvertQuote"];
        };
      };
    };
  };
  post_v3_demo_account: {
    requestBody?: {
      content: {
        "application/json": {
          /** @description The answer to the challenge of work_required. */
          work?: string;
        };
      };
    };
    responses: {
      /** @description A session, and what signs in again. No other call tells the passwords. */
      200: {
        content: {
          "application/json": components["schemas"]["DemoAccount"];
        };
      };
    };
  };
  get_v3_deposit_history: {
    parameters: {
      query?: {
        /** @description Only this coin: USDT. */
        coin?: string;
        /** @description The first day, UTC: 2026-03-01. */
        from?: string;
        /** @description The page, starting at 1; newest first. */
        page?: number;
        /** @description 1 to 200; 10 by default. */
        per_page?: number;
        /** @description Only these. */
        status?: "APPROVED" | "PENDING" | "DECLINED";
        /** @description The last day, UTC. */
        to?: string;
      };
    };
    responses: {
      /** @description The client's deposits, the newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["Deposits"];
        };
      };
    };
  };
  get_v3_download_apk: {
    responses: {
      /** @description Leads to another address. */
      302: {};
    };
  };
  get_v3_download_ios: {
    responses: {
      /** @description Leads to another address. */
      302: {};
    };
  };
  get_v3_earn_auto_invest: {
    responses: {
      /** @description The client's plans. */
      200: {
        content: {
          "application/json": components["schemas"]["EarnPlans"];
        };
      };
    };
  };
  get_v3_earn_auto_invest_runs: {
    parameters: {
      query: {
        /** @description The plan. */
        id: components["schemas"]["Id"];
        /** @description The page, starting at 1; newest first. */
        page?: number;
        /** @description 1 to 200; 20 by default. */
        per_page?: number;
      };
    };
    responses: {
      /** @description A page of a plan's runs, newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["EarnRuns"];
        };
      };
    };
  };
  post_v3_earn_auto_invest_state: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The plan. */
          id: components["schemas"]["Id"];
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * @description PAUSED: paused; ACTIVE: active again from now on; ENDED: ended for good.
           */
          state: "ACTIVE" | "PAUSED" | "ENDED";
          /**
           * Format: password
           * @description The transaction password; activating the plan requires it and a code.
           */
          transaction_password?: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["EarnPlanChanged"];
        };
      };
    };
  };
  post_v3_earn_auto_renew: {
    requestBody: {
      content: {
        "application/json": {
          /** @description Whether a new term starts when this one ends. */
          enabled: boolean;
          /** @description The subscription's ID; it must have a term. */
          id: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["StakeChanged"];
        };
      };
    };
  };
  post_v3_earn_redeem: {
    requestBody: {
      content: {
        "application/json": {
          /** @description For a flexible subscription: the amount; all of it by default. A term can only be redeemed in full, and loses its interest if it has not ended. */
          amount?: components["schemas"]["Decimal"];
          /** @description The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice is one redemption. */
          client_id?: string;
          /** @description The subscription's ID. */
          id: components["schemas"]["Id"];
          /**
           * Format: password
           * @description The transaction password; required to redeem a term early, which no API key can.
           */
          transaction_password?: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["StakeChanged"];
        };
      };
    };
  };
  get_v3_earn_transaction: {
    parameters: {
      query?: {
        /** @description The coin's code: BTC. */
        coin?: string;
        /** @description spot_to_earn: into Earn; earn_to_spot: out of Earn. */
        direction?: "spot_to_earn" | "earn_to_spot";
        /** @description The first day, UTC: 2026-03-01. */
        from?: string;
        /** @description The page, starting at 1; newest first. */
        page?: number;
        /** @description 1 to 200; 20 by default. */
        per_page?: number;
        /** @description Only products of this kind. */
        product?: "flexible" | "locked" | "auto_invest";
        /** @description The last day, UTC. */
        to?: string;
        /** @description INCOME: interest. SETTLEMENT: a term that ended. REFUND: the interest of a term that was redeemed early. TRADE: what Auto Invest bought. */
        type?: "SUBSCRIPTION" | "REDEMPTION" | "INCOME" | "TRADE" | "SETTLEMENT" | "REFUND";
      };
    };
    responses: {
      /** @description A page, newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["EarnTransactions"];
        };
      };
    };
  };
  get_v3_earn_view: {
    responses: {
      /** @description All products. */
      200: {
        content: {
          "application/json": components["schemas"]["EarnProducts"];
        };
      };
    };
  };
  get_v3_favorites: {
    responses: {
      /** @description Markets, in the exchange's own order. */
      200: {
        content: {
          "application/json": components["schemas"]["PairList"];
        };
      };
    };
  };
  get_v3_fee_rates: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["FeeRates"];
        };
      };
    };
  };
  get_v3_fetch_address: {
    parameters: {
      query: {
        /** @description The network: TRC20, ERC20, BTC … */
        wallet_type: string;
      };
    };
    responses: {
      /** @description A client's deposit address, if there is one yet. */
      200: {
        content: {
          "application/json": components["schemas"]["KnownDepositAddress"];
        };
      };
    };
  };
  post_v3_forget_password_code_verify: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The six-digit code that was sent.
           */
          code: string;
          /**
           * Format: email
           * @description The account's email address.
           */
          email: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["ResetToken"];
        };
      };
    };
  };
  post_v3_forget_session: {
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_forgot_password_send_code: {
    parameters: {
      query: {
        /** @description The account's email address. */
        email: string;
        /** @description The answer to the challenge of work_required. */
        work?: string;
      };
    };
    responses: {
      /** @description The code is on its way. */
      200: {
        content: {
          "application/json": components["schemas"]["CodeSent"];
        };
      };
    };
  };
  post_v3_forgot_password_send_code: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: email
           * @description The account's email address.
           */
          email: string;
          /** @description The answer to the challenge of work_required. */
          work?: string;
        };
      };
    };
    responses: {
      /** @description The code is on its way. */
      200: {
        content: {
          "application/json": components["schemas"]["CodeSent"];
        };
      };
    };
  };
  get_v3_future_wallet: {
    responses: {
      /** @description Every coin, the most valuable first. */
      200: {
        content: {
          "application/json": components["schemas"]["FutureWallet"];
        };
      };
    };
  };
  post_v3_futures_cancel_closing_order: {
    requestBody: {
      content: {
        "application/json": {
          /** @description If given, cancelling an order that is already cancelled succeeds again. */
          client_id?: string;
          /** @description The order's ID. */
          order_id: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description The order as it is now. */
      200: {
        content: {
          "application/json": components["schemas"]["ClosingOrderCancelled"];
        };
      };
    };
  };
  post_v3_futures_cancel_order: {
    requestBody?: {
      content: {
        "application/json": {
          /** @description Cancels all open orders instead of one, but those that have reached their price. */
          all?: boolean;
          /** @description If given, cancelling an order that is already cancelled succeeds again. */
          client_id?: string;
          /** @description With all: only this contract. */
          name?: string;
          /** @description The order's ID; required unless all is given. */
          order_id?: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description What was cancelled. Of all, those stay open that have reached their price and are being filled. */
      200: {
        content: {
          "application/json": components["schemas"]["FuturesOrdersCancelled"];
        };
      };
    };
  };
  post_v3_futures_close: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice makes one change. */
          client_id?: string;
          /** @description The position's ID. */
          future_id: components["schemas"]["Id"];
          /** @description How much of it, in the coin: whole lots, of which both the part and the rest have the margin that opening takes at least. All of it unless given. A part needs a client_id. */
          quantity?: components["schemas"]["Decimal"];
          /**
           * Format: password
           * @description The transaction password; required unless the session is unlocked for trading or the call is signed with an API key.
           */
          transaction_password?: string;
        };
      };
    };
    responses: {
      /** @description closeRequest: it, or the part, will be closed at the mark price of the request. closePositionError: it is too early. Or wrong_transaction_password. */
      200: {
        content: {
          "application/json": components["schemas"]["CloseRequested"];
        };
      };
    };
  };
  get_v3_futures_closing_orders: {
    parameters: {
      query?: {
        /** @description Only this contract: BTCUSDT. */
        name?: string;
        /** @description The page, starting at 1; newest first. */
        page?: number;
        /** @description 1 to 200; 50 by default. */
        per_page?: number;
        /** @description OPEN, which is the default, or ENDED: filled or cancelled. */
        state?: "OPEN" | "ENDED";
      };
    };
    responses: {
      /** @description A page of orders, the newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["ClosingOrders"];
        };
      };
    };
  };
  get_v3_futures_contract: {
    parameters: {
      query: {
        /** @description The contract: BTCUSDT. */
        name: string;
      };
    };
    responses: {
      /** @description A contract. */
      200: {
        content: {
          "application/json": components["schemas"]["OneContract"];
        };
      };
    };
  };
  get_v3_futures_contracts: {
    responses: {
      /** @description The contracts, in order of listing. */
      200: {
        content: {
          "application/json": components["schemas"]["Contracts"];
        };
      };
    };
  };
  get_v3_futures_funding: {
    parameters: {
      query?: {
        /** @description Only this contract: BTCUSDT. */
        name?: string;
        /** @description The page, starting at 1; newest first. */
        page?: number;
        /** @description 1 to 200; 50 by default. */
        per_page?: number;
      };
    };
    responses: {
      /** @description A page of payments, the newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["FundingPayments"];
        };
      };
    };
  };
  get_v3_futures_funding_rates: {
    parameters: {
      query: {
        /** @description The contract: BTCUSDT. */
        name: string;
      };
    };
    responses: {
      /** @description Settled rates, newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["FundingRates"];
        };
      };
    };
  };
  get_v3_futures_history: {
    parameters: {
      query?: {
        /** @description The page, starting at 1; newest first. */
        page?: number;
        /** @description 1 to 200; 50 by default. */
        per_page?: number;
      };
    };
    responses: {
      /** @description A page of closed positions, newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["PositionHistory"];
        };
      };
    };
  };
  post_v3_futures_margin: {
    requestBody: {
      content: {
        "application/json": {
          /** @description USDT from the FUTURE wallet. */
          amount: components["schemas"]["Decimal"];
          /** @description The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice makes one change. */
          client_id?: string;
          /** @description The position's ID. */
          future_id: components["schemas"]["Id"];
          /**
           * Format: password
           * @description The transaction password; required unless the session is unlocked for trading or the call is signed with an API key.
           */
          transaction_password?: string;
        };
      };
    };
    responses: {
      /** @description The position as it is now, or wrong_transaction_password. */
      200: {
        content: {
          "application/json": components["schemas"]["PositionChanged"];
        };
      };
    };
  };
  get_v3_futures_orders: {
    parameters: {
      query?: {
        /** @description Only this contract: BTCUSDT. */
        name?: string;
        /** @description The page, starting at 1; newest first. */
        page?: number;
        /** @description 1 to 200; 50 by default. */
        per_page?: number;
        /** @description OPEN, which is the default, or ENDED: filled, cancelled or refused. */
        state?: "OPEN" | "ENDED";
      };
    };
    responses: {
      /** @description A page of orders, the newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["FuturesOrders"];
        };
      };
    };
  };
  post_v3_futures_place_closing_order: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice places one order. */
          client_id?: string;
          /**
           * @description Of a TRIGGER: RISES where the mark price has to come to the price from below, FALLS where from above; refused where it stands on the other side (stop_would_trigger). From where it stands unless given.
           */
          fills_when?: "RISES" | "FALLS";
          /** @description The position's ID. */
          future_id: components["schemas"]["Id"];
          /**
           * @description LIMIT: closes at a mark price that is no worse than the price. TRIGGER: closes at whatever mark price first reaches the price from where it stands now: take profit or stop loss.
           */
          order_type: "LIMIT" | "TRIGGER";
          /** @description In USDT, a multiple of the tick. */
          price: components["schemas"]["Decimal"];
          /** @description How much of the position, in the coin: whole lots, of which both the part and the rest have the margin that opening takes at least. All of it unless given. What is open by then is never exceeded, and a rest that would be too small is closed with it. */
          quantity?: components["schemas"]["Decimal"];
          /**
           * Format: password
           * @description The transaction password; required unless the session is unlocked for trading or the call is signed with an API key.
           */
          transaction_password?: string;
        };
      };
    };
    responses: {
      /** @description The order as it is now, or wrong_transaction_password. */
      200: {
        content: {
          "application/json": components["schemas"]["ClosingOrderPlaced"];
        };
      };
    };
  };
  post_v3_futures_place_order: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice places one order. */
          client_id?: string;
          /**
           * @description BUY_MORE: long; SELL_EMPTY: short.
           */
          delegate_type: "BUY_MORE" | "SELL_EMPTY";
          /** @description 10, 15 or 20. */
          leverage: number;
          /** @description USDT from the FUTURE wallet, rounded down to whole lots when the order is filled. It is held until then together with the fee, which is charged on top. */
          margin: components["schemas"]["Decimal"];
          /** @description The contract: BTCUSDT. */
          name: string;
          /**
           * @description LIMIT: fills at a mark price that is no worse than the price. TRIGGER: fills at whatever mark price first reaches the price from where it stands now.
           */
          order_type: "LIMIT" | "TRIGGER";
          /** @description In USDT, a multiple of the tick. */
          price: components["schemas"]["Decimal"];
          /** @description Closes the position at this mark price, with a loss. */
          stop_loss?: components["schemas"]["Decimal"];
          /** @description Closes the position at this mark price. */
          take_profit?: components["schemas"]["Decimal"];
          /**
           * Format: password
           * @description The transaction password; required unless the session is unlocked for trading or the call is signed with an API key.
           */
          transaction_password?: string;
        };
      };
    };
    responses: {
      /** @description The order as it is now, or wrong_transaction_password. */
      200: {
        content: {
          "application/json": components["schemas"]["FuturesOrderPlaced"];
        };
      };
    };
  };
  post_v3_futures_reverse: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The idempotency key, up to 64 letters, digits, '_' and '-', among those of closings: the same request sent twice reverses once. */
          client_id?: string;
          /** @description The position's ID. */
          future_id: components["schemas"]["Id"];
          /** @description The price that the client saw; the request is refused if the mark price is now much worse for opening. */
          opening_price?: components["schemas"]["Decimal"];
          /**
           * Format: password
           * @description The transaction password; required unless the session is unlocked for trading or the call is signed with an API key.
           */
          transaction_password?: string;
        };
      };
    };
    responses: {
      /** @description reverseRequest: it will be closed at the mark price of the request, and one of the opposite side opened at the same price, both at once. closePositionError: it is too early. Or wrong_transaction_password. */
      200: {
        content: {
          "application/json": components["schemas"]["ReverseRequested"];
        };
      };
    };
  };
  post_v3_futures_targets: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice makes one change. */
          client_id?: string;
          /** @description The position's ID. */
          future_id: components["schemas"]["Id"];
          /** @description Closes the position at this mark price, with a loss; empty or absent removes it. */
          stop_loss?: components["schemas"]["Decimal"];
          /** @description Closes the position at this mark price; empty or absent removes the target. */
          take_profit?: components["schemas"]["Decimal"];
          /**
           * Format: password
           * @description The transaction password; required unless the session is unlocked for trading or the call is signed with an API key.
           */
          transaction_password?: string;
        };
      };
    };
    responses: {
      /** @description The position as it is now, or wrong_transaction_password. */
      200: {
        content: {
          "application/json": components["schemas"]["PositionChanged"];
        };
      };
    };
  };
  post_v3_futures_transfer: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice is one transfer. */
          client_id?: string;
          /** @description The coin's code: BTC. */
          coin_name: string;
          /**
           * @description DRAW_IN: from the spot wallet, to FUTURE by default. DRAW_OUT: from another wallet, from FUTURE to SPOT by default.
           */
          draw_type: "DRAW_IN" | "DRAW_OUT";
          /**
           * @description The wallet that pays; it must match draw_type.
           */
          from?: "SPOT" | "FUTURE" | "FUNDING";
          /**
           * @description The state of a new transfer.
           */
          state?: "PENDING";
          /**
           * @description The wallet that receives.
           */
          to?: "SPOT" | "FUTURE" | "FUNDING";
          /**
           * Format: password
           * @description The transaction password; not for a request that is signed with an API key.
           */
          transaction_password?: string;
          /** @description The amount, with no more decimal places than the coin is shown or traded with. */
          transfer_amount: components["schemas"]["Decimal"];
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["TransferDone"];
        };
      };
    };
  };
  get_v3_generate_wallet: {
    parameters: {
      query: {
        /** @description The network: TRC20, ERC20, BTC … */
        wallet_type: string;
      };
    };
    responses: {
      /** @description A client's deposit address. */
      200: {
        content: {
          "application/json": components["schemas"]["DepositAddress"];
        };
      };
    };
  };
  post_v3_generate_wallet: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The network: TRC20, ERC20, BTC … */
          wallet_type: string;
        };
      };
    };
    responses: {
      /** @description A client's deposit address. */
      200: {
        content: {
          "application/json": components["schemas"]["DepositAddress"];
        };
      };
    };
  };
  get_v3_get_code_anti_phishing: {
    responses: {
      /** @description The code is on its way. */
      200: {
        content: {
          "application/json": components["schemas"]["CodeSent"];
        };
      };
    };
  };
  post_v3_get_code_anti_phishing: {
    responses: {
      /** @description The code is on its way. */
      200: {
        content: {
          "application/json": components["schemas"]["CodeSent"];
        };
      };
    };
  };
  get_v3_get_referral: {
    parameters: {
      query?: {
        /** @description The page of the list of friends, starting at 1. */
        page?: number;
        /** @description Friends per page: 1 to 50; 10 by default. */
        per_page?: number;
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["Referral"];
        };
      };
    };
  };
  get_v3_getOrder: {
    parameters: {
      query: {
        /** @description The limit price that minimum_sell is calculated at; the last price by default. */
        price?: components["schemas"]["Decimal"];
        /** @description A pair or its coin: BTCUSDT, BTC. */
        symbol: string;
      };
    };
    responses: {
      /** @description What an order form needs to know. */
      200: {
        content: {
          "application/json": components["schemas"]["OrderRules"];
        };
      };
    };
  };
  post_v3_google_login: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The data parameter of the page's URL.
           */
          username: string;
        };
      };
    };
    responses: {
      /** @description As Entered, or what somebody new needs to sign up. */
      200: {
        content: {
          "application/json": components["schemas"]["EnteredByGoogle"];
        };
      };
    };
  };
  post_v3_google_bind_start: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["GoogleStart"];
        };
      };
    };
  };
  post_v3_google_unbind: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_inn_coins: {
    parameters: {
      query?: {
        /** @description Overrides the type that the call lists. */
        pair_type?: "MAIN" | "ETH" | "ALT";
      };
    };
    responses: {
      /** @description Markets, in the exchange's own order. */
      200: {
        content: {
          "application/json": components["schemas"]["PairList"];
        };
      };
    };
  };
  get_v3_inno_coins: {
    parameters: {
      query?: {
        /** @description Overrides the type that the call lists. */
        pair_type?: "MAIN" | "ETH" | "ALT";
      };
    };
    responses: {
      /** @description Markets, in the exchange's own order. */
      200: {
        content: {
          "application/json": components["schemas"]["PairList"];
        };
      };
    };
  };
  post_v3_known_browser: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description What the link's address ends in.
           */
          token: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_known_browser_send_link: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: email
           * @description The account's email address.
           */
          email: string;
          /** @description The answer to the challenge of work_required. */
          work?: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_language: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * @description The language of the exchange's emails.
           */
          language: "en" | "zh" | "de" | "ja" | "es" | "vi";
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_login: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * @description Has no effect.
           * @example +12025550143
           */
          mobile?: string;
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
          /**
           * Format: email
           * @description The email address.
           */
          username: string;
          /** @description The answer to the challenge of work_required. */
          work?: string;
        };
      };
    };
    responses: {
      /** @description A session, or a request for the second factor. */
      200: {
        content: {
          "application/json": components["schemas"]["Entered"];
        };
      };
    };
  };
  post_v3_login_passkey: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The token that the first step returned.
           */
          challenge: string;
          /**
           * Format: password
           * @description What the browser made of the options, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey: string;
        };
      };
    };
    responses: {
      /** @description A session. */
      200: {
        content: {
          "application/json": components["schemas"]["SignedIn"];
        };
      };
    };
  };
  post_v3_login_passkey_begin: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The token that the first step returned.
           */
          challenge: string;
        };
      };
    };
    responses: {
      /** @description PublicKeyCredentialRequestOptionsJSON of Web Authentication, for navigator.credentials.get(). The challenge works once, for five minutes. */
      200: {
        content: {
          "application/json": components["schemas"]["PasskeyRequest"];
        };
      };
    };
  };
  post_v3_login_two_factor: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The token that the first step returned.
           */
          challenge: string;
          /**
           * Format: password
           * @description The six-digit authenticator code, or a recovery code.
           */
          code: string;
        };
      };
    };
    responses: {
      /** @description A session. */
      200: {
        content: {
          "application/json": components["schemas"]["SignedIn"];
        };
      };
    };
  };
  post_v3_logout: {
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_main_coins: {
    parameters: {
      query?: {
        /** @description Overrides the type that the call lists. */
        pair_type?: "MAIN" | "ETH" | "ALT";
      };
    };
    responses: {
      /** @description Markets, in the exchange's own order. */
      200: {
        content: {
          "application/json": components["schemas"]["PairList"];
        };
      };
    };
  };
  get_v3_minings: {
    responses: {
      /** @description Mineable coins, those with a balance first. */
      200: {
        content: {
          "application/json": components["schemas"]["Miners"];
        };
      };
    };
  };
  post_v3_mobile_login: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * @description Has no effect.
           * @example +12025550143
           */
          mobile?: string;
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
          /**
           * @description The mobile number, once verified.
           * @example +12025550143
           */
          username: string;
          /** @description The answer to the challenge of work_required. */
          work?: string;
        };
      };
    };
    responses: {
      /** @description A session, or a request for the second factor. */
      200: {
        content: {
          "application/json": components["schemas"]["Entered"];
        };
      };
    };
  };
  get_v3_my_profile: {
    parameters: {
      query: {
        /** @description At most 200 bytes; may be empty. */
        address: string;
        /** @description The caller's own ID. */
        client_id?: components["schemas"]["Id"];
        /** @description YYYY-MM-DD, before today; may be empty. */
        date_of_birth: string;
        /** @description May be empty. */
        gender: "Male" | "Female" | "";
        /** @description At most 100 bytes; may be empty. */
        name: string;
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["SavedProfile"];
        };
      };
    };
  };
  post_v3_my_profile: {
    requestBody: {
      content: {
        "application/json": {
          /** @description At most 200 bytes; may be empty. */
          address: string;
          /** @description The caller's own ID. */
          client_id?: components["schemas"]["Id"];
          /** @description YYYY-MM-DD, before today; may be empty. */
          date_of_birth: string;
          /**
           * @description May be empty.
           */
          gender: "Male" | "Female" | "";
          /** @description At most 100 bytes; may be empty. */
          name: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["SavedProfile"];
        };
      };
    };
  };
  get_v3_networks: {
    responses: {
      /** @description Coins that can be deposited or withdrawn. */
      200: {
        content: {
          "application/json": components["schemas"]["Networks"];
        };
      };
    };
  };
  get_v3_news: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["News"];
        };
      };
    };
  };
  get_v3_news_image: {
    parameters: {
      query: {
        /** @description The news item's id. */
        id: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description A JPEG, PNG or WebP. */
      200: {
        content: {
          "image/*": components["schemas"]["NewsPicture"];
        };
      };
    };
  };
  get_v3_notifications: {
    parameters: {
      query?: {
        /** @description The page, starting at 1; newest first. */
        page?: number;
        /** @description Rows per page: 1 to 50; 10 by default. */
        per_page?: number;
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["Notifications"];
        };
      };
    };
  };
  get_v3_notifications_browsers: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["PushBrowsers"];
        };
      };
    };
  };
  post_v3_notifications_browsers_add: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The browser's secret of that name, in base64url.
           */
          auth: string;
          /**
           * Format: password
           * @description Where messages to the browser go (PushSubscription.endpoint): an https address of one of the push services that this server knows.
           */
          endpoint: string;
          /** @description The browser's public key of that name, in base64url. */
          p256dh: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_notifications_browsers_remove: {
    requestBody?: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The browser's own endpoint.
           */
          endpoint?: string;
          /** @description The browser's id in the list. Give either this or endpoint. */
          id?: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_notifications_read: {
    requestBody?: {
      content: {
        "application/json": {
          /** @description True marks all of them as read. */
          all?: boolean;
          /** @description The notification to mark as read. Give either this or all. */
          id?: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_notifications_unread: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["UnreadNotifications"];
        };
      };
    };
  };
  post_v3_one_step_withdrawal: {
    requestBody: {
      content: {
        "application/json": {
          /** @description Whether to turn it on. Weakening the protection also needs a code. */
          enabled: boolean;
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The transaction password.
           */
          transaction_password: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_other_history: {
    parameters: {
      query?: {
        /** @description Only this coin: USDT. */
        coin?: string;
        /** @description The first day, UTC: 2026-11-21. */
        from?: string;
        /** @description Only this kind. */
        kind?: "demo" | "transfer" | "reward" | "fee_refund" | "referral" | "reversal";
        /** @description The page, starting at 1; newest first. */
        page?: number;
        /** @description 1 to 200; 10 by default. */
        per_page?: number;
        /** @description The last day, UTC. */
        to?: string;
      };
    };
    responses: {
      /** @description A page of what came and went otherwise than by address and by orders, newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["OtherHistory"];
        };
      };
    };
  };
  post_v3_otp: {
    responses: {
      /** @description The code is on its way. */
      200: {
        content: {
          "application/json": components["schemas"]["WithdrawalCodeSent"];
        };
      };
    };
  };
  get_v3_overview: {
    responses: {
      /** @description The value of the wallets in USDT at the last prices. */
      200: {
        content: {
          "application/json": components["schemas"]["WalletOverview"];
        };
      };
    };
  };
  post_v3_passkey_login: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description What the browser made of the options, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey: string;
        };
      };
    };
    responses: {
      /** @description A session. */
      200: {
        content: {
          "application/json": components["schemas"]["SignedIn"];
        };
      };
    };
  };
  post_v3_passkey_login_begin: {
    responses: {
      /** @description PublicKeyCredentialRequestOptionsJSON of Web Authentication, for navigator.credentials.get(). The challenge works once, for five minutes. */
      200: {
        content: {
          "application/json": components["schemas"]["PasskeyRequest"];
        };
      };
    };
  };
  get_v3_passkeys: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["Passkeys"];
        };
      };
    };
  };
  post_v3_passkeys_add: {
    requestBody: {
      content: {
        "application/json": {
          /** @description What the client calls it; at most 40 bytes. */
          name: string;
          /**
           * Format: password
           * @description What the browser made of the options, as JSON (RegistrationResponseJSON of Web Authentication).
           */
          passkey: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_passkeys_begin: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description PublicKeyCredentialCreationOptionsJSON of Web Authentication, for navigator.credentials.create(). The challenge works once, for five minutes. */
      200: {
        content: {
          "application/json": components["schemas"]["PasskeyCreation"];
        };
      };
    };
  };
  post_v3_passkeys_remove: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The passkey's id in the list. */
          id: components["schemas"]["Id"];
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_passkeys_rename: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The passkey's id in the list. */
          id: components["schemas"]["Id"];
          /** @description What the client calls it; at most 40 bytes. */
          name: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_pnl: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["Pnl"];
        };
      };
    };
  };
  post_v3_policy_reports: {
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_price_alerts: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["PriceAlerts"];
        };
      };
    };
  };
  post_v3_price_alerts_clear: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["PriceAlertsCleared"];
        };
      };
    };
  };
  post_v3_price_alerts_make: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * @description Whether the price rises to a price, falls to one, or moves by a percentage.
           */
          kind: "above" | "below" | "move";
          /**
           * @description For move: within how many minutes.
           */
          minutes?: "5" | "15" | "60" | "240" | "1440";
          /** @description The pair: BTCUSDT. */
          name: string;
          /** @description For move: by how many percent, in either direction; at most 100, with two places. */
          percent?: components["schemas"]["Decimal"];
          /** @description For above and below: the price, beyond the last one; a multiple of the market's tick. */
          price?: components["schemas"]["Decimal"];
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["PriceAlertMade"];
        };
      };
    };
  };
  post_v3_price_alerts_remove: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The alert. */
          id: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_profile: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["Profile"];
        };
      };
    };
  };
  get_v3_realized_gains: {
    parameters: {
      query: {
        /** @description json by default; csv returns a file. */
        format?: "json" | "csv";
        /** @description The first day, UTC: 2026-01-01. */
        from: string;
        /** @description What a sale uses up: the oldest purchases, or an equal part of all. */
        method: "FIFO" | "AVERAGE";
        /** @description true leaves out each sale and position, and answers the sums of all and of each coin. */
        sums_only?: boolean;
        /** @description The last day, UTC; at most 366 days. */
        to: string;
      };
    };
    responses: {
      /** @description Spot trades and conversions; futures by themselves. With format=csv, the gains as text/csv. */
      200: {
        content: {
          "application/json": components["schemas"]["RealizedGains"];
          "text/csv": string;
        };
      };
    };
  };
  get_v3_recent_trades: {
    parameters: {
      query: {
        /** @description A pair or its coin: BTCUSDT, BTC-USDT, BTC. */
        name: string;
      };
    };
    responses: {
      /** @description The order book as it is pushed, best prices first: clients' orders and what the house really trades behind them; while nobody settles orders, clients' alone. And the latest trades, newest first. `price` is the last trade's; where the book has moved past it since, the nearest best price of the book. */
      200: {
        content: {
          "application/json": components["schemas"]["RecentTrades"];
        };
      };
    };
  };
  post_v3_reset_password: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: email
           * @description The account's email address.
           */
          email: string;
          /**
           * Format: password
           * @description The new password: at least 9 characters, not a common password, and none of the last five.
           */
          password: string;
          /**
           * Format: password
           * @description The token that the check of the code returned.
           */
          token: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_security: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["Security"];
        };
      };
    };
  };
  get_v3_sell_history: {
    parameters: {
      query?: {
        /** @description The first day, UTC: 2026-11-21. */
        from?: string;
        /** @description Only this coin or pair: BTC, BTCUSDT. */
        name?: string;
        /** @description The page, starting at 1; newest first. */
        page?: number;
        /** @description 1 to 200; 10 by default. */
        per_page?: number;
        /** @description Only this state. */
        status?: "PENDING" | "APPROVED" | "DECLINED";
        /** @description The last day, UTC. */
        to?: string;
      };
    };
    responses: {
      /** @description A page of sell orders, newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["SellHistory"];
        };
      };
    };
  };
  get_v3_sendSMSCode: {
    parameters: {
      query: {
        /** @description The number, preferably in international format. */
        mobile_number: string;
        /** @description What the code is for. */
        type: "REGISTER";
      };
    };
    responses: {
      /** @description The code is on its way. */
      200: {
        content: {
          "application/json": components["schemas"]["CodeSent"];
        };
      };
    };
  };
  post_v3_sendSMSCode: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * @description The number, preferably in international format.
           * @example +12025550143
           */
          mobile_number: string;
          /**
           * @description What the code is for.
           */
          type: "REGISTER";
        };
      };
    };
    responses: {
      /** @description The code is on its way. */
      200: {
        content: {
          "application/json": components["schemas"]["CodeSent"];
        };
      };
    };
  };
  get_v3_sessions: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["Sessions"];
        };
      };
    };
  };
  post_v3_sessions_revoke: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The login password; required for every session but the calling one.
           */
          password?: string;
          /** @description The session's id in the list. */
          session_id: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_sessions_revoke_all: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
          /**
           * @description Whether to sign out the calling session too, which also ends API keys.
           */
          which: "others" | "all";
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_stake: {
    responses: {
      /** @description The client's subscriptions, active ones first, and the products. */
      200: {
        content: {
          "application/json": components["schemas"]["Stakes"];
        };
      };
    };
  };
  get_v3_statement: {
    parameters: {
      query: {
        /** @description Only this coin: BTC. */
        coin?: string;
        /** @description json by default; csv returns a file. */
        format?: "json" | "csv";
        /** @description The first day, UTC: 2026-11-01. */
        from: string;
        /** @description The last day, UTC; a statement covers at most 366 days. */
        to: string;
        /** @description Only this wallet. */
        wallet?: "SPOT" | "FUTURE" | "FUNDING" | "EARN" | "FEE_CREDIT";
      };
    };
    responses: {
      /** @description Every movement in a period. With format=csv, the same as text/csv. */
      200: {
        content: {
          "application/json": components["schemas"]["Statement"];
          "text/csv": string;
        };
      };
    };
  };
  get_v3_status: {
    responses: {
      /** @description The state of the exchange. */
      200: {
        content: {
          "application/json": components["schemas"]["Status"];
        };
      };
    };
  };
  post_v3_step_up_passkey: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * @description What it is for; it works for nothing else.
           */
          act:
            | "change_password"
            | "change_transaction_password"
            | "two_factor_on"
            | "two_factor_off"
            | "recovery_codes"
            | "one_step_on"
            | "raise_limit"
            | "whitelist_off"
            | "add_address"
            | "bind_mobile"
            | "bind_wallet"
            | "unbind_wallet"
            | "bind_google"
            | "unbind_google"
            | "add_passkey"
            | "remove_passkey"
            | "start_plan"
            | "make_api_key"
            | "widen_api_key";
        };
      };
    };
    responses: {
      /** @description PublicKeyCredentialRequestOptionsJSON of Web Authentication, for navigator.credentials.get(). The challenge works once, for five minutes. */
      200: {
        content: {
          "application/json": components["schemas"]["PasskeyRequest"];
        };
      };
    };
  };
  post_v3_step_up_send_code: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * @description What it is for; it works for nothing else.
           */
          act:
            | "change_password"
            | "change_transaction_password"
            | "two_factor_on"
            | "two_factor_off"
            | "recovery_codes"
            | "one_step_on"
            | "raise_limit"
            | "whitelist_off"
            | "add_address"
            | "bind_mobile"
            | "bind_wallet"
            | "unbind_wallet"
            | "bind_google"
            | "unbind_google"
            | "add_passkey"
            | "remove_passkey"
            | "start_plan"
            | "make_api_key"
            | "widen_api_key";
        };
      };
    };
    responses: {
      /** @description The code is on its way. */
      200: {
        content: {
          "application/json": components["schemas"]["StepUpCodeSent"];
        };
      };
    };
  };
  post_v3_stream_ticket: {
    responses: {
      /** @description Opens /stream/client/{channel} once, within 30 seconds, as the WebSocket protocol cambio.{ticket}. */
      200: {
        content: {
          "application/json": components["schemas"]["StreamTicket"];
        };
      };
    };
  };
  get_v3_task_view: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["Tasks"];
        };
      };
    };
  };
  get_v3_tax_transactions: {
    parameters: {
      query: {
        /** @description The import format that the program has published: Koinly's universal CSV, CoinTracking's CSV, Blockpit's template. */
        format: "koinly" | "cointracking" | "blockpit";
        /** @description The first day, UTC: 2026-01-01. */
        from: string;
        /** @description The last day, UTC; at most 366 days. */
        to: string;
      };
    };
    responses: {
      /** @description A line for each trade, conversion, deposit, withdrawal, reward, interest, fee and result of futures; none for what moves between the client's own wallets. */
      200: {
        content: {
          "text/csv": components["schemas"]["TaxTransactions"];
        };
      };
    };
  };
  post_v3_test_coins: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The coin's code. */
          coin: string;
        };
      };
    };
    responses: {
      /** @description What is on its way. */
      200: {
        content: {
          "application/json": components["schemas"]["TestCoins"];
        };
      };
    };
  };
  get_v3_top_assets: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["TopAssets"];
        };
      };
    };
  };
  post_v3_trades_amend_order: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice is one change, and a refusal stays the answer for its key for ten minutes. Changes have keys of their own. */
          client_id?: string;
          /** @description The new quantity in the coin, with what of it is filled already, of a pair that of both legs; as it is unless given. A stop order by total has none. */
          number_of_order?: components["schemas"]["Decimal"];
          /** @description An open order. Of a pair either leg: both are changed. One whose price has come is being filled and is changed no more (order_filling), but for a limit order that rests since. */
          order_id: components["schemas"]["Id"];
          /** @description The new limit price, of a pair that of its limit leg; as it is unless given. This or one of the next four is required. An order that has no such field is refused, naming the field. */
          order_per_unit?: components["schemas"]["Decimal"];
          /** @description The new limit price of a pair's stop leg; as it is unless given. */
          stop_limit_price?: components["schemas"]["Decimal"];
          /** @description The new stop price of a stop order that waits, or of a pair; as it is unless given. It stays on its side of the last price. TRAILING_STOP_MARKET orders have trailing_delta in its place. */
          stop_price?: components["schemas"]["Decimal"];
          /** @description Another distance for a TRAILING_STOP_MARKET order, in basis points: its stop price starts anew from the last price. As it is unless given. */
          trailing_delta?: number;
          /**
           * Format: password
           * @description The transaction password; required unless the session is unlocked for trading or the call is signed with an API key.
           */
          transaction_password?: string;
        };
      };
    };
    responses: {
      /** @description The order as it is now, or wrong_transaction_password. */
      200: {
        content: {
          "application/json": components["schemas"]["OrderAmended"];
        };
      };
    };
  };
  get_v3_trades_cancel_order: {
    parameters: {
      query?: {
        /** @description Cancels all open orders instead of one, and the pairs of take-profit and stop-loss that are due and not placed yet. What an order has filled that is cancelled with them still gets its pair. */
        all?: boolean;
        /** @description If given, cancelling an order that is already cancelled succeeds again. */
        client_id?: string;
        /** @description Only this pair. */
        name?: string;
        /** @description The order's ID; required unless all is given. */
        order_id?: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description The orders that are no longer open. */
      200: {
        content: {
          "application/json": components["schemas"]["OrdersCancelled"];
        };
      };
    };
  };
  post_v3_trades_cancel_order: {
    requestBody?: {
      content: {
        "application/json": {
          /** @description Cancels all open orders instead of one, and the pairs of take-profit and stop-loss that are due and not placed yet. What an order has filled that is cancelled with them still gets its pair. */
          all?: boolean;
          /** @description If given, cancelling an order that is already cancelled succeeds again. */
          client_id?: string;
          /** @description Only this pair. */
          name?: string;
          /** @description The order's ID; required unless all is given. */
          order_id?: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description The orders that are no longer open. */
      200: {
        content: {
          "application/json": components["schemas"]["OrdersCancelled"];
        };
      };
    };
  };
  get_v3_trades_funds: {
    responses: {
      /** @description Coins, the most valuable first. */
      200: {
        content: {
          "application/json": components["schemas"]["Funds"];
        };
      };
    };
  };
  get_v3_trades_open_orders: {
    parameters: {
      query?: {
        /** @description desc by default. */
        direction?: "desc" | "asc";
        /** @description The first day, UTC: 2026-11-21. */
        from?: string;
        /** @description Only this pair: BTCUSDT. */
        name?: string;
        /** @description The page, starting at 1. */
        page?: number;
        /** @description 1 to 200; 50 by default. */
        per_page?: number;
        /** @description Only this side. */
        side?: "BUY" | "SELL";
        /** @description The column to sort by; created_at by default. Fills without that column are sorted by time. */
        sort?:
          | "created_at"
          | "updated_at"
          | "name"
          | "side"
          | "type"
          | "price"
          | "quantity"
          | "filled"
          | "total";
        /** @description The last day, UTC. */
        to?: string;
        /** @description Only this type; OCO means the legs of OCO pairs. */
        type?:
          | "LIMIT"
          | "MARKET"
          | "STOP_LIMIT"
          | "STOP_MARKET"
          | "TAKE_PROFIT_LIMIT"
          | "TAKE_PROFIT_MARKET"
          | "TRAILING_STOP_MARKET"
          | "OCO";
      };
    };
    responses: {
      /** @description A page of open orders, newest first unless sorted otherwise. */
      200: {
        content: {
          "application/json": components["schemas"]["OpenOrders"];
        };
      };
    };
  };
  get_v3_trades_order_histories: {
    parameters: {
      query?: {
        /** @description desc by default. */
        direction?: "desc" | "asc";
        /** @description The first day, UTC: 2026-11-21. */
        from?: string;
        /** @description Only this pair: BTCUSDT. */
        name?: string;
        /** @description The page, starting at 1. */
        page?: number;
        /** @description 1 to 200; 50 by default. */
        per_page?: number;
        /** @description Only this side. */
        side?: "BUY" | "SELL";
        /** @description The column to sort by; created_at by default. Fills without that column are sorted by time. */
        sort?:
          | "created_at"
          | "updated_at"
          | "name"
          | "side"
          | "type"
          | "price"
          | "quantity"
          | "filled"
          | "total";
        /** @description The last day, UTC. */
        to?: string;
        /** @description Only this type; OCO means the legs of OCO pairs. */
        type?:
          | "LIMIT"
          | "MARKET"
          | "STOP_LIMIT"
          | "STOP_MARKET"
          | "TAKE_PROFIT_LIMIT"
          | "TAKE_PROFIT_MARKET"
          | "TRAILING_STOP_MARKET"
          | "OCO";
      };
    };
    responses: {
      /** @description A page of filled and cancelled orders, and the same page of fills, newest first unless sorted otherwise. */
      200: {
        content: {
          "application/json": components["schemas"]["OrderHistory"];
        };
      };
    };
  };
  post_v3_trading_choices: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * @description Whether the site asks before an order of an opened session: for each one, for those above an amount, or for none.
           */
          confirm: "always" | "above" | "never";
          /** @description That amount, in USDT. */
          confirm_above: components["schemas"]["Decimal"];
          /**
           * @description For how long a session is opened for trading; 0: orders ask for the password each time.
           */
          minutes: "0" | "15" | "60";
          /**
           * Format: password
           * @description The transaction password; needed for more minutes than before.
           */
          transaction_password?: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["TradingUnlock"];
        };
      };
    };
  };
  post_v3_trading_lock: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["TradingUnlock"];
        };
      };
    };
  };
  get_v3_trading_unlock: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["TradingUnlock"];
        };
      };
    };
  };
  post_v3_trading_unlock: {
    requestBody?: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description In place of the password: what the browser answered to POST /api/v3/trading-unlock/passkey, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The transaction password; required without a passkey.
           */
          transaction_password?: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["TradingUnlock"];
        };
      };
    };
  };
  post_v3_trading_unlock_passkey: {
    responses: {
      /** @description PublicKeyCredentialRequestOptionsJSON of Web Authentication, for navigator.credentials.get(). The challenge works once, for five minutes. */
      200: {
        content: {
          "application/json": components["schemas"]["PasskeyRequest"];
        };
      };
    };
  };
  get_v3_transfers: {
    parameters: {
      query?: {
        /** @description The page, starting at 1; newest first. */
        page?: number;
        /** @description 1 to 200; 10 by default. */
        per_page?: number;
      };
    };
    responses: {
      /** @description A page of transfers, newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["Transfers"];
        };
      };
    };
  };
  get_v3_two_factor: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["TwoFactor"];
        };
      };
    };
  };
  post_v3_two_factor_begin: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["TwoFactorSetup"];
        };
      };
    };
  };
  post_v3_two_factor_confirm: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The six-digit authenticator code.
           */
          code: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["RecoveryCodes"];
        };
      };
    };
  };
  post_v3_two_factor_recovery_codes: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The six-digit authenticator code, or a recovery code; required without a passkey.
           */
          code?: string;
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["RecoveryCodes"];
        };
      };
    };
  };
  post_v3_two_factor_remove: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The six-digit authenticator code, or a recovery code; required without a passkey.
           */
          code?: string;
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_update_password: {
    requestBody: {
      content: {
        "application/json": {
          /** @description Whether all passkeys are removed, and Google and the wallet disconnected; unless given, they stay, and the owner is told which there are. */
          end_other_sign_ins?: boolean;
          /**
           * Format: password
           * @description The current login password.
           */
          oldLoginPassword: string;
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The new password: at least 9 characters, not a common password, and none of the last five.
           */
          password: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["PasswordChange"];
        };
      };
    };
  };
  post_v3_update_profile: {
    requestBody: {
      content: {
        "application/json": {
          /** @description At most 200 bytes; may be empty. */
          address: string;
          /** @description The caller's own ID. */
          client_id?: components["schemas"]["Id"];
          /** @description YYYY-MM-DD, before today; may be empty. */
          date_of_birth: string;
          /**
           * @description May be empty.
           */
          gender: "Male" | "Female" | "";
          /** @description At most 100 bytes; may be empty. */
          name: string;
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["SavedProfile"];
        };
      };
    };
  };
  post_v3_update_transaction_password: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The current transaction password.
           */
          oldTransactionPassword: string;
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The new password: at least 6 bytes, and not the login password.
           */
          transactionPassword: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["PasswordChange"];
        };
      };
    };
  };
  post_v3_update_withdraw_limit: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The transaction password; raising the limit requires it and a code. A limit that is lowered without it can be set back within 24 hours without a pause of withdrawals, until a password changes or all devices are signed out.
           */
          transaction_password?: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
          /**
           * @description The daily withdrawal limit in USDT; 8000000 only for verified clients.
           */
          withdraw_limit: "500" | "1000" | "1500" | "8000000";
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_verify_mobile: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          email_code?: string;
          /**
           * @description The number, preferably in international format.
           * @example +12025550143
           */
          mobile_number: string;
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent to the number.
           */
          verification_code: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_wallet_balance: {
    parameters: {
      query: {
        /** @description The coin's code: BTC. */
        name: string;
      };
    };
    responses: {
      /** @description One coin of the spot wallet. */
      200: {
        content: {
          "application/json": components["schemas"]["CoinBalance"];
        };
      };
    };
  };
  get_v3_wallet_single_coin: {
    parameters: {
      query: {
        /** @description The coin's code: BTC. */
        name: string;
        /** @description The page of the lists, starting at 1; newest first. */
        page?: number;
        /** @description 1 to 200; 20 by default. */
        per_page?: number;
      };
    };
    responses: {
      /** @description One coin of the spot wallet. */
      200: {
        content: {
          "application/json": components["schemas"]["SingleCoin"];
        };
      };
    };
  };
  get_v3_wallet_single_coin_pnl: {
    parameters: {
      query: {
        /** @description The coin's code: BTC. */
        name: string;
      };
    };
    responses: {
      /** @description A coin's average cost, and its profit and loss. */
      200: {
        content: {
          "application/json": components["schemas"]["SingleCoinPnl"];
        };
      };
    };
  };
  post_v3_wallet_bind: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The EIP-4361 message, lines separated by \n. */
          message: string;
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
          /**
           * Format: password
           * @description The signature from personal_sign: 0x and 130 hex digits.
           */
          signature: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["WalletConnected"];
        };
      };
    };
  };
  get_v3_wallet_costs: {
    responses: {
      /** @description What the coins of the spot wallet have cost on average, and what they would win or lose now. */
      200: {
        content: {
          "application/json": components["schemas"]["WalletCosts"];
        };
      };
    };
  };
  get_v3_wallet_portfolio: {
    parameters: {
      query?: {
        /** @description The number of days, including today, with a point for each; 30 by default. */
        days?: "7" | "30" | "90";
        /** @description In place of days: 24H and 7D have a point for each hour, 30D and 90D for each day. */
        range?: "24H" | "7D" | "30D" | "90D";
      };
    };
    responses: {
      /** @description The value of the wallets and their composition. */
      200: {
        content: {
          "application/json": components["schemas"]["Portfolio"];
        };
      };
    };
  };
  post_v3_wallet_unbind: {
    requestBody: {
      content: {
        "application/json": {
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_wallets_funding: {
    responses: {
      /** @description Every coin, the most valuable first. */
      200: {
        content: {
          "application/json": components["schemas"]["SpotWallet"];
        };
      };
    };
  };
  get_v3_wallets_future: {
    responses: {
      /** @description Every coin, the most valuable first. */
      200: {
        content: {
          "application/json": components["schemas"]["FutureWallet"];
        };
      };
    };
  };
  get_v3_wallets_spot: {
    responses: {
      /** @description Every coin, the most valuable first. */
      200: {
        content: {
          "application/json": components["schemas"]["SpotWallet"];
        };
      };
    };
  };
  get_v3_web3: {
    responses: {
      /** @description The connected browser wallet, if any. */
      200: {
        content: {
          "application/json": components["schemas"]["Web3"];
        };
      };
    };
  };
  post_v3_web3_connect: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The EIP-4361 message with a nonce of web3-nonce, lines separated by \n. */
          message: string;
          /**
           * @description The kind of wallet.
           */
          provider: "MetaMask";
          /**
           * Format: password
           * @description The signature from personal_sign: 0x and 130 hex digits.
           */
          signature: string;
          /** @description The client's user ID; it must be the caller's own. */
          uid?: string;
          /** @description The wallet's address. */
          web3_wallet: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Web3Connected"];
        };
      };
    };
  };
  post_v3_web3_disconnect: {
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_web3_login: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The EIP-4361 message, lines separated by \n. */
          message: string;
          /**
           * Format: password
           * @description The signature from personal_sign: 0x and 130 hex digits.
           */
          signature: string;
          /** @description The wallet's address; optional, because the message contains it. */
          username?: string;
        };
      };
    };
    responses: {
      /** @description A session, or a request for the second factor. */
      200: {
        content: {
          "application/json": components["schemas"]["Entered"];
        };
      };
    };
  };
  get_v3_web3_nonce: {
    parameters: {
      query?: {
        /** @description The wallet's address, to get it back with its checksum. */
        address?: string;
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["WalletNonce"];
        };
      };
    };
  };
  post_v3_web3_nonce: {
    requestBody?: {
      content: {
        "application/json": {
          /** @description The wallet's address, to get it back with its checksum. */
          address?: string;
        };
      };
    };
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["WalletNonce"];
        };
      };
    };
  };
  get_v3_withdraw_history: {
    parameters: {
      query?: {
        /** @description Only this coin: BTC. */
        coin?: string;
        /** @description The first day, UTC: 2026-11-21. */
        from?: string;
        /** @description The page, starting at 1; newest first. */
        page?: number;
        /** @description 1 to 200; 10 by default. */
        per_page?: number;
        /** @description Only this state. FLOATING: submitted; ONHOLD: waiting for review; PROCEED: completed; FREEZE: stopped. */
        status?: "FLOATING" | "ONHOLD" | "PROCEED" | "FREEZE";
        /** @description The last day, UTC: 2026-11-21. */
        to?: string;
      };
    };
    responses: {
      /** @description A page of withdrawals, newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["Withdrawals"];
        };
      };
    };
  };
  get_v3_withdrawal_addresses: {
    responses: {
      /** @description The reply. */
      200: {
        content: {
          "application/json": components["schemas"]["WithdrawalAddresses"];
        };
      };
    };
  };
  post_v3_withdrawal_addresses_add: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The address. While the whitelist is on, adding one also needs a code. */
          address: string;
          /** @description The code of the coin. */
          coin: string;
          /** @description The client's name for it; at most 40 bytes. */
          label: string;
          /** @description The network that the address belongs to: ERC20. */
          network: string;
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The transaction password.
           */
          transaction_password: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_withdrawal_addresses_remove: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The address's id in the list. */
          id: components["schemas"]["Id"];
          /**
           * Format: password
           * @description The transaction password.
           */
          transaction_password: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_v3_withdrawal_limits: {
    responses: {
      /** @description How much can be withdrawn now. */
      200: {
        content: {
          "application/json": components["schemas"]["WithdrawalLimits"];
        };
      };
    };
  };
  post_v3_withdrawal_whitelist: {
    requestBody: {
      content: {
        "application/json": {
          /** @description Whether to turn it on. Weakening the protection also needs a code. */
          enabled: boolean;
          /**
           * Format: password
           * @description In place of such a code: what the browser answered to POST /api/v3/step-up/passkey for this change, as JSON (AuthenticationResponseJSON of Web Authentication).
           */
          passkey?: string;
          /**
           * Format: password
           * @description The transaction password.
           */
          transaction_password: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email for this change (POST /api/v3/step-up/send-code); required if two-factor authentication is off.
           */
          verification_code?: string;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  post_v3_withdrawals: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The network: TRC20, ERC20, BTC. */
          bchain_name: string;
          /** @description The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice is one withdrawal. */
          client_id?: string;
          /** @description The coin's code: USDT. */
          coin: string;
          /** @description The network fee that was shown; the request is refused if the fee has changed. */
          gasfee: components["schemas"]["Decimal"];
          /**
           * Format: password
           * @description The transaction password.
           */
          transaction_password: string;
          /**
           * Format: password
           * @description The authenticator code, or a recovery code; required if two-factor authentication is on.
           */
          two_factor_code?: string;
          /**
           * Format: password
           * @description The code sent by email (POST /api/v3/otp); not needed with one-step withdrawal, up to 10,000 USDT in 24 hours.
           */
          verification?: string;
          /** @description The recipient's address. */
          withdraw_address: string;
          /** @description The amount taken from the wallet; the recipient gets it minus the fee. */
          withdraw_amount: components["schemas"]["Decimal"];
        };
      };
    };
    responses: {
      /** @description The withdrawal, or which password or code was wrong. */
      200: {
        content: {
          "application/json": components["schemas"]["WithdrawalDone"];
        };
      };
    };
  };
  post_v3_withdrawals_cancel: {
    requestBody: {
      content: {
        "application/json": {
          /** @description Optional and without effect: cancelling twice is the same as cancelling once. */
          client_id?: string;
          /** @description The withdrawal's id in the history. */
          id: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description The withdrawal, or which password or code was wrong. */
      200: {
        content: {
          "application/json": components["schemas"]["WithdrawalDone"];
        };
      };
    };
  };
  post_v3_withdrawals_check_address: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The network: TRC20, ERC20, BTC. */
          bchain_name: string;
          /** @description The coin's code: USDT. */
          coin: string;
          /** @description The recipient's address. */
          withdraw_address: string;
        } & {
          [key: string]: unknown;
        };
      };
    };
    responses: {
      /** @description The result. */
      200: {
        content: {
          "application/json": components["schemas"]["Message"];
        };
      };
    };
  };
  get_binance_api_v3_account: {
    parameters: {
      query: {
        /** @description Only coins that the client has. */
        omitZeroBalances?: boolean;
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description The spot wallet; commissions are in hundredths of a percent. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceAccount"];
        };
      };
    };
  };
  get_binance_api_v3_account_commission: {
    parameters: {
      query: {
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description The market: BTCUSDT. */
        symbol: string;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description The fees of a market. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceCommission"];
        };
      };
    };
  };
  get_binance_api_v3_aggTrades: {
    parameters: {
      query: {
        /** @description The last moment, in milliseconds. */
        endTime?: number;
        /** @description The first trade; not with times. */
        fromId?: number;
        /** @description 500 unless given, 1000 at most. */
        limit?: number;
        /** @description The first moment, in milliseconds. */
        startTime?: number;
        /** @description The market: BTCUSDT. */
        symbol: string;
      };
    };
    responses: {
      /** @description Joined trades, oldest first. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceJoinedTrades"];
        };
      };
    };
  };
  get_binance_api_v3_allOrderList: {
    parameters: {
      query: {
        /** @description The last moment, in milliseconds. */
        endTime?: number;
        /** @description This pair and later ones; not with times. */
        fromId?: number;
        /** @description 500 unless given, 1000 at most. */
        limit?: number;
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description The first moment, in milliseconds. */
        startTime?: number;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description Pairs of orders, oldest first. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrderLists"];
        };
      };
    };
  };
  get_binance_api_v3_allOrders: {
    parameters: {
      query: {
        /** @description The last moment, in milliseconds. */
        endTime?: number;
        /** @description 500 unless given, 1000 at most. */
        limit?: number;
        /** @description This order and later ones. */
        orderId?: number;
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description The first moment, in milliseconds. */
        startTime?: number;
        /** @description The market: BTCUSDT. */
        symbol: string;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description Orders, oldest first. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrders"];
        };
      };
    };
  };
  get_binance_api_v3_avgPrice: {
    parameters: {
      query: {
        /** @description The market: BTCUSDT. */
        symbol: string;
      };
    };
    responses: {
      /** @description The average price of the last minutes. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceAverage"];
        };
      };
    };
  };
  get_binance_api_v3_depth: {
    parameters: {
      query: {
        /** @description Levels of each side, 100 unless given; 25 is all that is shown. */
        limit?: number;
        /** @description The market: BTCUSDT. */
        symbol: string;
      };
    };
    responses: {
      /** @description Levels of price and quantity, best first. Pushes of the book count on from lastUpdateId. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceBook"];
        };
      };
    };
  };
  get_binance_api_v3_exchangeInfo: {
    parameters: {
      query?: {
        /** @description One market: BTCUSDT. */
        symbol?: string;
        /** @description Several markets: ["BTCUSDT","ETHUSDT"]. */
        symbols?: string;
      };
    };
    responses: {
      /** @description The rules of the markets, and the limits of calls. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceRules"];
        };
      };
    };
  };
  get_binance_api_v3_historicalTrades: {
    parameters: {
      query: {
        /** @description The first trade; without it, the latest ones. */
        fromId?: number;
        /** @description 500 unless given, 1000 at most. */
        limit?: number;
        /** @description The market: BTCUSDT. */
        symbol: string;
      };
    };
    responses: {
      /** @description Trades, oldest first. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceTrades"];
        };
      };
    };
  };
  get_binance_api_v3_klines: {
    parameters: {
      query: {
        /** @description The last opening, in milliseconds. */
        endTime?: number;
        /** @description How long a candle is. */
        interval:
          | "1m"
          | "3m"
          | "5m"
          | "15m"
          | "30m"
          | "1h"
          | "2h"
          | "4h"
          | "6h"
          | "8h"
          | "12h"
          | "1d"
          | "3d"
          | "1w"
          | "1M";
        /** @description 500 unless given, 1000 at most. */
        limit?: number;
        /** @description The first opening, in milliseconds. */
        startTime?: number;
        /** @description The market: BTCUSDT. */
        symbol: string;
        /** @description Of the candles: 0 alone, which is UTC. */
        timeZone?: string;
      };
    };
    responses: {
      /** @description Candles, oldest first. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceCandles"];
        };
      };
    };
  };
  get_binance_api_v3_myTrades: {
    parameters: {
      query: {
        /** @description The last moment, in milliseconds. */
        endTime?: number;
        /** @description This trade and later ones; not with times. */
        fromId?: number;
        /** @description 500 unless given, 1000 at most. */
        limit?: number;
        /** @description Those of one order. */
        orderId?: number;
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description The first moment, in milliseconds. */
        startTime?: number;
        /** @description The market: BTCUSDT. */
        symbol: string;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description The client's trades, oldest first. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOwnTrades"];
        };
      };
    };
  };
  get_binance_api_v3_openOrderList: {
    parameters: {
      query: {
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description Pairs of orders, oldest first. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrderLists"];
        };
      };
    };
  };
  get_binance_api_v3_openOrders: {
    parameters: {
      query: {
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description Those of one market: BTCUSDT. */
        symbol?: string;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description Orders, oldest first. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrders"];
        };
      };
    };
  };
  delete_binance_api_v3_openOrders: {
    parameters: {
      query: {
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description The market: BTCUSDT. */
        symbol: string;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description The orders and the pairs of orders that were cancelled. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrdersCancelled"];
        };
      };
    };
  };
  get_binance_api_v3_order: {
    parameters: {
      query: {
        /** @description The order; or else origClientOrderId. */
        orderId?: components["schemas"]["Id"];
        /** @description The newClientOrderId of the order. */
        origClientOrderId?: string;
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description The market: BTCUSDT. */
        symbol: string;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description An order. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrder"];
        };
      };
    };
  };
  post_binance_api_v3_order: {
    requestBody: {
      content: {
        "application/json": {
          /** @description Is refused: there are no iceberg orders. */
          icebergQty?: components["schemas"]["Decimal"];
          /** @description The idempotency key, up to 36 letters, digits, '_' and '-': the same order sent twice is one order, and another order under it is refused. */
          newClientOrderId?: string;
          /**
           * @description How much the reply says.
           */
          newOrderRespType?: "ACK" | "RESULT" | "FULL";
          /** @description Is refused: there are no pegged orders. */
          pegOffsetType?: string;
          /** @description Is refused: there are no pegged orders. */
          pegOffsetValue?: string;
          /** @description Is refused: there are no pegged orders. */
          pegPriceType?: string;
          /** @description The limit; LIMIT, LIMIT_MAKER, STOP_LOSS_LIMIT and TAKE_PROFIT_LIMIT need it. */
          price?: components["schemas"]["Decimal"];
          /** @description In the coin. */
          quantity?: components["schemas"]["Decimal"];
          /** @description What a purchase at the market's price spends, instead of the quantity. */
          quoteOrderQty?: components["schemas"]["Decimal"];
          /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
          recvWindow?: components["schemas"]["Decimal"];
          /**
           * @description What becomes of an order that meets one of its own account: the newer one ends.
           */
          selfTradePreventionMode?: "EXPIRE_TAKER";
          /**
           * @description Which side.
           */
          side: "BUY" | "SELL";
          /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
          signature: string;
          /** @description The last price that triggers it. */
          stopPrice?: components["schemas"]["Decimal"];
          /** @description Is not kept. */
          strategyId?: number;
          /** @description Is not kept. */
          strategyType?: number;
          /** @description The market: BTCUSDT. */
          symbol: string;
          /**
           * @description Of a limit: rests until cancelled, takes what there is, all or nothing.
           */
          timeInForce?: "GTC" | "IOC" | "FOK";
          /** @description When the request was made, in milliseconds since 1970. */
          timestamp: number;
          /** @description Of a STOP_LOSS in place of stopPrice: how far its stop stays from the highest last price since it was placed (SELL) or the lowest (BUY), in basis points. */
          trailingDelta?: number;
          /**
           * @description At a limit; at the market's price; at a limit that must rest; or one that is placed when the last price has reached the stop price, at a limit or at the market's price.
           */
          type:
            | "LIMIT"
            | "MARKET"
            | "LIMIT_MAKER"
            | "STOP_LOSS"
            | "STOP_LOSS_LIMIT"
            | "TAKE_PROFIT"
            | "TAKE_PROFIT_LIMIT";
        };
      };
    };
    responses: {
      /** @description A new order; beyond transactTime as newOrderRespType says. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrderPlaced"];
        };
      };
    };
  };
  delete_binance_api_v3_order: {
    parameters: {
      query: {
        /** @description What the reply calls the cancellation. */
        newClientOrderId?: string;
        /** @description The order; or else origClientOrderId. */
        orderId?: components["schemas"]["Id"];
        /** @description The newClientOrderId of the order. */
        origClientOrderId?: string;
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description The market: BTCUSDT. */
        symbol: string;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description The order that was cancelled; clientOrderId is that of the cancellation. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrderCancelled"];
        };
      };
    };
  };
  put_binance_api_v3_order_amend_keepPriority: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The idempotency key of the change; the order keeps its own. */
          newClientOrderId?: string;
          /** @description The new quantity in the coin, with what is filled: less than before. */
          newQty: components["schemas"]["Decimal"];
          /** @description The order; or else origClientOrderId. */
          orderId?: components["schemas"]["Id"];
          /** @description The newClientOrderId of the order. */
          origClientOrderId?: string;
          /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
          recvWindow?: components["schemas"]["Decimal"];
          /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
          signature: string;
          /** @description The market: BTCUSDT. */
          symbol: string;
          /** @description When the request was made, in milliseconds since 1970. */
          timestamp: number;
        };
      };
    };
    responses: {
      /** @description An order that became smaller, as it is now. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrderAmended"];
        };
      };
    };
  };
  post_binance_api_v3_order_cancelReplace: {
    requestBody: {
      content: {
        "application/json": {
          /** @description What the reply calls the cancellation. */
          cancelNewClientOrderId?: string;
          /** @description The order that is cancelled; or else cancelOrigClientOrderId. */
          cancelOrderId?: components["schemas"]["Id"];
          /** @description Its newClientOrderId. */
          cancelOrigClientOrderId?: string;
          /**
           * @description Whether the order is placed where the other one cannot be cancelled.
           */
          cancelReplaceMode: "STOP_ON_FAILURE" | "ALLOW_FAILURE";
          /** @description Is refused: there are no iceberg orders. */
          icebergQty?: components["schemas"]["Decimal"];
          /** @description The idempotency key, up to 36 letters, digits, '_' and '-': the same order sent twice is one order, and another order under it is refused. */
          newClientOrderId?: string;
          /**
           * @description How much the reply says.
           */
          newOrderRespType?: "ACK" | "RESULT" | "FULL";
          /** @description Is refused: there are no pegged orders. */
          pegOffsetType?: string;
          /** @description Is refused: there are no pegged orders. */
          pegOffsetValue?: string;
          /** @description Is refused: there are no pegged orders. */
          pegPriceType?: string;
          /** @description The limit; LIMIT, LIMIT_MAKER, STOP_LOSS_LIMIT and TAKE_PROFIT_LIMIT need it. */
          price?: components["schemas"]["Decimal"];
          /** @description In the coin. */
          quantity?: components["schemas"]["Decimal"];
          /** @description What a purchase at the market's price spends, instead of the quantity. */
          quoteOrderQty?: components["schemas"]["Decimal"];
          /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
          recvWindow?: components["schemas"]["Decimal"];
          /**
           * @description What becomes of an order that meets one of its own account: the newer one ends.
           */
          selfTradePreventionMode?: "EXPIRE_TAKER";
          /**
           * @description Which side.
           */
          side: "BUY" | "SELL";
          /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
          signature: string;
          /** @description The last price that triggers it. */
          stopPrice?: components["schemas"]["Decimal"];
          /** @description Is not kept. */
          strategyId?: number;
          /** @description Is not kept. */
          strategyType?: number;
          /** @description The market: BTCUSDT. */
          symbol: string;
          /**
           * @description Of a limit: rests until cancelled, takes what there is, all or nothing.
           */
          timeInForce?: "GTC" | "IOC" | "FOK";
          /** @description When the request was made, in milliseconds since 1970. */
          timestamp: number;
          /** @description Of a STOP_LOSS in place of stopPrice: how far its stop stays from the highest last price since it was placed (SELL) or the lowest (BUY), in basis points. */
          trailingDelta?: number;
          /**
           * @description At a limit; at the market's price; at a limit that must rest; or one that is placed when the last price has reached the stop price, at a limit or at the market's price.
           */
          type:
            | "LIMIT"
            | "MARKET"
            | "LIMIT_MAKER"
            | "STOP_LOSS"
            | "STOP_LOSS_LIMIT"
            | "TAKE_PROFIT"
            | "TAKE_PROFIT_LIMIT";
        };
      };
    };
    responses: {
      /** @description What became of both; in a refusal, -2021 or -2022, the same stands under data. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrderReplaced"];
        };
      };
    };
  };
  post_binance_api_v3_order_oco: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The order's own key, as newClientOrderId is of an order; made of the other keys unless given. */
          limitClientOrderId?: string;
          /** @description Is refused: there are no iceberg orders. */
          limitIcebergQty?: components["schemas"]["Decimal"];
          /** @description Is not kept. */
          limitStrategyId?: number;
          /** @description Is not kept. */
          limitStrategyType?: number;
          /** @description The pair's own key, up to 36 letters, digits, '_' and '-': the same pair sent twice is one, and another under it is refused. */
          listClientOrderId?: string;
          /**
           * @description How much the reply says.
           */
          newOrderRespType?: "ACK" | "RESULT" | "FULL";
          /** @description The limit of the order that rests. */
          price: components["schemas"]["Decimal"];
          /** @description In the coin, of either order. */
          quantity: components["schemas"]["Decimal"];
          /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
          recvWindow?: components["schemas"]["Decimal"];
          /**
           * @description What becomes of an order that meets one of its own account: the newer one ends.
           */
          selfTradePreventionMode?: "EXPIRE_TAKER";
          /**
           * @description Which side.
           */
          side: "BUY" | "SELL";
          /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
          signature: string;
          /** @description The order's own key, as newClientOrderId is of an order; made of the other keys unless given. */
          stopClientOrderId?: string;
          /** @description Is refused: there are no iceberg orders. */
          stopIcebergQty?: components["schemas"]["Decimal"];
          /** @description The limit of the stop order. */
          stopLimitPrice: components["schemas"]["Decimal"];
          /**
           * @description Of a stop order's limit: rests until cancelled, takes what there is, all or nothing.
           */
          stopLimitTimeInForce: "GTC" | "IOC" | "FOK";
          /** @description The last price that triggers the stop order. */
          stopPrice: components["schemas"]["Decimal"];
          /** @description Is not kept. */
          stopStrategyId?: number;
          /** @description Is not kept. */
          stopStrategyType?: number;
          /** @description The market: BTCUSDT. */
          symbol: string;
          /** @description When the request was made, in milliseconds since 1970. */
          timestamp: number;
          /** @description Is refused: stops do not trail. */
          trailingDelta?: number;
        };
      };
    };
    responses: {
      /** @description A new pair of orders; its reports say as much as newOrderRespType wants. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrderListPlaced"];
        };
      };
    };
  };
  post_binance_api_v3_order_test: {
    requestBody: {
      content: {
        "application/json": {
          /** @description Whether the reply tells the fees. */
          computeCommissionRates?: boolean;
          /** @description Is refused: there are no iceberg orders. */
          icebergQty?: components["schemas"]["Decimal"];
          /** @description The idempotency key, up to 36 letters, digits, '_' and '-': the same order sent twice is one order, and another order under it is refused. */
          newClientOrderId?: string;
          /**
           * @description How much the reply says.
           */
          newOrderRespType?: "ACK" | "RESULT" | "FULL";
          /** @description Is refused: there are no pegged orders. */
          pegOffsetType?: string;
          /** @description Is refused: there are no pegged orders. */
          pegOffsetValue?: string;
          /** @description Is refused: there are no pegged orders. */
          pegPriceType?: string;
          /** @description The limit; LIMIT, LIMIT_MAKER, STOP_LOSS_LIMIT and TAKE_PROFIT_LIMIT need it. */
          price?: components["schemas"]["Decimal"];
          /** @description In the coin. */
          quantity?: components["schemas"]["Decimal"];
          /** @description What a purchase at the market's price spends, instead of the quantity. */
          quoteOrderQty?: components["schemas"]["Decimal"];
          /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
          recvWindow?: components["schemas"]["Decimal"];
          /**
           * @description What becomes of an order that meets one of its own account: the newer one ends.
           */
          selfTradePreventionMode?: "EXPIRE_TAKER";
          /**
           * @description Which side.
           */
          side: "BUY" | "SELL";
          /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
          signature: string;
          /** @description The last price that triggers it. */
          stopPrice?: components["schemas"]["Decimal"];
          /** @description Is not kept. */
          strategyId?: number;
          /** @description Is not kept. */
          strategyType?: number;
          /** @description The market: BTCUSDT. */
          symbol: string;
          /**
           * @description Of a limit: rests until cancelled, takes what there is, all or nothing.
           */
          timeInForce?: "GTC" | "IOC" | "FOK";
          /** @description When the request was made, in milliseconds since 1970. */
          timestamp: number;
          /** @description Of a STOP_LOSS in place of stopPrice: how far its stop stays from the highest last price since it was placed (SELL) or the lowest (BUY), in basis points. */
          trailingDelta?: number;
          /**
           * @description At a limit; at the market's price; at a limit that must rest; or one that is placed when the last price has reached the stop price, at a limit or at the market's price.
           */
          type:
            | "LIMIT"
            | "MARKET"
            | "LIMIT_MAKER"
            | "STOP_LOSS"
            | "STOP_LOSS_LIMIT"
            | "TAKE_PROFIT"
            | "TAKE_PROFIT_LIMIT";
        };
      };
    };
    responses: {
      /** @description An empty object, or what the order would cost. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrderTested"];
        };
      };
    };
  };
  get_binance_api_v3_orderList: {
    parameters: {
      query: {
        /** @description The pair; or else origClientOrderId. */
        orderListId?: components["schemas"]["Id"];
        /** @description The pair's listClientOrderId. */
        origClientOrderId?: string;
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description A pair of orders, of which one ends the other. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrderList"];
        };
      };
    };
  };
  delete_binance_api_v3_orderList: {
    parameters: {
      query: {
        /** @description The pair's own key. */
        listClientOrderId?: string;
        /** @description What the reply calls the cancellation. */
        newClientOrderId?: string;
        /** @description The pair; or else listClientOrderId. */
        orderListId?: components["schemas"]["Id"];
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description The market: BTCUSDT. */
        symbol: string;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description The pair of orders that was cancelled. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrderListCancelled"];
        };
      };
    };
  };
  post_binance_api_v3_orderList_oco: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The order's own key, as newClientOrderId is of an order; made of the other keys unless given. */
          aboveClientOrderId?: string;
          /** @description Is refused: there are no iceberg orders. */
          aboveIcebergQty?: components["schemas"]["Decimal"];
          /** @description Is refused: there are no pegged orders. */
          abovePegOffsetType?: string;
          /** @description Is refused: there are no pegged orders. */
          abovePegOffsetValue?: string;
          /** @description Is refused: there are no pegged orders. */
          abovePegPriceType?: string;
          /** @description The limit of the order above. */
          abovePrice: components["schemas"]["Decimal"];
          /** @description The last price that triggers it, where it is a stop order. */
          aboveStopPrice?: components["schemas"]["Decimal"];
          /** @description Is not kept. */
          aboveStrategyId?: number;
          /** @description Is not kept. */
          aboveStrategyType?: number;
          /**
           * @description Of a stop order's limit: rests until cancelled, takes what there is, all or nothing.
           */
          aboveTimeInForce?: "GTC" | "IOC" | "FOK";
          /** @description Is refused: stops do not trail. */
          aboveTrailingDelta?: number;
          /**
           * @description LIMIT_MAKER above the price of a sale or below that of a purchase; STOP_LOSS_LIMIT on the other side.
           */
          aboveType: "LIMIT_MAKER" | "STOP_LOSS_LIMIT";
          /** @description The order's own key, as newClientOrderId is of an order; made of the other keys unless given. */
          belowClientOrderId?: string;
          /** @description Is refused: there are no iceberg orders. */
          belowIcebergQty?: components["schemas"]["Decimal"];
          /** @description Is refused: there are no pegged orders. */
          belowPegOffsetType?: string;
          /** @description Is refused: there are no pegged orders. */
          belowPegOffsetValue?: string;
          /** @description Is refused: there are no pegged orders. */
          belowPegPriceType?: string;
          /** @description The limit of the order below. */
          belowPrice: components["schemas"]["Decimal"];
          /** @description The last price that triggers it, where it is a stop order. */
          belowStopPrice?: components["schemas"]["Decimal"];
          /** @description Is not kept. */
          belowStrategyId?: number;
          /** @description Is not kept. */
          belowStrategyType?: number;
          /**
           * @description Of a stop order's limit: rests until cancelled, takes what there is, all or nothing.
           */
          belowTimeInForce?: "GTC" | "IOC" | "FOK";
          /** @description Is refused: stops do not trail. */
          belowTrailingDelta?: number;
          /**
           * @description LIMIT_MAKER above the price of a sale or below that of a purchase; STOP_LOSS_LIMIT on the other side.
           */
          belowType: "LIMIT_MAKER" | "STOP_LOSS_LIMIT";
          /** @description The pair's own key, up to 36 letters, digits, '_' and '-': the same pair sent twice is one, and another under it is refused. */
          listClientOrderId?: string;
          /**
           * @description How much the reply says.
           */
          newOrderRespType?: "ACK" | "RESULT" | "FULL";
          /** @description In the coin, of either order. */
          quantity: components["schemas"]["Decimal"];
          /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
          recvWindow?: components["schemas"]["Decimal"];
          /**
           * @description What becomes of an order that meets one of its own account: the newer one ends.
           */
          selfTradePreventionMode?: "EXPIRE_TAKER";
          /**
           * @description Which side.
           */
          side: "BUY" | "SELL";
          /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
          signature: string;
          /** @description The market: BTCUSDT. */
          symbol: string;
          /** @description When the request was made, in milliseconds since 1970. */
          timestamp: number;
        };
      };
    };
    responses: {
      /** @description A new pair of orders; its reports say as much as newOrderRespType wants. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrderListPlaced"];
        };
      };
    };
  };
  get_binance_api_v3_ping: {
    responses: {
      /** @description An empty object. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceNothing"];
        };
      };
    };
  };
  get_binance_api_v3_rateLimit_order: {
    parameters: {
      query: {
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description Orders of the key in ten seconds and in a day. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceOrderLimits"];
        };
      };
    };
  };
  get_binance_api_v3_ticker: {
    parameters: {
      query?: {
        /** @description One market: BTCUSDT; or else symbols. */
        symbol?: string;
        /** @description Several markets: ["BTCUSDT","ETHUSDT"]. */
        symbols?: string;
        /** @description Without the changes: MINI. */
        type?: "FULL" | "MINI";
        /** @description 1m to 59m, 1h to 23h, or 1d to 7d; a day unless given. */
        windowSize?: string;
      };
    };
    responses: {
      /** @description An object where one symbol was asked for, else a list. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceTickers"];
        };
      };
    };
  };
  get_binance_api_v3_ticker_24hr: {
    parameters: {
      query?: {
        /** @description One market: BTCUSDT. */
        symbol?: string;
        /** @description Several markets: ["BTCUSDT","ETHUSDT"]. */
        symbols?: string;
        /** @description Without the changes and the book: MINI. */
        type?: "FULL" | "MINI";
      };
    };
    responses: {
      /** @description An object where one symbol was asked for, else a list. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceTickers"];
        };
      };
    };
  };
  get_binance_api_v3_ticker_bookTicker: {
    parameters: {
      query?: {
        /** @description One market: BTCUSDT. */
        symbol?: string;
        /** @description Several markets: ["BTCUSDT","ETHUSDT"]. */
        symbols?: string;
      };
    };
    responses: {
      /** @description An object where one symbol was asked for, else a list. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceBest"];
        };
      };
    };
  };
  get_binance_api_v3_ticker_price: {
    parameters: {
      query?: {
        /** @description One market: BTCUSDT. */
        symbol?: string;
        /** @description Several markets: ["BTCUSDT","ETHUSDT"]. */
        symbols?: string;
      };
    };
    responses: {
      /** @description An object where one symbol was asked for, else a list. */
      200: {
        content: {
          "application/json": components["schemas"]["BinancePrices"];
        };
      };
    };
  };
  get_binance_api_v3_time: {
    responses: {
      /** @description The time in milliseconds. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceTime"];
        };
      };
    };
  };
  get_binance_api_v3_trades: {
    parameters: {
      query: {
        /** @description 500 unless given, 1000 at most. */
        limit?: number;
        /** @description The market: BTCUSDT. */
        symbol: string;
      };
    };
    responses: {
      /** @description Trades, oldest first. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceTrades"];
        };
      };
    };
  };
  get_binance_api_v3_uiKlines: {
    parameters: {
      query: {
        /** @description The last opening, in milliseconds. */
        endTime?: number;
        /** @description How long a candle is. */
        interval:
          | "1m"
          | "3m"
          | "5m"
          | "15m"
          | "30m"
          | "1h"
          | "2h"
          | "4h"
          | "6h"
          | "8h"
          | "12h"
          | "1d"
          | "3d"
          | "1w"
          | "1M";
        /** @description 500 unless given, 1000 at most. */
        limit?: number;
        /** @description The first opening, in milliseconds. */
        startTime?: number;
        /** @description The market: BTCUSDT. */
        symbol: string;
        /** @description Of the candles: 0 alone, which is UTC. */
        timeZone?: string;
      };
    };
    responses: {
      /** @description Candles, oldest first. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceCandles"];
        };
      };
    };
  };
  get_binance_dapi_v1_exchangeInfo: {
    responses: {
      /** @description There are none. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceNoContracts"];
        };
      };
    };
  };
  get_binance_fapi_v1_exchangeInfo: {
    responses: {
      /** @description There are none. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceNoContracts"];
        };
      };
    };
  };
  get_binance_sapi_v1_asset_tradeFee: {
    parameters: {
      query: {
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description One market: BTCUSDT. */
        symbol?: string;
        /** @description Several markets: ["BTCUSDT","ETHUSDT"]. */
        symbols?: string;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description The fees of markets. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceFees"];
        };
      };
    };
  };
  get_binance_sapi_v1_capital_config_getall: {
    parameters: {
      query: {
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
      };
    };
    responses: {
      /** @description Coins, and the networks that carry them. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceCoins"];
        };
      };
    };
  };
  get_binance_sapi_v1_capital_deposit_hisrec: {
    parameters: {
      query: {
        /** @description Only this coin: USDT. */
        coin?: string;
        /** @description The last moment, in milliseconds; now unless given. */
        endTime?: number;
        /** @description 1000 unless given, and at most. */
        limit?: number;
        /** @description How many of the newest are left out. */
        offset?: number;
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description The first moment, in milliseconds; 90 days before the last one unless given, and at most. */
        startTime?: number;
        /** @description 0: pending, 1: success, 2: rejected, 6: credited, not to be withdrawn yet, 7: wrong deposit, 8: waits for the client, which none does. */
        status?: "0" | "1" | "2" | "6" | "7" | "8";
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
        /** @description Those of one transaction. */
        txId?: string;
      };
    };
    responses: {
      /** @description Deposits, newest first. status is 0 pending, 1 success, 2 rejected (its block is no more of the chain), 6 credited and not to be withdrawn yet, or 7 a wrong deposit, which is not credited. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceDeposits"];
        };
      };
    };
  };
  get_binance_sapi_v1_capital_withdraw_history: {
    parameters: {
      query: {
        /** @description Only this coin: USDT. */
        coin?: string;
        /** @description The last moment, in milliseconds; now unless given. */
        endTime?: number;
        /** @description 1000 unless given, and at most. */
        limit?: number;
        /** @description How many of the newest are left out. */
        offset?: number;
        /** @description How many milliseconds later it is still good, 5000 unless given, 60000 at most. */
        recvWindow?: components["schemas"]["Decimal"];
        /** @description Of the query and the body as they are sent, without this field: HMAC-SHA256 in hexadecimal, or Ed25519 in base64. */
        signature: string;
        /** @description The first moment, in milliseconds; 90 days before the last one unless given, and at most. */
        startTime?: number;
        /** @description 0: waits for a mail, which none does, 1: cancelled, 2: awaits approval, 3: rejected, 4: processing, 5: failure, 6: completed. */
        status?: "0" | "1" | "2" | "3" | "4" | "5" | "6";
        /** @description When the request was made, in milliseconds since 1970. */
        timestamp: number;
        /** @description The one that was asked for under this client_id. */
        withdrawOrderId?: string;
      };
    };
    responses: {
      /** @description Withdrawals, newest first. status is 1 cancelled, 2 awaiting approval, 3 rejected, 4 processing, 5 failed on the chain, or 6 completed. amount is what the receiver gets. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceWithdrawals"];
        };
      };
    };
  };
  get_binance_sapi_v1_margin_allPairs: {
    responses: {
      /** @description There are none. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceNoPairs"];
        };
      };
    };
  };
  get_binance_sapi_v1_margin_isolated_allPairs: {
    responses: {
      /** @description There are none. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceNoPairs"];
        };
      };
    };
  };
  get_binance_sapi_v1_system_status: {
    responses: {
      /** @description 0: normal. */
      200: {
        content: {
          "application/json": components["schemas"]["BinanceStatus"];
        };
      };
    };
  };
  get_readyz: {
    responses: {
      /** @description The service is usable: the database accepts writes and has the program's schema, and Redis answers. */
      200: {
        content: {
          "application/json": components["schemas"]["Ready"];
        };
      };
    };
  };
  get_udf_config: {
    responses: {
      /** @description What the datafeed offers. */
      200: {
        content: {
          "application/json": components["schemas"]["FeedConfig"];
        };
      };
    };
  };
  get_udf_history: {
    parameters: {
      query: {
        /** @description The number of candles before the end, 1 to 5000; takes precedence over from. */
        countback?: number;
        /** @description The start, in seconds since 1970. */
        from?: number;
        /** @description The candle interval: 1, 5, 15, 30, 60, 240 (minutes), 1D, 1W, 1M. A path that names the interval takes precedence. */
        resolution?: string;
        /** @description BTCUSDT, BTC-USDT, BTC or Cambio:BTCUSDT. */
        symbol: string;
        /** @description The end, exclusive, in seconds since 1970. */
        to?: number;
      };
    };
    responses: {
      /** @description Candles, one array for each field, oldest first; or that there are none. */
      200: {
        content: {
          "application/json": components["schemas"]["FeedBars"];
        };
      };
    };
  };
  get_udf_history_five_min: {
    parameters: {
      query: {
        /** @description The number of candles before the end, 1 to 5000; takes precedence over from. */
        countback?: number;
        /** @description The start, in seconds since 1970. */
        from?: number;
        /** @description The candle interval: 1, 5, 15, 30, 60, 240 (minutes), 1D, 1W, 1M. A path that names the interval takes precedence. */
        resolution?: string;
        /** @description BTCUSDT, BTC-USDT, BTC or Cambio:BTCUSDT. */
        symbol: string;
        /** @description The end, exclusive, in seconds since 1970. */
        to?: number;
      };
    };
    responses: {
      /** @description Candles, one array for each field, oldest first; or that there are none. */
      200: {
        content: {
          "application/json": components["schemas"]["FeedBars"];
        };
      };
    };
  };
  get_udf_history_four_hour: {
    parameters: {
      query: {
        /** @description The number of candles before the end, 1 to 5000; takes precedence over from. */
        countback?: number;
        /** @description The start, in seconds since 1970. */
        from?: number;
        /** @description The candle interval: 1, 5, 15, 30, 60, 240 (minutes), 1D, 1W, 1M. A path that names the interval takes precedence. */
        resolution?: string;
        /** @description BTCUSDT, BTC-USDT, BTC or Cambio:BTCUSDT. */
        symbol: string;
        /** @description The end, exclusive, in seconds since 1970. */
        to?: number;
      };
    };
    responses: {
      /** @description Candles, one array for each field, oldest first; or that there are none. */
      200: {
        content: {
          "application/json": components["schemas"]["FeedBars"];
        };
      };
    };
  };
  get_udf_history_one_day: {
    parameters: {
      query: {
        /** @description The number of candles before the end, 1 to 5000; takes precedence over from. */
        countback?: number;
        /** @description The start, in seconds since 1970. */
        from?: number;
        /** @description The candle interval: 1, 5, 15, 30, 60, 240 (minutes), 1D, 1W, 1M. A path that names the interval takes precedence. */
        resolution?: string;
        /** @description BTCUSDT, BTC-USDT, BTC or Cambio:BTCUSDT. */
        symbol: string;
        /** @description The end, exclusive, in seconds since 1970. */
        to?: number;
      };
    };
    responses: {
      /** @description Candles, one array for each field, oldest first; or that there are none. */
      200: {
        content: {
          "application/json": components["schemas"]["FeedBars"];
        };
      };
    };
  };
  get_udf_history_one_hour: {
    parameters: {
      query: {
        /** @description The number of candles before the end, 1 to 5000; takes precedence over from. */
        countback?: number;
        /** @description The start, in seconds since 1970. */
        from?: number;
        /** @description The candle interval: 1, 5, 15, 30, 60, 240 (minutes), 1D, 1W, 1M. A path that names the interval takes precedence. */
        resolution?: string;
        /** @description BTCUSDT, BTC-USDT, BTC or Cambio:BTCUSDT. */
        symbol: string;
        /** @description The end, exclusive, in seconds since 1970. */
        to?: number;
      };
    };
    responses: {
      /** @description Candles, one array for each field, oldest first; or that there are none. */
      200: {
        content: {
          "application/json": components["schemas"]["FeedBars"];
        };
      };
    };
  };
  get_udf_history_ticker: {
    parameters: {
      query: {
        /** @description The number of candles before the end, 1 to 5000; takes precedence over from. */
        countback?: number;
        /** @description The start, in seconds since 1970. */
        from?: number;
        /** @description The candle interval: 1, 5, 15, 30, 60, 240 (minutes), 1D, 1W, 1M. A path that names the interval takes precedence. */
        resolution?: string;
        /** @description BTCUSDT, BTC-USDT, BTC or Cambio:BTCUSDT. */
        symbol: string;
        /** @description The end, exclusive, in seconds since 1970. */
        to?: number;
      };
    };
    responses: {
      /** @description Candles, one array for each field, oldest first; or that there are none. */
      200: {
        content: {
          "application/json": components["schemas"]["FeedBars"];
        };
      };
    };
  };
  get_udf_marks: {
    parameters: {
      query: {
        /** @description The start, in seconds since 1970. */
        from?: number;
        /** @description The candle interval; has no effect. */
        resolution?: string;
        /** @description BTCUSDT, BTC-USDT, BTC or Cambio:BTCUSDT. */
        symbol: string;
        /** @description The end, in seconds since 1970. */
        to?: number;
      };
    };
    responses: {
      /** @description What the client bought and sold, the oldest first; empty for guests. The newest 500 within the time. What one order got within a second is one mark. */
      200: {
        content: {
          "application/json": components["schemas"]["FeedMarks"];
        };
      };
    };
  };
  get_udf_quotes: {
    parameters: {
      query: {
        /** @description Up to 100 symbols, separated by commas. */
        symbols: string;
      };
    };
    responses: {
      /** @description Prices, in the order of the symbols that were asked for. */
      200: {
        content: {
          "application/json": components["schemas"]["FeedQuotes"];
        };
      };
    };
  };
  get_udf_search: {
    parameters: {
      query?: {
        /** @description The exchange; the only one is Cambio. */
        exchange?: string;
        /** @description The maximum number of matches; 30 by default. */
        limit?: number;
        /** @description Part of a name. */
        query?: string;
        /** @description The symbol type; the only one is crypto. */
        type?: string;
      };
    };
    responses: {
      /** @description The best matches first. */
      200: {
        content: {
          "application/json": components["schemas"]["FeedMatches"];
        };
      };
    };
  };
  get_udf_symbol_info: {
    parameters: {
      query?: {
        /** @description The exchange; the only one is Cambio. */
        group?: string;
      };
    };
    responses: {
      /** @description All symbols, one array for each field. */
      200: {
        content: {
          "application/json": components["schemas"]["FeedSymbols"];
        };
      };
    };
  };
  get_udf_symbols: {
    parameters: {
      query: {
        /** @description BTCUSDT, BTC-USDT, BTC or Cambio:BTCUSDT. */
        symbol: string;
      };
    };
    responses: {
      /** @description A symbol, as the datafeed describes one. */
      200: {
        content: {
          "application/json": components["schemas"]["FeedSymbol"];
        };
      };
    };
  };
  get_udf_time: {
    responses: {
      /** @description Seconds since 1970. */
      200: {
        content: {
          "text/plain": components["schemas"]["FeedTime"];
        };
      };
    };
  };
  get_udf_timescale_marks: {
    responses: {
      /** @description Always empty: nothing is marked on the time axis. */
      200: {
        content: {
          "application/json": components["schemas"]["FeedTimescaleMarks"];
        };
      };
    };
  };
}
