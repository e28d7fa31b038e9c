/** Enough to read the small print of a card, far below the 8 MB that the server takes. */
export const longest_side = 2400;
export const photo_quality = 0.9;
