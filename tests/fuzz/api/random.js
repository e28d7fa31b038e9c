// Random numbers from a seed: the same seed and index give the same call.

export class Random {
  #state;

  constructor(seed, index = 0) {
    this.#state =
      (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
    this.fraction();
  }

  /** From 0 to less than 1 (mulberry32). */
  fraction() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit) {
    return Math.floor(this.fraction() * limit);
  }

  chance(share) {
    return this.fraction() < share;
  }

  pick(list) {
    return list[this.below(list.length)];
  }

  /** One of the names, each as often as its weight says. */
  weighted(weights) {
    let left =
      this.fraction() *
      Object.values(weights).reduce((sum, weight) => sum + weight, 0);
    for (const [name, weight] of Object.entries(weights)) {
      left -= weight;
      if (left < 0) return name;
    }
    return Object.keys(weights)[0];
  }
}
