// A client of the installation under test, and keys for its programs, by the calls of the site.
import { execFileSync } from "node:child_process";
import { Person } from "../fuzz/api/people.js";
import { databaseHost } from "../fuzz/api/installation.js";

/** As if the last codes had been sent a minute ago: the next may go out. */
function aMinuteLater(email) {
  const statement = `update one_time_codes set created_at = created_at - interval '61 seconds'
    where address like '%${email}'`;
  execFileSync("psql", ["-Xqh", databaseHost, "-U", "postgres", "-d", "cambio", "-c", statement]);
}

export class Trader extends Person {
  /** A key of that scope: {apiKey, secret} as ccxt wants them. `pem`: the client's own pair. */
  async key(scope, { publicKey, secretKey, networks = "" } = {}) {
    const wanted = {
      label: "A program",
      kind: publicKey ? "ed25519" : "hmac",
      scope,
      networks,
      ...(publicKey && { public_key: publicKey }),
      transaction_password: this.transactionPassword,
    };
    aMinuteLater(this.email);
    await this.expect("POST", "/api/v3/step-up/send-code", { act: "make_api_key" });
    const made = await this.expect("POST", "/api/v3/api-keys/make", {
      ...wanted,
      verification_code: await this.codeOf("API key"),
    });
    return { apiKey: made.key.key, secret: secretKey ?? made.secret };
  }

  /** Has test coins sent over the demonstration's chain, which takes its time; {amount}. */
  async receive(coin) {
    await this.expect("POST", "/api/v3/generate-wallet", { wallet_type: "ERC20" });
    return this.expect("POST", "/api/v3/test-coins", { coin });
  }

  /** Asks for so many USDT to leave over that chain. Not for a day after a key was made. */
  async withdraw(amount, address) {
    aMinuteLater(this.email);
    await this.expect("POST", "/api/v3/otp", {});
    const { withdrawal } = await this.expect("POST", "/api/v3/withdrawals", {
      coin: "USDT",
      bchain_name: "ERC20",
      withdraw_address: address,
      withdraw_amount: amount,
      gasfee: "20",
      verification: await this.codeOf("withdrawal"),
      transaction_password: this.transactionPassword,
    });
    return withdrawal;
  }
}
