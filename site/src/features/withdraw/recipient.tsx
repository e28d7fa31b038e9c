// The receiver's address: typed, scanned, or out of the address book.
import { BookUser, ScanLine } from "lucide-react";
import { lazy } from "react";
import type { AddressProblem } from "../../lib/addresses";
import { t } from "../../lib/i18n";
import { IconButton } from "../../ui/button";
import { Input } from "../../ui/input";
import { LazyBoundary } from "../../ui/lazy_boundary";
import { Notice } from "../../ui/notice";
import { AddressBook } from "./address_book";
import type { SavedAddress } from "./api";
import { address_texts, type Draft } from "./rules";
import styles from "./withdraw.module.css";

// The reader of codes is large and few need it.
const ScanDialog = lazy(() => import("./scan_dialog"));

const longest_address = 120;

export type Tool = "scan" | "book";

interface RecipientProps {
  draft: Draft;
  saved: readonly SavedAddress[];
  is_saved: boolean;
  whitelist: boolean;
  problem: AddressProblem | null;
  on_address: (address: string) => void;
  on_tool: (tool: Tool) => void;
}

function Tools({ on_tool }: Pick<RecipientProps, "on_tool">) {
  return (
    <span className={styles.tools}>
      <IconButton label={t("withdraw.scan")} onClick={() => on_tool("scan")}>
        <ScanLine size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <IconButton label={t("withdraw.open_book")} onClick={() => on_tool("book")}>
        <BookUser size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

export function Recipient(props: RecipientProps) {
  const { draft, problem, whitelist } = props;
  const unsaved = whitelist && draft.address !== "" && !props.is_saved;
  const error = problem
    ? t(address_texts[problem])
    : unsaved
      ? t("withdraw.address_not_saved")
      : undefined;
  const known = props.saved.find(({ address }) => address === draft.address);
  return (
    <div className={styles.recipient}>
      {whitelist && <Notice tone="info">{t("withdraw.whitelist_note")}</Notice>}
      <Input
        label={t("withdraw.recipient")}
        layout="hidden"
        size="l"
        placeholder={t("withdraw.recipient_hint")}
        value={draft.address}
        maxLength={longest_address}
        error={error}
        hint={known?.label}
        on_value={(text) => props.on_address(text.trim())}
        end={<Tools on_tool={props.on_tool} />}
      />
    </div>
  );
}

/** Stands beside the form, not in it: the address book has a form of its own. */
export function RecipientDialog(
  props: Pick<RecipientProps, "draft" | "saved" | "is_saved" | "on_address"> & {
    tool: Tool | null;
    on_close: () => void;
  },
) {
  const { tool, on_close } = props;
  const take = (address: string) => {
    on_close();
    props.on_address(address);
  };
  if (tool === "scan") {
    return (
      <LazyBoundary fallback={null}>
        <ScanDialog on_address={take} on_close={on_close} />
      </LazyBoundary>
    );
  }
  if (tool !== "book") return null;
  return (
    <AddressBook
      draft={props.draft}
      saved={props.saved}
      is_saved={props.is_saved}
      on_address={take}
      on_close={on_close}
    />
  );
}
