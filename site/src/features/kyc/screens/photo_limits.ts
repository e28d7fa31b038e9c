/** Enough to read the small print of a card, far below the 8 MB that the server takes. */
export const longestSide = 2400;
export const photoQuality = 0.9;
