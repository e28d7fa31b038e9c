import { useState, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { t } from "../lib/i18n";
import { useStatus } from "../lib/status";
import { Button, type Look } from "./button";
import { toast } from "./toast";

interface TryNowProps extends Look {
  /** Where it leads; without it, whoever pressed stays on the page. */
  to?: string;
  children: ReactNode;
}

/** Opens a throw-away account in a demonstration; elsewhere there is no such button. */
export function TryNow({ to, children, ...look }: TryNowProps) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  if (!useStatus()?.demo) return null;
  const open = async () => {
    setBusy(true);
    try {
      const { tryNow } = await import("./trying");
      if ((await tryNow()) && to !== undefined) await navigate(to);
    } catch {
      toast({ tone: "error", title: t("common.error") });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button {...look} busy={busy} onClick={() => void open()}>
      {children}
    </Button>
  );
}
