// Where the panels of the futures screen stand: on 12 columns.
import { Layouts, type Least, type Place } from "../../ui/panel_layout";

export type Panel = "chart" | "book" | "form" | "positions" | "account" | "markets" | "trades";

/** wide from 1700 px, desk from 1000, narrow below; a phone has no grid. */
export type Width = "wide" | "desk" | "narrow";
export const widthOf = (pixels: number): Width =>
  pixels >= 1700 ? "wide" : pixels >= 1000 ? "desk" : "narrow";

const places: Record<Width, Record<Panel, Place>> = {
  wide: {
    markets: [0, 0, 2, 17],
    chart: [2, 0, 6, 17],
    book: [8, 0, 2, 17],
    form: [10, 0, 2, 17],
    positions: [0, 17, 8, 10],
    trades: [8, 17, 2, 10],
    account: [10, 17, 2, 10],
  },
  desk: {
    chart: [0, 0, 6, 14],
    book: [6, 0, 3, 14],
    form: [9, 0, 3, 16],
    positions: [0, 14, 9, 11],
    account: [9, 16, 3, 9],
    markets: [0, 25, 6, 12],
    trades: [6, 25, 6, 12],
  },
  narrow: {
    chart: [0, 0, 12, 13],
    form: [0, 13, 6, 15],
    book: [6, 13, 6, 15],
    positions: [0, 28, 12, 9],
    account: [0, 37, 6, 9],
    trades: [6, 37, 6, 12],
    markets: [0, 46, 6, 12],
  },
};

const least: Record<Width, Record<Panel, Least>> = {
  wide: {
    chart: [3, 8],
    book: [2, 10],
    form: [2, 15],
    positions: [4, 6],
    account: [2, 6],
    markets: [2, 6],
    trades: [2, 6],
  },
  desk: {
    chart: [4, 8],
    book: [3, 10],
    form: [3, 14],
    positions: [6, 6],
    account: [3, 6],
    markets: [3, 6],
    trades: [3, 6],
  },
  narrow: {
    chart: [6, 8],
    book: [6, 10],
    form: [6, 14],
    positions: [12, 6],
    account: [6, 6],
    markets: [6, 6],
    trades: [6, 6],
  },
};

export const layouts = new Layouts<Panel, Width>({
  screen: "futures",
  columns: 12,
  places,
  least,
});
