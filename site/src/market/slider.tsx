import { useState, type KeyboardEvent } from "react";
import { cx } from "../lib/cx";
import { whole } from "../lib/decimal";
import styles from "./slider.module.css";

const stops = [0, 25, 50, 75, 100] as const;

interface SliderProps {
  label: string;
  /** 0 to 100; between two stops after typing an amount. */
  value: number;
  /** Always one of 0, 25, 50, 75, 100. */
  onValue: (percent: number) => void;
  disabled?: boolean;
}

const nearest = (percent: number): number => Math.round(percent / 25) * 25;

/** A share of the available balance in five stops. */
export function Slider({ label, value, onValue, disabled }: SliderProps) {
  const shown = Math.max(0, Math.min(100, value));
  // The stop that was chosen, and the share that the amount, in whole lots, made of it.
  const [chosen, setChosen] = useState<{ stop: number; share: number | null } | null>(null);
  if (chosen?.share === null) setChosen({ ...chosen, share: shown });
  const at = chosen?.share === shown ? chosen.stop : Math.round(shown);
  const choose = (stop: number) => {
    setChosen({ stop, share: null });
    onValue(stop);
  };
  const press = (event: KeyboardEvent) => {
    const up = event.key === "ArrowRight" || event.key === "ArrowUp";
    if (!up && event.key !== "ArrowLeft" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const next = up ? Math.floor(at / 25) * 25 + 25 : Math.ceil(at / 25) * 25 - 25;
    choose(Math.max(0, Math.min(100, next)));
  };
  return (
    <div className={styles.slider}>
      <div className={styles.rail}>
        <div className={styles.fill} style={{ width: `${shown}%` }} />
        {stops.map((stop) => (
          <span
            key={stop}
            className={cx(styles.stop, stop <= at && styles.passed)}
            style={{ left: `${stop}%` }}
          />
        ))}
        <input
          type="range"
          className={styles.input}
          min={0}
          max={100}
          step={1}
          aria-label={label}
          aria-valuetext={`${Math.round(shown)}%`}
          disabled={disabled}
          value={shown}
          onKeyDown={press}
          onChange={(event) => choose(nearest(whole(event.target.value)))}
        />
        <span className={styles.thumb} style={{ left: `${shown}%` }} />
      </div>
      <div className={styles.labels} aria-hidden="true">
        {stops.map((stop) => (
          <button
            key={stop}
            type="button"
            tabIndex={-1}
            disabled={disabled}
            className={cx(styles.label, stop === at && styles.current)}
            style={{ left: `${stop}%` }}
            onClick={() => choose(stop)}
          >
            {stop}%
          </button>
        ))}
      </div>
    </div>
  );
}
