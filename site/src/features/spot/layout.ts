// Where the panels of the trading screen stand: on 24 columns, the lists of orders in sight.
import { Layouts, type Least, type Place } from "../../ui/panel_layout";
import { useMedia } from "./media";

export type Panel = "pairs" | "chart" | "book" | "trades" | "forms" | "orders" | "assets";

/** wide has all panels; list is the chart's desk, with the list of coins; a phone has no grid. */
const widths = ["wide", "list", "desk", "mid", "narrow"] as const;
type Room = (typeof widths)[number];
/** A guest has neither orders nor assets. */
export type Width = Room | `guest_${Room}`;

type Places = Readonly<Partial<Record<Panel, Place>>>;

/** Both addresses have chart, book, forms and orders in the same places: all of them in sight. */
const deskPlaces: Places = {
  chart: [0, 0, 11, 14],
  book: [11, 0, 5, 14],
  forms: [16, 0, 8, 14],
  orders: [0, 14, 16, 8],
  assets: [16, 14, 8, 8],
};

const places: Record<Width, Places> = {
  wide: {
    pairs: [0, 0, 4, 18],
    chart: [4, 0, 10, 17],
    book: [14, 0, 4, 17],
    forms: [18, 0, 6, 14],
    orders: [4, 17, 14, 10],
    trades: [18, 14, 6, 13],
    assets: [0, 18, 4, 9],
  },
  list: { ...deskPlaces, assets: [16, 14, 4, 8], pairs: [20, 14, 4, 8] },
  desk: deskPlaces,
  mid: {
    chart: [0, 0, 16, 14],
    book: [16, 0, 8, 14],
    forms: [0, 14, 16, 13],
    assets: [16, 14, 8, 13],
    orders: [0, 27, 24, 10],
  },
  narrow: {
    chart: [0, 0, 24, 12],
    forms: [0, 12, 24, 13],
    book: [0, 25, 12, 12],
    assets: [12, 25, 12, 12],
    orders: [0, 37, 24, 10],
  },
  guest_wide: {
    pairs: [0, 0, 4, 27],
    chart: [4, 0, 10, 27],
    book: [14, 0, 4, 15],
    forms: [18, 0, 6, 27],
    trades: [14, 15, 4, 12],
  },
  guest_list: {
    pairs: [0, 0, 4, 22],
    chart: [4, 0, 10, 22],
    book: [14, 0, 5, 22],
    forms: [19, 0, 5, 22],
  },
  guest_desk: {
    chart: [0, 0, 14, 22],
    book: [14, 0, 5, 22],
    forms: [19, 0, 5, 22],
  },
  guest_mid: {
    chart: [0, 0, 16, 15],
    book: [16, 0, 8, 15],
    forms: [0, 15, 24, 7],
  },
  guest_narrow: {
    chart: [0, 0, 24, 12],
    book: [0, 12, 12, 12],
    forms: [12, 12, 12, 12],
  },
};

type LeastOf = Readonly<Record<Panel, Least>>;

const leastWide: LeastOf = {
  pairs: [3, 6],
  chart: [8, 8],
  book: [4, 10],
  trades: [3, 6],
  forms: [5, 8],
  orders: [8, 6],
  assets: [4, 6],
};
const leastDesk: LeastOf = {
  ...leastWide,
  pairs: [4, 6],
  chart: [9, 8],
  book: [5, 10],
  orders: [9, 6],
};
const leastMid: LeastOf = { ...leastDesk, chart: [12, 8], book: [7, 10], forms: [10, 7] };
const leastNarrow: LeastOf = { ...leastMid, book: [12, 10], forms: [12, 8], orders: [16, 6] };
const leastOf: Record<Room, LeastOf> = {
  wide: leastWide,
  list: leastDesk,
  desk: leastDesk,
  mid: leastMid,
  narrow: leastNarrow,
};
const least = Object.fromEntries(
  widths.flatMap((width) => [
    [width, leastOf[width]],
    [`guest_${width}`, leastOf[width]],
  ]),
) as Record<Width, LeastOf>;

export const layouts = new Layouts<Panel, Width>({ screen: "spot", columns: 24, places, least });

/** `charting`: the chart's page, which has the list of coins where there is some room for it. */
export function useWidth(charting: boolean, guest: boolean): Width {
  const plenty = useMedia("(min-width: 1800px)");
  const desk = useMedia("(min-width: 1400px)");
  const mid = useMedia("(min-width: 1000px)");
  const room = plenty ? "wide" : desk ? (charting ? "list" : "desk") : mid ? "mid" : "narrow";
  return guest ? `guest_${room}` : room;
}
