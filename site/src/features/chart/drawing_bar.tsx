// What is done with the drawing that was pressed: its colour, its line, a lock, a copy, its end.
import { Copy, Lock, LockOpen, Trash2 } from "lucide-react";
import { useHotkeys } from "../../lib/hotkeys";
import { t } from "../../lib/i18n";
import { IconButton } from "../../ui/button";
import { Menu, MenuButton } from "../../ui/menu";
import styles from "./drawing_bar.module.css";
import { colours, lookOf, widths, type Drawing, type Look } from "./kept";
import { Tick } from "./tick";

interface Acts {
  restyle: (change: Partial<Look>) => void;
  copy: () => void;
  remove: () => void;
}

const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

const Swatch = ({ colour }: Pick<Look, "colour">) => (
  <span className={styles.swatch} style={{ background: `var(--${colour})` }} aria-hidden="true" />
);

function Stroke({ width, dashed }: Pick<Look, "width" | "dashed">) {
  return (
    <svg className={styles.stroke} width="24" height="16" aria-hidden="true">
      <line
        x1="0"
        x2="24"
        y1="8"
        y2="8"
        stroke="currentColor"
        strokeWidth={width}
        strokeDasharray={dashed ? "6 4" : undefined}
      />
    </svg>
  );
}

function ColourMenu({ look, restyle }: { look: Look } & Pick<Acts, "restyle">) {
  return (
    <Menu
      label={t("chart.colour")}
      side="left"
      above
      buttonClass={styles.menu}
      button={<Swatch colour={look.colour} />}
    >
      {(close) =>
        colours.map((colour, index) => (
          <MenuButton
            key={colour}
            chosen={colour === look.colour}
            close={close}
            act={() => restyle({ colour })}
          >
            <Tick on={colour === look.colour} />
            <Swatch colour={colour} />
            {t("chart.colour_of", { n: index + 1 })}
          </MenuButton>
        ))
      }
    </Menu>
  );
}

function LineMenu({ look, restyle }: { look: Look } & Pick<Acts, "restyle">) {
  const { width, dashed } = look;
  return (
    <Menu
      label={t("chart.line")}
      side="left"
      above
      buttonClass={styles.menu}
      button={<Stroke width={width} dashed={dashed} />}
    >
      {(close) => (
        <>
          {widths.map((one) => (
            <MenuButton
              key={one}
              chosen={one === width}
              close={close}
              act={() => restyle({ width: one })}
            >
              <Tick on={one === width} />
              <Stroke width={one} dashed={dashed} />
              {t("chart.line_width", { n: one })}
            </MenuButton>
          ))}
          <MenuButton
            chosen={dashed}
            close={() => undefined}
            act={() => restyle({ dashed: !dashed })}
          >
            <Tick on={dashed} />
            {t("chart.line_dashed")}
          </MenuButton>
        </>
      )}
    </Menu>
  );
}

export function DrawingBar({ drawing, acts }: { drawing: Drawing; acts: Acts }) {
  const look = lookOf(drawing);
  const { locked } = look;
  const LockIcon = locked ? Lock : LockOpen;
  useHotkeys({ delete: acts.remove, backspace: acts.remove });
  return (
    <div
      className={styles.bar}
      role="group"
      aria-label={t("chart.chosen", { what: t(`chart.tool_${drawing.tool}`) })}
    >
      <ColourMenu look={look} restyle={acts.restyle} />
      {drawing.tool !== "note" && <LineMenu look={look} restyle={acts.restyle} />}
      <IconButton
        label={t("chart.lock")}
        aria-pressed={locked}
        className={locked ? styles.locked : undefined}
        onClick={() => acts.restyle({ locked: !locked })}
      >
        <LockIcon {...icon} />
      </IconButton>
      <IconButton label={t("chart.copy")} onClick={acts.copy}>
        <Copy {...icon} />
      </IconButton>
      <IconButton label={t("chart.remove_drawing")} onClick={acts.remove}>
        <Trash2 {...icon} />
      </IconButton>
    </div>
  );
}
