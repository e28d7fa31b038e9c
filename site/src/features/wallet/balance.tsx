import { createContext, useContext, type ReactNode } from "react";
import { t } from "../../lib/i18n";

/** Whether the person wants balances hidden from people nearby, and the switch. */
export const HiddenBalances = createContext({ hidden: false, hide: (): void => undefined });

/** A balance, or dots for it. */
export function Balance({ children }: { children: ReactNode }) {
  const { hidden } = useContext(HiddenBalances);
  if (!hidden) return children;
  return (
    <span>
      <span aria-hidden="true">••••••</span>
      <span className="hidden-but-read">{t("wallet.hidden")}</span>
    </span>
  );
}
