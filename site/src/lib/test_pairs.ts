// A market as the lists of pairs tell it, for the tests of screens.

/** By the coin's name; `more` in the place of these. */
export const pairOf = (name: string, more: object = {}) => ({
  id: name,
  coin_id: name,
  name,
  full_name: name,
  coin_pair_name: `${name}USDT`,
  image: "",
  favorite: "",
  type: "MAIN",
  close: "100",
  percent: "1",
  increase_in_value: "1",
  high: "100",
  low: "100",
  volume_usdt: "1000",
  tick: "0.1",
  price_places: 1,
  stale: false,
  sparkline: [],
  ...more,
});
