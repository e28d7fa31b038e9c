// Written from the API description by tests/api/types_test --write.

export interface paths {
  "/api/v1/home/coins": {
    /** Lists the most traded pairs */
    get: operations["get_v1_home_coins"];
  };
  "/api/v2/chart/chart-series": {
    /** Gives candles for a chart */
    get: operations["get_v2_chart_chart_series"];
  };
  "/api/v2/market-all-pairs": {
    /** Lists all pairs, without favourites */
    get: operations["get_v2_market_all_pairs"];
  };
  "/api/v2/mobile-check": {
    /** Tells whether a phone number has an account */
    get: operations["get_v2_mobile_check"];
  };
  "/api/v2/my-order": {
    /** Places an order, by GET */
    get: operations["get_v2_my_order"];
    /** Places an order */
    post: operations["post_v2_my_order"];
  };
  "/api/v2/recent-trades": {
    /** Shows one pair's order book and latest trades (older address) */
    get: operations["get_v2_recent_trades"];
  };
  "/api/v2/register": {
    /** Opens an account */
    post: operations["post_v2_register"];
  };
  "/api/v2/send-code": {
    /** Sends a code to an e-mail for signing up, by GET */
    get: operations["get_v2_send_code"];
    /** Sends a code to an e-mail for signing up */
    post: operations["post_v2_send_code"];
  };
  "/api/v2/username-check": {
    /** Tells whether an e-mail has an account */
    get: operations["get_v2_username_check"];
  };
  "/api/v3/account-client": {
    /** Shows the signed-in client */
    get: operations["get_v3_account_client"];
  };
  "/api/v3/add-favorite": {
    /** Stars a coin, or takes the star away, by GET */
    get: operations["get_v3_add_favorite"];
    /** Stars a coin, or takes the star away */
    post: operations["post_v3_add_favorite"];
  };
  "/api/v3/all-pairs": {
    /** Lists all pairs */
    get: operations["get_v3_all_pairs"];
  };
  "/api/v3/coin-assets": {
    /** Shows the facts of one coin */
    get: operations["get_v3_coin_assets"];
  };
  "/api/v3/coin-pair/current-price": {
    /** Shows one pair's price */
    get: operations["get_v3_coin_pair_current_price"];
  };
  "/api/v3/favorites": {
    /** Lists the pairs that the client has starred */
    get: operations["get_v3_favorites"];
  };
  "/api/v3/getOrder": {
    /** Shows a pair's rules and fees, and what the client has to trade there */
    get: operations["get_v3_getOrder"];
  };
  "/api/v3/inn-coins": {
    /** Lists the pairs of other coins */
    get: operations["get_v3_inn_coins"];
  };
  "/api/v3/inno-coins": {
    /** Lists the pairs of the Ethereum group */
    get: operations["get_v3_inno_coins"];
  };
  "/api/v3/login": {
    /** Signs in with an e-mail */
    post: operations["post_v3_login"];
  };
  "/api/v3/logout": {
    /** Signs out */
    post: operations["post_v3_logout"];
  };
  "/api/v3/main-coins": {
    /** Lists the pairs of main coins */
    get: operations["get_v3_main_coins"];
  };
  "/api/v3/mobile-login": {
    /** Signs in with a phone number */
    post: operations["post_v3_mobile_login"];
  };
  "/api/v3/overview": {
    /** Shows what the wallets are worth in USDT */
    get: operations["get_v3_overview"];
  };
  "/api/v3/recent-trades": {
    /** Shows one pair's order book and latest trades */
    get: operations["get_v3_recent_trades"];
  };
  "/api/v3/status": {
    /** Tells how the exchange is */
    get: operations["get_v3_status"];
  };
  "/api/v3/stream-ticket": {
    /** Issues a ticket for the client's private stream */
    post: operations["post_v3_stream_ticket"];
  };
  "/api/v3/trades/cancel-order": {
    /** Cancels one order, or all, by GET */
    get: operations["get_v3_trades_cancel_order"];
    /** Cancels one order, or all */
    post: operations["post_v3_trades_cancel_order"];
  };
  "/api/v3/trades/funds": {
    /** Lists the coins that the client has in the spot wallet */
    get: operations["get_v3_trades_funds"];
  };
  "/api/v3/trades/open-orders": {
    /** Lists the open orders */
    get: operations["get_v3_trades_open_orders"];
  };
  "/api/v3/trades/order-histories": {
    /** Lists the orders that are done with, and the fills */
    get: operations["get_v3_trades_order_histories"];
  };
  "/api/v3/wallet-balance": {
    /** Shows one coin of the spot wallet */
    get: operations["get_v3_wallet_balance"];
  };
  "/api/v3/wallets/spot": {
    /** Lists every coin of the spot wallet */
    get: operations["get_v3_wallets_spot"];
  };
  "/udf/config": {
    /** Tells what the datafeed offers */
    get: operations["get_udf_config"];
  };
  "/udf/history": {
    /** Gives candles */
    get: operations["get_udf_history"];
  };
  "/udf/history/five-min": {
    /** Gives candles of five minutes */
    get: operations["get_udf_history_five_min"];
  };
  "/udf/history/four-hour": {
    /** Gives candles of four hours */
    get: operations["get_udf_history_four_hour"];
  };
  "/udf/history/one-day": {
    /** Gives candles of a day */
    get: operations["get_udf_history_one_day"];
  };
  "/udf/history/one-hour": {
    /** Gives candles of an hour */
    get: operations["get_udf_history_one_hour"];
  };
  "/udf/history/ticker": {
    /** Gives candles (another address) */
    get: operations["get_udf_history_ticker"];
  };
  "/udf/marks": {
    /** Gives the marks on the candles */
    get: operations["get_udf_marks"];
  };
  "/udf/quotes": {
    /** Gives the prices of several symbols */
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
    /** Gives the server's time */
    get: operations["get_udf_time"];
  };
  "/udf/timescale_marks": {
    /** Gives the marks on the time axis */
    get: operations["get_udf_timescale_marks"];
  };
}
export interface components {
  schemas: {
    /** @description The signed-in client. */
    Account: {
      client: components["schemas"]["Client"];
    };
    /** @description A price at which somebody would trade. */
    BookLevel: {
      number_of_order: components["schemas"]["Decimal"];
      total: components["schemas"]["Decimal"];
      unit_price: components["schemas"]["Decimal"];
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
    /** @description The code is on its way. */
    CodeSent: {
      message: "success";
      /** @description Seconds until another code may be asked for. */
      resend_after: number;
    };
    /** @description One coin of the spot wallet. */
    CoinBalance: {
      wallet: {
        freeze_balance: components["schemas"]["Decimal"];
        wallet_balance: components["schemas"]["Decimal"];
      };
    };
    /** @description A coin, as its market. */
    CoinFacts: {
      coin: {
        coin_base: components["schemas"]["Pair"];
      };
    };
    /** @description A market's price. */
    CurrentPrice: {
      chart: {
        /** @description The moment of the price; empty before the first one. */
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
    /** @description A refusal. Programs look at message, people read text. */
    Error: {
      /** @description Facts that help, such as minimum or retry_after (seconds). */
      details?: {
        [key: string]: string;
      };
      /** @description The parameter that it is about. */
      field?: string;
      message: components["schemas"]["ErrorCode"];
      /** @description What the logs know the request by. */
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
      | "forbidden"
      | "frozen_account"
      | "invalid_credentials"
      | "too_many_attempts"
      | "trading_locked"
      | "code_wrong"
      | "code_expired"
      | "code_too_soon"
      | "code_too_many"
      | "invalid_email"
      | "invalid_phone"
      | "password_too_short"
      | "password_mismatch"
      | "password_same"
      | "two_factor_required"
      | "two_factor_wrong"
      | "two_factor_already_on"
      | "two_factor_off"
      | "token_expired"
      | "wrong_password"
      | "unknown_market"
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
      | "too_many_open_orders"
      | "would_cross"
      | "fill_or_kill"
      | "self_trade"
      | "order_not_open"
      | "client_id_reused";
    /** @description Whether somebody has an account under that name. */
    Existence: {
      message: "exist" | "is not exist";
    };
    /** @description Whether the coin is starred now. */
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
          /** @description Where older candles stand, in seconds since 1970. */
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
    /** @description How the datafeed's clients want to hear of a refusal. */
    FeedError: {
      errmsg: string;
      s: "error";
    };
    /** @description Always empty: no events are marked. */
    FeedMarks: unknown[];
    /** @description The best matches first. */
    FeedMatches: {
      description: string;
      exchange: string;
      full_name: string;
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
      name: string;
      pricescale: number;
      session: "24x7";
      supported_resolutions: ("1" | "5" | "15" | "30" | "60" | "240" | "1D" | "1W" | "1M")[];
      ticker: string;
      timezone: "Etc/UTC";
      type: "crypto";
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
    /** @description A part of an order that was traded. */
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
    /** @description Coins, the most valuable first. */
    Funds: {
      funds: components["schemas"]["Fund"][];
    };
    /** @description A coin of the spot wallet. */
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
    /**
     * @description A positive whole number, as text.
     * @example 1042
     */
    Id: string;
    /** @description A session. */
    Login: {
      client: components["schemas"]["Client"];
      message: "success";
      status: 200;
      /** @description A PASETO. */
      token: string;
      user: components["schemas"]["User"];
    };
    /** @description What became of it. */
    Message: {
      /** @example success */
      message: string;
    };
    /** @description A page of open orders, newest first. */
    OpenOrders: {
      orders: components["schemas"]["Order"][];
      /** @description How many there are on all pages. */
      total: number;
    };
    /** @description An order. */
    Order: {
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
      /** @description The average of what was filled, else the limit. */
      final_price: components["schemas"]["Decimal"];
      id: components["schemas"]["Id"];
      number_of_order: components["schemas"]["Decimal"];
      post_only: boolean;
      /** @description The limit; a market order has none. */
      price?: components["schemas"]["Decimal"];
      /**
       * @description Why a part was not filled, where one was not.
       */
      reason?: "user" | "ioc_remainder" | "self_trade" | "market_remainder" | "book_full";
      /**
       * @description Open, filled, or cancelled.
       */
      state: "PENDING" | "APPROVED" | "DISSAPROVED";
      time_in_force: "GTC" | "IOC" | "FOK";
      total: components["schemas"]["Decimal"];
      trade_type: "market";
      type: "LIMIT" | "MARKET";
      updated_at: components["schemas"]["Time"];
    };
    /** @description A page of orders that are done with, and a page of fills, newest first. */
    OrderHistory: {
      fills: components["schemas"]["Fill"][];
      orders: components["schemas"]["Order"][];
      /** @description How many there are on all pages. */
      total: number;
    };
    /** @description The order, or wrong_transaction_password. */
    OrderPlaced:
      | {
          message: "success";
          order: components["schemas"]["Order"];
        }
      | {
          message: "wrong_transaction_password";
        };
    /** @description What a form for orders has to know. */
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
    /** @description What is not open any more. */
    OrdersCancelled: {
      cancelled: number;
      message: "success";
      orders: components["schemas"]["Order"][];
    };
    /** @description A market and its last 24 hours. */
    Pair: {
      /** @description The price; close is the same. */
      amount: components["schemas"]["Decimal"];
      /** @description The moment of the price; empty before the first one. */
      as_of: string;
      close: components["schemas"]["Decimal"];
      /** @description What add-favorite takes. */
      coin_id: components["schemas"]["Id"];
      /** @example BTCUSDT */
      coin_pair_name: string;
      /** @description The coin_id where the client has starred it, else empty. */
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
      /** @description The closes of seven days, every four hours. */
      sparkline: components["schemas"]["Decimal"][];
      /** @description The price is old. */
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
    /** @description The order book (best prices first) and the latest trades (newest first). */
    RecentTrades: {
      /** @description The moment of the price; empty before the first one. */
      as_of: string;
      asks: components["schemas"]["BookLevel"][];
      bids: components["schemas"]["BookLevel"][];
      price: components["schemas"]["Decimal"];
      /** @description The number of the book's last push before this reply. */
      seq: string;
      stale: boolean;
      trades: components["schemas"]["Trade"][];
    };
    /** @description SUCCESS, or why there is no account. */
    Registration: {
      message: "SUCCESS" | "CODE_DOES_NOT_MATCH" | "USER_ALREADY_EXIST";
    };
    /** @description Every coin, the most valuable first. */
    SpotWallet: {
      wallet: components["schemas"]["Holding"][];
    };
    /** @description How the exchange is. */
    Status: {
      /** @description The last audit of the books. */
      audit: {
        at: components["schemas"]["Time"] | null;
        result: "never" | "passed" | "failed";
      };
      /** @description Whether new clients get play money. */
      demo: boolean;
      market: "live" | "simulated";
      postgres: "ok" | "down";
      prices: {
        age_ms: number | null;
        as_of: components["schemas"]["Time"] | null;
        stale: boolean;
      };
      provider: "ok" | "down";
      redis: "ok" | "down";
      /** @description A count; missing while the database is away. */
      registered_users?: string;
      status: "ok" | "degraded";
      time: components["schemas"]["Time"];
      version: string;
    };
    /** @description Opens /stream/client/{channel} once, within half a minute, as the WebSocket protocol cambio.{ticket}. */
    StreamTicket: {
      channel: string;
      ticket: string;
    };
    /**
     * Format: date-time
     * @description UTC, with milliseconds.
     * @example 2026-03-01T09:30:00.000Z
     */
    Time: string;
    /** @description A trade that took place, the exchange's own or the provider's. */
    Trade: {
      px: components["schemas"]["Decimal"];
      side: "buy" | "sell";
      sz: components["schemas"]["Decimal"];
      /** @description Milliseconds since 1970. */
      ts: string;
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
    /** @description What the wallets are worth in USDT at the last prices. */
    WalletOverview: {
      earnTotal: components["schemas"]["Decimal"];
      fundingTotal: components["schemas"]["Decimal"];
      futureTotal: components["schemas"]["Decimal"];
      overviewTotal: components["schemas"]["Decimal"];
      spotTotal: components["schemas"]["Decimal"];
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  get_v1_home_coins: {
    responses: {
      /** @description Markets, in the exchange's own order. */
      200: {
        content: {
          "application/json": components["schemas"]["PairList"];
        };
      };
    };
  };
  get_v2_chart_chart_series: {
    parameters: {
      query: {
        /** @description Candles that open before this moment, in milliseconds since 1970. */
        before?: number;
        /** @description From 1 to 1000; 500 unless given. */
        limit?: number;
        /** @description A pair or its coin: BTCUSDT, BTC. */
        symbol: string;
        /** @description How long a candle is; 1min unless given. */
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
        /** @description The number with its country code: +12025550143. */
        username: string;
      };
    };
    responses: {
      /** @description Whether somebody has an account under that name. */
      200: {
        content: {
          "application/json": components["schemas"]["Existence"];
        };
      };
    };
  };
  get_v2_my_order: {
    parameters: {
      query: {
        /** @description The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice is one order. */
        client_id?: string;
        /** @description Which side. */
        delegate_type: "BUY" | "SELL";
        /** @description At the market's price or at one's own. */
        market_type: "MARKET" | "LIMIT";
        /** @description The pair: BTCUSDT. */
        name: string;
        /** @description The quantity in the coin; needed unless a total stands for it. */
        number_of_order?: components["schemas"]["Decimal"];
        /** @description The price; a limit order needs it. */
        order_per_unit?: components["schemas"]["Decimal"];
        /** @description Refused rather than traded at once. */
        post_only?: boolean;
        /** @description Rests until cancelled (GTC), takes what there is (IOC), all or nothing (FOK). */
        time_in_force?: "GTC" | "IOC" | "FOK";
        /** @description What to spend, in the quote coin: instead of the quantity when buying at the market's price or at a limit, else price times quantity, which is checked. */
        total?: components["schemas"]["Decimal"];
        /** @description There is one only. */
        trade_type?: "market";
        /** @description The transaction password. */
        transaction_password: string;
      };
    };
    responses: {
      /** @description The order, or wrong_transaction_password. */
      200: {
        content: {
          "application/json": components["schemas"]["OrderPlaced"];
        };
      };
    };
  };
  post_v2_my_order: {
    requestBody: {
      content: {
        "application/json": {
          /** @description The idempotency key, up to 64 letters, digits, '_' and '-': the same request sent twice is one order. */
          client_id?: string;
          /**
           * @description Which side.
           */
          delegate_type: "BUY" | "SELL";
          /**
           * @description At the market's price or at one's own.
           */
          market_type: "MARKET" | "LIMIT";
          /** @description The pair: BTCUSDT. */
          name: string;
          /** @description The quantity in the coin; needed unless a total stands for it. */
          number_of_order?: components["schemas"]["Decimal"];
          /** @description The price; a limit order needs it. */
          order_per_unit?: components["schemas"]["Decimal"];
          /** @description Refused rather than traded at once. */
          post_only?: boolean;
          /**
           * @description Rests until cancelled (GTC), takes what there is (IOC), all or nothing (FOK).
           */
          time_in_force?: "GTC" | "IOC" | "FOK";
          /** @description What to spend, in the quote coin: instead of the quantity when buying at the market's price or at a limit, else price times quantity, which is checked. */
          total?: components["schemas"]["Decimal"];
          /**
           * @description There is one only.
           */
          trade_type?: "market";
          /**
           * Format: password
           * @description The transaction password.
           */
          transaction_password: string;
        };
      };
    };
    responses: {
      /** @description The order, or wrong_transaction_password. */
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
      /** @description The order book (best prices first) and the latest trades (newest first). */
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
           * @description The code that was sent to the e-mail.
           */
          code: string;
          /**
           * @description The number with its country code.
           * @example +12025550143
           */
          mobile_number: string;
          /**
           * Format: password
           * @description The login password, 9 letters or more.
           */
          password: string;
          /**
           * Format: password
           * @description The login password again.
           */
          password_confirmation: string;
          /** @description Another client's referral code. */
          referral?: string;
          /**
           * Format: password
           * @description What trades and withdrawals ask for, 6 letters or more; not the login password.
           */
          transaction_password: string;
          /**
           * Format: email
           * @description The e-mail that the code went to.
           */
          username: string;
        };
      };
    };
    responses: {
      /** @description SUCCESS, or why there is no account. */
      200: {
        content: {
          "application/json": components["schemas"]["Registration"];
        };
      };
    };
  };
  get_v2_send_code: {
    parameters: {
      query: {
        /** @description Where the code is sent. */
        email: string;
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
           * @description Where the code is sent.
           */
          email: string;
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
  get_v2_username_check: {
    parameters: {
      query: {
        /** @description The e-mail, in any case. */
        username: string;
      };
    };
    responses: {
      /** @description Whether somebody has an account under that name. */
      200: {
        content: {
          "application/json": components["schemas"]["Existence"];
        };
      };
    };
  };
  get_v3_account_client: {
    responses: {
      /** @description The signed-in client. */
      200: {
        content: {
          "application/json": components["schemas"]["Account"];
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
      /** @description Whether the coin is starred now. */
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
      /** @description Whether the coin is starred now. */
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
  get_v3_getOrder: {
    parameters: {
      query: {
        /** @description A pair or its coin: BTCUSDT, BTC. */
        symbol: string;
      };
    };
    responses: {
      /** @description What a form for orders has to know. */
      200: {
        content: {
          "application/json": components["schemas"]["OrderRules"];
        };
      };
    };
  };
  get_v3_inn_coins: {
    parameters: {
      query?: {
        /** @description Another type than the one that the call lists. */
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
        /** @description Another type than the one that the call lists. */
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
  post_v3_login: {
    requestBody: {
      content: {
        "application/json": {
          /** @description What the site knows of the phone; nothing depends on it. */
          mobile?: string;
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
          /**
           * Format: email
           * @description The account's e-mail.
           */
          username: string;
        };
      };
    };
    responses: {
      /** @description A session. */
      200: {
        content: {
          "application/json": components["schemas"]["Login"];
        };
      };
    };
  };
  post_v3_logout: {
    responses: {
      /** @description What became of it. */
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
        /** @description Another type than the one that the call lists. */
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
  post_v3_mobile_login: {
    requestBody: {
      content: {
        "application/json": {
          /** @description What the site knows of the phone; nothing depends on it. */
          mobile?: string;
          /**
           * Format: password
           * @description The login password.
           */
          password: string;
          /**
           * @description The account's phone number.
           * @example +12025550143
           */
          username: string;
        };
      };
    };
    responses: {
      /** @description A session. */
      200: {
        content: {
          "application/json": components["schemas"]["Login"];
        };
      };
    };
  };
  get_v3_overview: {
    responses: {
      /** @description What the wallets are worth in USDT at the last prices. */
      200: {
        content: {
          "application/json": components["schemas"]["WalletOverview"];
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
      /** @description The order book (best prices first) and the latest trades (newest first). */
      200: {
        content: {
          "application/json": components["schemas"]["RecentTrades"];
        };
      };
    };
  };
  get_v3_status: {
    responses: {
      /** @description How the exchange is. */
      200: {
        content: {
          "application/json": components["schemas"]["Status"];
        };
      };
    };
  };
  post_v3_stream_ticket: {
    responses: {
      /** @description Opens /stream/client/{channel} once, within half a minute, as the WebSocket protocol cambio.{ticket}. */
      200: {
        content: {
          "application/json": components["schemas"]["StreamTicket"];
        };
      };
    };
  };
  get_v3_trades_cancel_order: {
    parameters: {
      query?: {
        /** @description All open orders instead of one. */
        all?: boolean;
        /** @description Given, an order that was cancelled before is a success again. */
        client_id?: string;
        /** @description With all: those of this pair only. */
        name?: string;
        /** @description The order; needed unless all are meant. */
        order_id?: components["schemas"]["Id"];
      };
    };
    responses: {
      /** @description What is not open any more. */
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
          /** @description All open orders instead of one. */
          all?: boolean;
          /** @description Given, an order that was cancelled before is a success again. */
          client_id?: string;
          /** @description With all: those of this pair only. */
          name?: string;
          /** @description The order; needed unless all are meant. */
          order_id?: components["schemas"]["Id"];
        };
      };
    };
    responses: {
      /** @description What is not open any more. */
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
        /** @description Those of this pair only: BTCUSDT. */
        name?: string;
        /** @description From 1, which is the newest. */
        page?: number;
        /** @description From 1 to 200; 50 unless given. */
        per_page?: number;
      };
    };
    responses: {
      /** @description A page of open orders, newest first. */
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
        /** @description Those of this pair only: BTCUSDT. */
        name?: string;
        /** @description From 1, which is the newest. */
        page?: number;
        /** @description From 1 to 200; 50 unless given. */
        per_page?: number;
      };
    };
    responses: {
      /** @description A page of orders that are done with, and a page of fills, newest first. */
      200: {
        content: {
          "application/json": components["schemas"]["OrderHistory"];
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
        /** @description The number of candles before the end, 1 to 5000; goes before the first moment. */
        countback?: number;
        /** @description The first moment, in seconds since 1970. */
        from?: number;
        /** @description How long a candle is: 1, 5, 15, 30, 60, 240 (minutes), 1D, 1W, 1M. An address that names it goes before. */
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
        /** @description The number of candles before the end, 1 to 5000; goes before the first moment. */
        countback?: number;
        /** @description The first moment, in seconds since 1970. */
        from?: number;
        /** @description How long a candle is: 1, 5, 15, 30, 60, 240 (minutes), 1D, 1W, 1M. An address that names it goes before. */
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
        /** @description The number of candles before the end, 1 to 5000; goes before the first moment. */
        countback?: number;
        /** @description The first moment, in seconds since 1970. */
        from?: number;
        /** @description How long a candle is: 1, 5, 15, 30, 60, 240 (minutes), 1D, 1W, 1M. An address that names it goes before. */
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
        /** @description The number of candles before the end, 1 to 5000; goes before the first moment. */
        countback?: number;
        /** @description The first moment, in seconds since 1970. */
        from?: number;
        /** @description How long a candle is: 1, 5, 15, 30, 60, 240 (minutes), 1D, 1W, 1M. An address that names it goes before. */
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
        /** @description The number of candles before the end, 1 to 5000; goes before the first moment. */
        countback?: number;
        /** @description The first moment, in seconds since 1970. */
        from?: number;
        /** @description How long a candle is: 1, 5, 15, 30, 60, 240 (minutes), 1D, 1W, 1M. An address that names it goes before. */
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
        /** @description The number of candles before the end, 1 to 5000; goes before the first moment. */
        countback?: number;
        /** @description The first moment, in seconds since 1970. */
        from?: number;
        /** @description How long a candle is: 1, 5, 15, 30, 60, 240 (minutes), 1D, 1W, 1M. An address that names it goes before. */
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
    responses: {
      /** @description Always empty: no events are marked. */
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
        /** @description Up to 100 symbols with commas between them. */
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
        /** @description The exchange; there is one only: Cambio. */
        exchange?: string;
        /** @description The most matches; 30 unless given. */
        limit?: number;
        /** @description Part of a name. */
        query?: string;
        /** @description The kind of symbol; there is one only: crypto. */
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
        /** @description The exchange; there is one only: Cambio. */
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
      /** @description Always empty: no events are marked. */
      200: {
        content: {
          "application/json": components["schemas"]["FeedMarks"];
        };
      };
    };
  };
}
