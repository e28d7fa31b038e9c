// The switch that hides balances from people nearby.
import { Eye, EyeOff } from "lucide-react";
import { useContext } from "react";
import { t } from "../../lib/i18n";
import { IconButton } from "../../ui/button";
import { HiddenBalances } from "./balance";

export function HideButton() {
  const { hidden, hide } = useContext(HiddenBalances);
  const Icon = hidden ? EyeOff : Eye;
  return (
    <IconButton
      label={t(hidden ? "wallet.show_balances" : "wallet.hide_balances")}
      aria-pressed={hidden}
      onClick={hide}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
    </IconButton>
  );
}
