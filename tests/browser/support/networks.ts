// Networks of the installation under test: opened as its operator opens them, by addresses and keys
// in its configuration. No node answers here; what needs one is tested with real nodes elsewhere.
import { configureAll } from "./installation";

/** The account key m/44'/195'/0' of the test phrase "abandon … about". */
const tronKey =
  "xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd";
const nobody = "http://127.0.0.1:9";

/** An address that coins are sent from; its key is nowhere. */
const hotTron = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

/** Tron takes deposits and withdrawals from now on. */
export const openTron = (): void =>
  configureAll({
    TRON_XPUB: tronKey,
    TRON_NODE_URL: nobody,
    HOT_TRON_ADDRESS: hotTron,
    WITHDRAWALS_APPROVE_UP_TO: "0",
  });

export const closeTron = (): void =>
  configureAll({
    TRON_XPUB: "",
    TRON_NODE_URL: "",
    HOT_TRON_ADDRESS: "",
    WITHDRAWALS_APPROVE_UP_TO: "",
  });
