// The people of a run: made through the public calls, and gone from the books of others when it ends.
import { inside, operator } from "./installation.js";
import { send } from "./http.js";
import { newKeyPair } from "./signed.js";

const codeWords = /\b(\d{6})\b/;
const patience = 60_000;
const noPricesYet = new Set(["no_liquidity", "stale_price"]);
let made = 0;

async function until(find, what) {
  const end = Date.now() + patience;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export class Person {
  token = "";
  /** Ids that replies told, by their kind. */
  ids = {};

  constructor(base, name, coins, secret) {
    made += 1;
    this.base = base;
    this.name = name;
    this.coins = coins;
    this.email = `fuzz.${name}.${Date.now().toString(36)}${process.pid}x${made}@example.com`;
    this.mobile = `+1202${String((Date.now() * 7 + process.pid + made) % 1e7).padStart(7, "2")}`;
    this.password = `${secret}-sign-in-${made}`;
    this.transactionPassword = `${secret}-trade-${made}`;
  }

  /** A call of this person's, with a value as JSON. */
  async ask(method, path, value) {
    const headers = { "Content-Type": "application/json" };
    if (this.token) headers.Authorization = `Bearer ${this.token}`;
    const body = value ? JSON.stringify(value) : undefined;
    const options = this.origin
      ? { localAddress: this.origin, agent: undefined }
      : {};
    const reply = await send(
      this.base,
      { method, path, headers, body },
      options,
    );
    const json = reply.type.startsWith("application/json")
      ? JSON.parse(reply.body)
      : undefined;
    return { ...reply, json };
  }

  async expect(method, path, value) {
    const reply = await this.ask(method, path, value);
    if (reply.status !== 200) {
      throw new Error(
        `${this.name}: ${method} ${path} answers ${reply.status}: ${reply.body}`,
      );
    }
    return reply.json;
  }

  /** The code of the newest mail that has one and says these words; notices may say them, too. */
  async codeOf(words = "") {
    const outbox = { method: "GET", path: "/dev/outbox.json", headers: {} };
    return until(async () => {
      const reply = await send(inside, outbox, {
        agent: undefined,
        localAddress: "127.0.0.1",
      });
      const message = JSON.parse(reply.body).find(
        ({ to, text }) =>
          to === this.email && text.includes(words) && codeWords.test(text),
      );
      return message && codeWords.exec(message.text)[1];
    }, `the code for ${this.email}`);
  }

  async signUp() {
    await this.expect("POST", "/api/v2/send-code", { email: this.email });
    this.code = await this.codeOf();
    await this.expect("POST", "/api/v2/register", {
      code: this.code,
      username: this.email,
      mobile_number: this.mobile,
      password: this.password,
      password_confirmation: this.password,
      transaction_password: this.transactionPassword,
    });
    if (!(await this.signIn())) throw new Error(`${this.email} cannot sign in`);
    return this;
  }

  /** Whether the password still signs in. */
  async signIn() {
    this.token = "";
    const credentials = { username: this.email, password: this.password };
    const { json } = await this.ask("POST", "/api/v3/login", credentials);
    if (!json?.token) return false;
    this.token = json.token;
    const { client } = await this.expect("GET", "/api/v3/account-client");
    this.uniqueId = client.user.user_unique_id;
    this.id = client.id;
    return true;
  }

  freeze() {
    operator(
      "clients",
      "freeze",
      this.email,
      "--reason",
      "The API fuzzer's frozen client",
    );
  }

  /** Money in every wallet and one of each thing that has an id, so that calls get deep. */
  async settleIn() {
    const secret = { transaction_password: this.transactionPassword };
    const transfer = (to, amount) =>
      this.expect("POST", "/api/v3/futures/transfer", {
        coin_name: "USDT",
        draw_type: "DRAW_IN",
        from: "SPOT",
        to,
        transfer_amount: amount,
        ...secret,
      });
    await transfer("FUTURE", "2000");
    await transfer("FUNDING", "1000");
    this.prices = {};
    for (const coin of this.coins) {
      const { chart } = await this.expect(
        "GET",
        `/api/v3/coin-pair/current-price?symbol=${coin}USDT`,
      );
      this.prices[coin] = chart.close;
    }
    const [coin] = this.coins;
    await this.#beginWithPrices("/api/v2/my-order", {
      name: `${coin}USDT`,
      delegate_type: "BUY",
      market_type: "MARKET",
      trade_type: "market",
      total: "100",
      ...secret,
    });
    await this.#beginWithPrices("/api/v2/buy-more", {
      name: `${coin}USDT`,
      delegate_type: "BUY_MORE",
      margin: "50",
      leverage: 10,
      ...secret,
    });
    await this.#begin("/api/v2/earn/store", {
      earn_id: "1",
      amount: "50",
      status: "STAKE_LOCK",
      days: 30,
      ...secret,
    });
    await this.#begin("/api/v3/step-up/send-code", { act: "start_plan" });
    await this.#begin("/api/v2/earn/store", {
      amount: "20",
      coins: `${coin}:100`,
      cycles: "Daily",
      verification_code: await this.codeOf("an Auto Invest plan"),
      ...secret,
    });
    await this.#begin("/api/v3/withdrawal-addresses/add", {
      label: "Fuzz",
      coin: "USDT",
      network: "ERC20",
      address: "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
      ...secret,
    });
  }

  /** A key of a program that trades for this person, of the kind ed25519 or hmac. */
  async makeApiKey(kind) {
    await this.expect("POST", "/api/v3/step-up/send-code", {
      act: "make_api_key",
    });
    const { publicKey, privateKey } = newKeyPair();
    const { key, secret } = await this.expect("POST", "/api/v3/api-keys/make", {
      label: "Fuzz",
      kind,
      ...(kind === "ed25519" ? { public_key: publicKey } : {}),
      scope: "trade",
      transaction_password: this.transactionPassword,
      verification_code: await this.codeOf("a new API key"),
    });
    this.apiKey = {
      id: key.id,
      name: key.key,
      privateKey,
      secret,
      scope: "trade",
    };
  }

  /** From now on it only reads, if it has not ended. */
  async narrowApiKey() {
    const wanted = { id: this.apiKey.id, scope: "read" };
    const reply = await this.ask("POST", "/api/v3/api-keys/restrict", {
      ...wanted,
      password: this.password,
    });
    if (reply.status === 200) this.apiKey.scope = wanted.scope;
  }

  async #begin(path, value) {
    await this.expect("POST", path, value);
  }

  /** The same where a young installation may have no prices of the coin yet. */
  async #beginWithPrices(path, value) {
    await until(async () => {
      const reply = await this.ask("POST", path, value);
      if (noPricesYet.has(reply.json?.message)) return undefined;
      if (reply.status === 200) return reply;
      throw new Error(`${this.name}: ${path} answers ${reply.body}`);
    }, `prices for ${path}`);
  }

  /**
   * Takes back whatever still waits, so that no other test meets it; by another way in, as wrong
   * passwords may have closed the usual one.
   */
  async tidyUp() {
    const { status } = await this.ask("GET", "/api/v3/account-client");
    this.origin = "127.78.0.9";
    if (status === 401 && !(await this.signIn())) return false;
    await this.ask("POST", "/api/v3/trades/cancel-order", { all: true });
    for (const [kind, path, extra] of [
      ["conversion", "/api/v3/convert/cancel", {}],
      ["plan", "/api/v3/earn/auto-invest/state", { state: "ENDED" }],
      ["withdrawal", "/api/v3/withdrawals/cancel", {}],
    ]) {
      for (const id of this.ids[kind] ?? [])
        await this.ask("POST", path, { id, ...extra });
    }
    for (const id of this.ids.position ?? []) {
      await this.ask("POST", "/api/v3/futures/close", { future_id: id });
    }
    return true;
  }
}
