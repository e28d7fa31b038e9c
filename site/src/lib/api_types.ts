// Written from the API description by tests/api/types_test --write.

export type paths = Record<string, never>;
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
    /** @description A price at which somebody would trade. */
    BookLevel: {
      number_of_order: components["schemas"]["Decimal"];
      total: components["schemas"]["Decimal"];
      unit_price: components["schemas"]["Decimal"];
    };
    /** @description A page of orders to buy, newest first. */
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
    ClaimedTask: {
      coin: string;
      message: "success";
      /**
       * Format: date-time
       * @description Until then the reward may be traded and not withdrawn.
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
    /** @description closeRequest: it will be closed at the mark price of the request. closePositionError: it is too early. Or wrong_transaction_password. */
    CloseRequested:
      | {
          daysLeft: number;
          /** @description USDT of equity down to which it has to fall otherwise. */
          futureFundsToAdd: components["schemas"]["Decimal"];
          /** @description USDT of unrealised profit from which it may be closed early. */
          futureTarget: components["schemas"]["Decimal"];
          message: "closeRequest" | "closePositionError";
        }
      | {
          message: "wrong_transaction_password";
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
    /** @description What changed what the spot wallet has of a coin. Those that are not pending come to the balance, free and reserved. */
    CoinMovement: {
      /** @description Negative: it went out. */
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
      /** @description A withdrawal that is not final: its amount is reserved and still there. */
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
      /** @description The provider's trades and ours of the last 24 hours, by their worth. */
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
      /** @description What longs pay to shorts next, a share of the size; null: not known. */
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
      /** @description The mark price is old or in doubt: nothing is opened or closed. */
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
      /** @description As it was given: the pair's price in USDT, or the second coin for one of the first where neither is USDT. */
      limit?: components["schemas"]["Decimal"];
      market_type: "MARKET" | "LIMIT";
      /** @description The second coin for one of the first. */
      rate: components["schemas"]["Decimal"];
      /**
       * @description Waits for its rate, done, or cancelled.
       */
      state: "PENDING" | "APPROVED" | "DISSAPROVED";
      /** @example BTC */
      to: string;
      /** @description What was received; what the limit brings while it waits or when it was cancelled. */
      to_amount: components["schemas"]["Decimal"];
      to_image: string;
      updated_at: components["schemas"]["Time"];
    };
    /** @description What does not wait any more. */
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
    /** @description A rate that is promised to this client, once. */
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
        /** @description How long it is good for from now. */
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
    /** @description A payment to one of the client's addresses. */
    Deposit: {
      address: string;
      /** @example USDT */
      coin: string;
      /** @description Blocks that hold it or follow. */
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
       * @description SEEN and CONFIRMING wait for confirmations; ORPHANED and REVERSED were taken away by a reorganisation, before and after the credit; IGNORED was never credited.
       */
      state: "SEEN" | "CONFIRMING" | "CREDITED" | "ORPHANED" | "REVERSED" | "IGNORED";
      txid: string;
      /** @description Until it can be withdrawn. */
      unlock_confirmations: number;
      /** @description Whether it can be withdrawn. */
      unlocked: boolean;
      wallet: "SPOT";
    };
    /** @description Where a client pays to. */
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
    /** @description What Earn holds and has brought. */
    EarnAnalysis: {
      asset: components["schemas"]["EarnAsset"][];
      /** @description At each day's beginning; the last is now. */
      assets: {
        "7D": components["schemas"]["EarnPoint"][];
        "30D": components["schemas"]["EarnPoint"][];
      };
      /** @description Interest of each day that is over. */
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
    /** @description A plan of Auto Invest. */
    EarnPlan: {
      /** @description What it spends each time. */
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
      /** @description Null unless it is active. */
      next_run: components["schemas"]["Time"] | null;
      /** @description Due times that have come. */
      runs: number;
      state: "ACTIVE" | "PAUSED" | "ENDED";
    };
    /** @description What became of it. */
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
    /** @description A day (UTC) and its worth. */
    EarnPoint: {
      /** @example 2026-03-01 */
      day: string;
      usdt: components["schemas"]["Decimal"];
    };
    /** @description A coin that can be subscribed. */
    EarnProduct: {
      /**
       * @description Percent a year, or the text Not available where nothing can be subscribed.
       * @example 3.25
       */
      apr: string;
      /**
       * @description Percent a year, or the text Not available where nothing can be subscribed.
       * @example 3.25
       */
      apr_max: string;
      /** @description None while it is closed. */
      durations: components["schemas"]["EarnDuration"][];
      full_name: string;
      id: components["schemas"]["Id"];
      image: string;
      /** @description What a plan may spend on it each time, USDT; null where there is no open market. */
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
    /** @description What came of one coin of a due time. */
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
    /** @description A page of what came of a plan, newest first. */
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
    /** @description Something that Earn moved. */
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
      /** @description What all pages took out of Earn. */
      earn_to_spot: {
        usdt: components["schemas"]["Decimal"];
      };
      /** @description How many there are on all pages. */
      total: number;
      transaction: components["schemas"]["EarnTransaction"][];
    };
    /** @description A session, or the wish for a second factor. */
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
      | "kyc_pending"
      | "kyc_photo_approved"
      | "verification_required"
      | "kyc_already_approved"
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
      | "price_moved"
      | "quote_expired"
      | "too_many_open_orders"
      | "would_cross"
      | "fill_or_kill"
      | "self_trade"
      | "stop_would_trigger"
      | "oco_prices"
      | "order_not_open"
      | "slippage"
      | "unknown_leverage"
      | "target_side"
      | "too_many_positions"
      | "position_not_open"
      | "position_liquidating"
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
        /** @description Share of what is received, for who rests in the book. A decimal. */
        maker: string;
        /** @description NO_BADGE or the level's name. */
        membership_level: string;
        /** @description USDT in 30 days from which it applies. A decimal. */
        minimum_volume: string;
        /** @description The same for who takes from it. A decimal. */
        taker: string;
      }[];
      own?: {
        /** @description USDT. A decimal. */
        fee_credit: string;
        membership_level: string;
        next: {
          /** @description Share of what is received, for who rests in the book. A decimal. */
          maker: string;
          /** @description NO_BADGE or the level's name. */
          membership_level: string;
          /** @description USDT in 30 days from which it applies. A decimal. */
          minimum_volume: string;
          /** @description USDT still missing. A decimal. */
          missing_volume: string;
          /** @description The same for who takes from it. A decimal. */
          taker: string;
        } | null;
        /** @description 30 days, USDT. A decimal. */
        volume: string;
      };
    };
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
    /** @description What a position paid or received. */
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
      size: components["schemas"]["Decimal"];
    };
    /** @description A page of payments, the newest first. */
    FundingPayments: {
      payments: components["schemas"]["FundingPayment"][];
      /** @description How many there are on all pages. */
      total: number;
    };
    /** @description Rates that were settled, the newest first. */
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
      /** @description What is available and what positions hold. */
      margin_balance: components["schemas"]["Decimal"];
      /** @example USDT */
      name: string;
      /** @description What open positions would win or lose if they were closed at the mark. */
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
       * @description When the day's beginning was written down, or the client signed up today; null: not written down yet, every figure is zero
       */
      since: string | null;
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
    /** @description Where a client pays to, if there is an address yet. */
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
      /** @description How equity and maintenance came about, figure by figure. */
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
        /** @description All of it at mark prices. */
        equity: components["schemas"]["Decimal"];
        /** @description Percent, of all positions together. */
        margin_ratio: components["schemas"]["Decimal"];
        position_margin: components["schemas"]["Decimal"];
        unrealised: components["schemas"]["Decimal"];
      };
      margin: components["schemas"]["OpenPosition"][];
    };
    /** @description What became of it. */
    Message: {
      /** @example success */
      message: string;
    };
    /** @description A coin that is mined by proof of work. */
    Miner: {
      /** @description What the spot wallet has of it, held or free. */
      coin_value: components["schemas"]["Decimal"];
      full_name: string;
      image: string;
      name: string;
      usdt_value: components["schemas"]["Decimal"];
    };
    /** @description Coins that are mined, the funded ones first. */
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
      /** @description Less is not credited. */
      minimum_deposit: components["schemas"]["Decimal"];
      /** @example TRC20 */
      name: string;
      /** @example Tron */
      subname: string;
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
          /** @description Where it stands in full; empty for news of this exchange alone. */
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
    /** @description The market whose price is the oldest of its kind; null where there is none. */
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
      /** @description How many there are on all pages. */
      total: number;
    };
    /** @description A position that has not ended. */
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
      /** @description The mark price; once closing was asked for, the price of the request; at last the closing price. */
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
      /** @description USDT paid; negative where more was received. */
      funding_paid: components["schemas"]["Decimal"];
      id: components["schemas"]["Id"];
      /** @description size less total_top_up. */
      income: components["schemas"]["Decimal"];
      initial_margin: components["schemas"]["Decimal"];
      leverage: 10 | 15 | 20;
      /** @description null where no price liquidates. */
      liquidation_price: components["schemas"]["Decimal"] | null;
      /** @description USDT: what the position and those beside it need at their tier, less what those need alone. */
      maintenance_margin: components["schemas"]["Decimal"];
      /** @description USDT: initial, added, and funding received less paid. */
      margin: components["schemas"]["Decimal"];
      /** @description Percent: maintenance of equity, 100 is liquidation. */
      margin_ratio: components["schemas"]["Decimal"];
      /** @description The quantity again. */
      open_interest: components["schemas"]["Decimal"];
      opening_price: components["schemas"]["Decimal"];
      /** @description The coin. */
      quantity: components["schemas"]["Decimal"];
      /** @description A tenth of return_on_equity. */
      rate_of_return: components["schemas"]["Decimal"];
      /** @description At which it will be closed, once that was asked for. */
      requested_price: components["schemas"]["Decimal"] | null;
      /** @description Percent of what was put in. */
      return_on_equity: components["schemas"]["Decimal"];
      /** @description USDT: quantity times current price. */
      size: components["schemas"]["Decimal"];
      /** @description Its mark price is old or in doubt. */
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
      /** @description USDT; 0 once it has ended. */
      unrealised: components["schemas"]["Decimal"];
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
      /** @description The same in both legs of a pair; other orders have none. */
      oco_group?: string;
      post_only: boolean;
      /** @description The limit; a market order has none. */
      price?: components["schemas"]["Decimal"];
      /**
       * @description Why a part was not filled, where one was not. oco: the pair's other leg was filled, triggered or cancelled.
       */
      reason?:
        | "user"
        | "ioc_remainder"
        | "self_trade"
        | "market_remainder"
        | "book_full"
        | "fok_unfillable"
        | "oco";
      /**
       * @description Open, filled, or cancelled.
       */
      state: "PENDING" | "APPROVED" | "DISSAPROVED";
      /** @description Of stop orders only: the last price that triggers it. */
      stop_price?: components["schemas"]["Decimal"];
      time_in_force: "GTC" | "IOC" | "FOK";
      total: components["schemas"]["Decimal"];
      trade_type: "market";
      /** @description Of stop orders only: whether it is a limit order by now. */
      triggered?: boolean;
      type: "LIMIT" | "MARKET" | "STOP_LIMIT";
      updated_at: components["schemas"]["Time"];
    };
    /** @description A page of orders that are done with, and the same page of fills, newest first unless sorted otherwise. */
    OrderHistory: {
      fills: components["schemas"]["Fill"][];
      /** @description How many fills there are on all pages. */
      fills_total: number;
      orders: components["schemas"]["Order"][];
      /** @description How many there are on all pages. */
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
      /** @description The price is old, or one far away has come since and waits for a second. */
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
    PasswordChange: {
      message: "saved" | "dont_match" | "same_previous_password";
      /** @description with saved: of the new session, which takes the place of the one that asked; missing where it came as a cookie */
      token?: string;
    };
    /** @description An order as the history page lists it. */
    PastBuy: {
      /** @example BTCUSDT */
      coin_pair: string;
      created_at: components["schemas"]["Time"];
      /** @description How much of it was traded. */
      filled: components["schemas"]["Decimal"];
      /** @description What it traded at on average; the limit while nothing was traded; null where there is neither. */
      final_price: components["schemas"]["Decimal"] | null;
      id: components["schemas"]["Id"];
      image: string;
      /** @description How much was ordered. */
      number_of_order: components["schemas"]["Decimal"];
      state: "PENDING" | "APPROVED" | "DISSAPROVED";
    };
    /** @description A position that has ended. */
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
      /** @description The mark price; once closing was asked for, the price of the request; at last the closing price. */
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
      /** @description USDT paid; negative where more was received. */
      funding_paid: components["schemas"]["Decimal"];
      id: components["schemas"]["Id"];
      /** @description size less total_top_up. */
      income: components["schemas"]["Decimal"];
      initial_margin: components["schemas"]["Decimal"];
      leverage: 10 | 15 | 20;
      liquidation: components["schemas"]["Liquidation"] | null;
      /** @description null where no price liquidates. */
      liquidation_price: components["schemas"]["Decimal"] | null;
      /** @description USDT: what the position and those beside it need at their tier, less what those need alone. */
      maintenance_margin: components["schemas"]["Decimal"];
      /** @description USDT: initial, added, and funding received less paid. */
      margin: components["schemas"]["Decimal"];
      /** @description Percent: maintenance of equity, 100 is liquidation. */
      margin_ratio: components["schemas"]["Decimal"];
      /** @description The quantity again. */
      open_interest: components["schemas"]["Decimal"];
      opening_price: components["schemas"]["Decimal"];
      /** @description The coin. */
      quantity: components["schemas"]["Decimal"];
      /** @description A tenth of return_on_equity. */
      rate_of_return: components["schemas"]["Decimal"];
      /** @description Profit or loss in USDT, without fee and funding. */
      realised: components["schemas"]["Decimal"];
      reason: "closed" | "take_profit" | "stop_loss" | "liquidated" | "operator";
      /** @description At which it will be closed, once that was asked for. */
      requested_price: components["schemas"]["Decimal"] | null;
      /** @description Percent of what was put in. */
      return_on_equity: components["schemas"]["Decimal"];
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
      /** @description USDT; 0 once it has ended. */
      unrealised: components["schemas"]["Decimal"];
    };
    /** @description An order as the history page lists it. */
    PastSell: {
      /** @example BTCUSDT */
      coin_pair: string;
      created_at: components["schemas"]["Time"];
      /** @description How much of it was traded. */
      filled: components["schemas"]["Decimal"];
      /** @description What it traded at on average; the limit while nothing was traded; null where there is neither. */
      final_price: components["schemas"]["Decimal"] | null;
      id: components["schemas"]["Id"];
      image: string;
      /** @description How much was ordered. */
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
       * @description When the day's beginning was written down, or the client signed up today; null: not written down yet, every figure is zero
       */
      since: string | null;
      totalPercentage: string;
      /** @description decimal, USDT */
      totalPnl: string;
    };
    /** @description What the wallets were worth, and what they consist of. */
    Portfolio: {
      /** @description The most valuable first. */
      allocation: components["schemas"]["PortfolioCoin"][];
      /** @description The oldest first. */
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
    /** @description What the wallets were worth in USDT when a day began (UTC); of the last day, what they are worth now. */
    PortfolioDay: {
      /** Format: date */
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
      /** @description The mark price; once closing was asked for, the price of the request; at last the closing price. */
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
      /** @description USDT paid; negative where more was received. */
      funding_paid: components["schemas"]["Decimal"];
      id: components["schemas"]["Id"];
      /** @description size less total_top_up. */
      income: components["schemas"]["Decimal"];
      initial_margin: components["schemas"]["Decimal"];
      leverage: 10 | 15 | 20;
      /** @description null where no price liquidates. */
      liquidation_price: components["schemas"]["Decimal"] | null;
      /** @description USDT: what the position and those beside it need at their tier, less what those need alone. */
      maintenance_margin: components["schemas"]["Decimal"];
      /** @description USDT: initial, added, and funding received less paid. */
      margin: components["schemas"]["Decimal"];
      /** @description Percent: maintenance of equity, 100 is liquidation. */
      margin_ratio: components["schemas"]["Decimal"];
      /** @description The quantity again. */
      open_interest: components["schemas"]["Decimal"];
      opening_price: components["schemas"]["Decimal"];
      /** @description The coin. */
      quantity: components["schemas"]["Decimal"];
      /** @description A tenth of return_on_equity. */
      rate_of_return: components["schemas"]["Decimal"];
      /** @description At which it will be closed, once that was asked for. */
      requested_price: components["schemas"]["Decimal"] | null;
      /** @description Percent of what was put in. */
      return_on_equity: components["schemas"]["Decimal"];
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
    /** @description A page of positions that have ended, the newest first. */
    PositionHistory: {
      positions: components["schemas"]["PastPosition"][];
      /** @description How many there are on all pages. */
      total: number;
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
    /** @description The order book as it is pushed, best prices first: clients' orders and what the house really trades behind them; while nobody settles orders, clients' alone. And the latest trades, newest first. `price` is the last trade's; where the book has moved past it since, the nearest best price of the book. */
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
        /** @description With its name hidden but for the first letter. */
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
        /** @description Friends that bring credits; null without a limit. */
        friends_with_credit: number | null;
        /** @description A purchase or deposit of more than this brings the second credit, USDT. A decimal. */
        large_amount: string;
        /** @description Share of the friends' fees, 0.1 for 10 %. A decimal. */
        share: string;
      };
      /** @description The client's own code. */
      referral: string;
      shares: {
        /** @description Earned of friends' fees, in this coin. A decimal. */
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
    /** @description The password was right; login/two-factor completes the sign-in. */
    SecondFactorRequired: {
      /** @description Stands for the right password. */
      challenge: string;
      /** @description Seconds. */
      expires_in: number;
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
    /** @description A page of orders to sell, newest first. */
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
      /** @description A PASETO. Missing where the call asked for a cookie by the header X-Cambio-Session: cookie. */
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
    /** @description What a coin has cost and what it won or lost. */
    SingleCoinPnl: {
      /** @description USDT for one. */
      average_cost: components["schemas"]["Decimal"] | null;
      name: string;
      /** @description Profit since the day began (UTC), in USDT; null without a price. */
      today: components["schemas"]["Decimal"] | null;
      /** @description Of what it was worth then and was bought since. */
      today_percentage: components["schemas"]["Decimal"] | null;
      /** @description What the part that was bought would win if it were sold now, in USDT. */
      unrealised: components["schemas"]["Decimal"] | null;
    };
    SpotPnl: {
      /**
       * Format: date-time
       * @description When the day's beginning was written down, or the client signed up today; null: not written down yet, every figure is zero
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
      /** @description Percent a year; of a flexible one the rate of now. */
      apr: components["schemas"]["Decimal"];
      auto_renew: boolean;
      /** @description With the interest that was paid. */
      balance: components["schemas"]["Decimal"];
      /** @description What it began with. */
      base_balance: components["schemas"]["Decimal"];
      /** @description When the term is over; null: flexible. */
      date_end: components["schemas"]["Time"] | null;
      date_start: components["schemas"]["Time"];
      /** @description Days; 0 is flexible. */
      duration: number;
      id: components["schemas"]["Id"];
      image: string;
      /** @description The beginning of the first day that brings interest. */
      interest_from: components["schemas"]["Time"];
      /** @example BTC */
      name: string;
      /** @description Interest that was counted and not paid yet. */
      owed: components["schemas"]["Decimal"];
      product_id: components["schemas"]["Id"];
      redeemable: boolean;
      status: "ACTIVE" | "REDEEMED" | "MATURED";
      /** @description Of the balance, at the last price. */
      usdt_value: components["schemas"]["Decimal"];
    };
    /** @description What became of it. */
    StakeChanged: {
      message: "success";
      stake: components["schemas"]["Stake"];
    };
    /** @description The client's subscriptions, those that run first, and what can be subscribed. */
    Stakes: {
      earnStaking: components["schemas"]["Stake"][];
      products: components["schemas"]["EarnProduct"][];
    };
    /** @description Every movement of a period. With format=csv the same as text/csv. */
    Statement: {
      closing: components["schemas"]["StatementBalance"][];
      from: components["schemas"]["Time"];
      /** @description The oldest first. */
      movements: components["schemas"]["StatementMovement"][];
      opening: components["schemas"]["StatementBalance"][];
      /** @description The end, which is not in it. */
      to: components["schemas"]["Time"];
    };
    /** @description What an account held. */
    StatementBalance: {
      balance: components["schemas"]["Decimal"];
      coin: string;
      /** @description Reserved for an order, a position, a withdrawal. */
      held: boolean;
      wallet: "SPOT" | "FUTURE" | "FUNDING" | "EARN" | "FEE_CREDIT";
    };
    /** @description A transfer as one account saw it. */
    StatementMovement: {
      /** @description Negative: it went out. */
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
    /** @description How the exchange is. */
    Status: {
      /** @description The last audit of the books. */
      audit: {
        at: components["schemas"]["Time"] | null;
        /**
         * @description Overdue: the last one is older than two periods. Unless it passed, nothing leaves.
         */
        result: "never" | "failed" | "overdue" | "passed";
      };
      /** @description Whether new clients get play money. */
      demo: boolean;
      earn: {
        /** @description Subscriptions whose interest the house cannot pay now. */
        interest_waiting: number;
      };
      fees: {
        /** @description Orders and positions of whose fees the house cannot pay back now what is due. */
        charges_waiting: number;
      };
      futures: {
        /** @description Positions whose profit the house cannot pay now. */
        closings_waiting: number;
      };
      /** @description The address of help outside; empty where there is none. */
      help_url: string;
      /** @description The live chat's script; empty where there is none. */
      live_chat_url: string;
      market: "live" | "simulated";
      /** @description Who runs this server; empty where the operator did not say. */
      operator_name: string;
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
       * @description Down: no market has had a price for as long as makes one stale.
       */
      provider: "ok" | "down";
      redis: "ok" | "down";
      /** @description A count; missing while the database is away. */
      registered_users?: string;
      /** @description Which ways to sign in there are beside a password. */
      sign_in: {
        google: boolean;
      };
      status: "ok" | "degraded";
      /** @description Where to write to; empty where the operator did not say. */
      support_email: string;
      time: components["schemas"]["Time"];
      version: string;
    };
    /** @description The code is on its way. */
    StepUpCodeSent: {
      message: "success";
      /** @description Seconds until another code may be asked for. */
      resend_after: number;
      /**
       * @description The mailbox, mostly hidden.
       * @example a***@example.com
       */
      sent_to: string;
    };
    /** @description Opens /stream/client/{channel} once, within half a minute, as the WebSocket protocol cambio.{ticket}. */
    StreamTicket: {
      channel: string;
      ticket: string;
    };
    /** @description The position as it is now. */
    TargetsSet: {
      message: "success";
      position: components["schemas"]["Position"];
    };
    Tasks: {
      /** @description How many days a reward rests after its claim before it may leave. */
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
         * @description Until then a claimed reward may be traded and not withdrawn.
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
      /** @description Rewards are paid to verified clients alone. */
      verified: boolean;
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
    /** @description What became of it. */
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
    WalletNonce: {
      address?: string;
      domain: string;
      expiration_time: string;
      issued_at: string;
      nonce: string;
      uri: string;
    };
    /** @description What the wallets are worth in USDT at the last prices. */
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
    /** @description What became of it. */
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
    /** @description When a wallet came or went. */
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
      id: components["schemas"]["Id"];
      /** @description What the client calls the address where it is saved. */
      label: string | null;
      /** @example ERC20 */
      network: string;
      /** @description Why it was stopped. */
      reason: string | null;
      /** @description What the receiver gets: the amount less the fee. */
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
       * @description On its way, waiting for review, settled, stopped (the money is back).
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
      /** @description Seconds until another code may be asked for. */
      resend_after: number;
      /**
       * @description The mailbox, mostly hidden.
       * @example a***@example.com
       */
      sent_to: string;
    };
    /** @description The withdrawal, or what was wrong with a password or a code. */
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
    /** @description What may be withdrawn now. */
    WithdrawalLimits: {
      /** @description What can be withdrawn of each coin. */
      available: {
        [key: string]: components["schemas"]["Decimal"];
      };
      /** @description The books are being checked: nothing leaves. */
      frozen_by_audit: boolean;
      left: components["schemas"]["Decimal"];
      /** @description USDT within 24 hours. */
      limit: components["schemas"]["Decimal"];
      /** @description Withdrawals without a code by mail. */
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
    /** @description What a withdrawal by this network costs and takes. */
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
export type operations = Record<string, never>;
