// klinecharts in the colours of the tokens. A canvas cannot read CSS variables, so they are read here.
import type { DeepPartial, Styles } from "klinecharts";
import { usualLook, type Look } from "./kept";

const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

const faded = (name: string, percent: number): string => {
  const share = Math.round(percent * 2.55);
  return `${token(name)}${share.toString(16).padStart(2, "0")}`;
};

const text = (size = 11) => ({ size, family: token("font"), weight: 400 });

export const volumeColours = () => ({
  upColor: faded("up", 28),
  downColor: faded("dn", 42),
  noChangeColor: faded("up", 28),
});

const line = (name: string) => ({
  style: "solid" as const,
  smooth: false,
  size: 1.25,
  dashedValue: [0],
  color: token(name),
});

/** A line for each token. */
export const linesOf = (...names: string[]) => names.map(line);

/** Of lines at which an indicator means something: 30 and 70 of RSI. */
export const levelColour = () => token("line-strong");

export const oscillatorStyles = () => ({
  lines: linesOf("text-3", "accent"),
  bars: [volumeColours()],
});

/** What people draw. */
export const drawingStyles = ({ colour, width, dashed }: Look) => {
  const [line, fill] = [token(colour), faded(colour, 12)];
  const style = dashed ? ("dashed" as const) : ("solid" as const);
  const dashedValue = [6, 4];
  const border = { borderColor: line, borderSize: width, borderStyle: style };
  return {
    point: {
      color: line,
      borderColor: faded(colour, 35),
      activeColor: line,
      activeBorderColor: faded(colour, 35),
    },
    line: { color: line, size: width, style, dashedValue },
    rect: { color: fill, ...border, borderDashedValue: dashedValue },
    polygon: { color: fill, ...border, borderDashedValue: dashedValue },
    text: {
      ...text(12),
      color: colour === usualLook.colour ? token("text-1") : line,
      backgroundColor: token("surface-4"),
      borderSize: 0,
      borderRadius: 4,
      paddingLeft: 6,
      paddingRight: 6,
      paddingTop: 3,
      paddingBottom: 3,
    },
  };
};

export const ownColours = () => ({
  up: { colour: token("up"), ink: token("up-ink") },
  down: { colour: token("dn"), ink: token("dn-ink") },
  surface: token("surface-1"),
  font: token("font"),
});

export const positionColours = () => ({
  up: token("up"),
  down: token("dn"),
  warning: token("warning"),
  surface: token("surface-1"),
  font: token("font"),
});

function lastPrice(): DeepPartial<Styles["candle"]["priceMark"]["last"]> {
  const tag = {
    show: true,
    ...text(),
    color: token("canvas"),
    paddingLeft: 8,
    paddingRight: 8,
    paddingTop: 3,
    paddingBottom: 3,
    borderRadius: 2,
    borderSize: 0,
  };
  return {
    show: true,
    upColor: token("up"),
    downColor: token("dn"),
    noChangeColor: token("up"),
    line: { show: true, style: "dashed", dashedValue: [1, 3], size: 1 },
    text: { ...tag, weight: 600 },
    extendTexts: [{ ...tag, position: "below_price", updateInterval: 1000 }],
  };
}

const axis = () => ({
  axisLine: { color: token("line"), size: 1 },
  tickLine: { show: false },
  tickText: { ...text(), color: token("text-3"), marginStart: 8, marginEnd: 8 },
});

const crosshair = () => ({
  line: { color: token("text-3"), dashedValue: [3, 3], size: 1 },
  text: {
    ...text(),
    color: token("text-1"),
    backgroundColor: token("surface-4"),
    borderColor: token("surface-4"),
    paddingLeft: 6,
    paddingRight: 6,
    paddingTop: 3,
    paddingBottom: 3,
    borderRadius: 2,
  },
});

export function chartStyles(): DeepPartial<Styles> {
  const [up, down] = [token("up"), token("dn")];
  const grid = { show: true, color: token("line"), style: "solid" as const, size: 1 };
  const legend = { ...text(), color: token("text-2"), marginTop: 8, marginLeft: 8, marginRight: 4 };
  const mark = { show: true, color: token("text-2"), textSize: 11, textFamily: token("font") };
  return {
    grid: { horizontal: grid, vertical: grid },
    candle: {
      type: "candle_up_stroke",
      bar: {
        upColor: up,
        downColor: down,
        noChangeColor: up,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: up,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: up,
      },
      priceMark: { high: mark, low: mark, last: lastPrice() },
      tooltip: {
        showRule: "always",
        offsetLeft: 4,
        offsetTop: 2,
        title: { show: false },
        legend: {
          ...legend,
          template: [
            { title: "O ", value: "{open}" },
            { title: "H ", value: "{high}" },
            { title: "L ", value: "{low}" },
            { title: "C ", value: "{close}" },
          ],
        },
      },
    },
    indicator: {
      tooltip: {
        offsetLeft: 4,
        offsetTop: 2,
        title: { show: false },
        legend,
      },
      lastValueMark: { show: false },
    },
    xAxis: axis(),
    yAxis: axis(),
    separator: { size: 0, color: token("surface-1"), activeBackgroundColor: token("surface-2") },
    crosshair: { horizontal: crosshair(), vertical: crosshair() },
  };
}
