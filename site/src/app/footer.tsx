import { useState } from "react";
import { sentences, t } from "../lib/i18n";
import { lazyCode } from "../lib/lazy_part";
import { chooseColours, currentColours, type Colours } from "../lib/preferences";
import { Link } from "../lib/router";
import { useStatus } from "../lib/status";
import { IconFailed } from "../ui/failure";
import { LazyBoundary } from "../ui/lazy_boundary";
import { Logo } from "../ui/logo";
import { Segment } from "../ui/tabs";
import styles from "./footer.module.css";
import { downloads, footerColumns } from "./navigation";
import MarketPills from "./pills";

const LanguageMenu = lazyCode(() => import("./language_menu"));

function ColourChoice() {
  const [colours, setColours] = useState<Colours>(currentColours);
  const choose = (next: Colours) => {
    chooseColours(next);
    setColours(next);
  };
  return (
    <div className={styles.colours}>
      <span>{t("shell.colours")}</span>
      <Segment
        small
        label={t("shell.colours")}
        value={colours}
        onValue={choose}
        items={[
          { id: "green-red", label: t("shell.colours_green") },
          { id: "blue-orange", label: t("shell.colours_blue") },
        ]}
      />
    </div>
  );
}

export default function Footer() {
  const simulated = useStatus()?.market === "simulated";
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div>
          <Logo height={24} />
          <p className={styles.about}>
            {sentences(t("shell.footer_line"), simulated && t("shell.footer_simulated"))}
          </p>
          <div className={styles.pills}>
            <MarketPills />
          </div>
        </div>
        {footerColumns().map(({ title, entries }) => (
          <nav key={title} aria-label={t(title)}>
            <h2>{t(title)}</h2>
            <ul>
              {entries.map(({ to, text }) => (
                <li key={to}>
                  <Link to={to}>{t(text)}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <nav aria-label={t("shell.apps")}>
          <h2>{t("shell.apps")}</h2>
          <ul>
            {downloads.map(({ to, text }) => (
              <li key={to}>
                <a href={to} target="_blank" rel="noopener">
                  {t(text)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className={styles.legal}>
        <span>{t("shell.copyright", { year: new Date().getUTCFullYear() })}</span>
        <div className={styles["legal-end"]}>
          <ColourChoice />
          <LazyBoundary
            fallback={<span className={styles["language-place"]} />}
            instead={<IconFailed />}
          >
            <LanguageMenu named above />
          </LazyBoundary>
        </div>
      </div>
    </footer>
  );
}
