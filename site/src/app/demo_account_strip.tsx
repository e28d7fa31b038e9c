// Above the trading screen of somebody who has just pressed "Try it now": what they trade with, and
// what they need to come back.
import { Copy, KeyRound } from "lucide-react";
import { useState } from "react";
import { copy } from "../lib/clipboard";
import { putAwayDemoAccount, type DemoAccount } from "../lib/demo_account";
import { t } from "../lib/i18n";
import { Button, IconButton } from "../ui/button";
import { Dialog, DialogActions } from "../ui/dialog";
import { Fact } from "../ui/facts";
import { toast } from "../ui/toast";
import styles from "./demo_account.module.css";

const secrets = ["email", "password", "transaction_password"] as const;

async function copyText(text: string) {
  if (await copy(text)) toast({ tone: "success", title: t("demo_account.copied") });
  else toast({ tone: "error", title: t("demo_account.not_copied") });
}

function Details({ account, onClose }: { account: DemoAccount; onClose: () => void }) {
  const all = secrets.map((name) => `${t(`demo_account.${name}`)}: ${account[name]}`).join("\n");
  return (
    <Dialog open onClose={onClose} title={t("demo_account.details")} width="wide">
      <p className={styles.text}>{t("demo_account.details_text")}</p>
      <dl className={styles.secrets}>
        {secrets.map((name) => (
          <Fact key={name} name={t(`demo_account.${name}`)}>
            <span className="mono" data-testid={`demo-${name}`}>
              {account[name]}
            </span>
            <IconButton
              label={`${t("demo_account.copy")}: ${t(`demo_account.${name}`)}`}
              onClick={() => void copyText(account[name])}
            >
              <Copy size={16} strokeWidth={1.5} aria-hidden="true" />
            </IconButton>
          </Fact>
        ))}
      </dl>
      <Button wide onClick={() => void copyText(all)}>
        <Copy size={16} strokeWidth={1.5} aria-hidden="true" />
        {t("demo_account.copy_all")}
      </Button>
      <DialogActions>
        <Button look="outline" size="l" onClick={onClose}>
          {t("demo_account.later")}
        </Button>
        <Button look="primary" size="l" onClick={putAwayDemoAccount}>
          {t("demo_account.done")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

export default function DemoAccountStrip({ account }: { account: DemoAccount }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <section className={styles.strip} aria-label={t("demo_account.title")}>
        <KeyRound size={18} strokeWidth={1.5} aria-hidden="true" />
        <p>
          <strong>{t("demo_account.title")}</strong> <span>{t("demo_account.text")}</span>
        </p>
        <Button size="s" onClick={() => setOpen(true)}>
          {t("demo_account.show")}
        </Button>
      </section>
      {open && <Details account={account} onClose={() => setOpen(false)} />}
    </>
  );
}
