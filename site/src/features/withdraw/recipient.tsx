// The receiver's address: typed, scanned, or out of the address book.
import { BookUser, ScanLine } from "lucide-react";
import type { AddressProblem, SavedAddress } from "../../lib/addresses";
import { t } from "../../lib/i18n";
import { lazyCode } from "../../lib/lazy_part";
import { IconButton } from "../../ui/button";
import { Input } from "../../ui/input";
import { LazyDialog } from "../../ui/lazy_boundary";
import { Notice } from "../../ui/notice";
import { AddressBook } from "./address_book";
import { addressTexts, type Draft } from "./rules";
import styles from "./withdraw.module.css";

// The reader of codes is large and few need it.
const ScanDialog = lazyCode(() => import("./scan_dialog"));

const longestAddress = 120;

export type Tool = "scan" | "book";

interface RecipientProps {
  draft: Draft;
  saved: readonly SavedAddress[];
  isSaved: boolean;
  whitelist: boolean;
  problem: AddressProblem | null;
  onAddress: (address: string) => void;
  onTool: (tool: Tool) => void;
}

function Tools({ onTool }: Pick<RecipientProps, "onTool">) {
  return (
    <span className={styles.tools}>
      <IconButton label={t("withdraw.scan")} onClick={() => onTool("scan")}>
        <ScanLine size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
      <IconButton label={t("withdraw.open_book")} onClick={() => onTool("book")}>
        <BookUser size={18} strokeWidth={1.5} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

export function Recipient(props: RecipientProps) {
  const { draft, problem, whitelist } = props;
  const unsaved = whitelist && draft.address !== "" && !props.isSaved;
  const error = problem
    ? t(addressTexts[problem])
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
        maxLength={longestAddress}
        error={error}
        hint={known?.label}
        onValue={(text) => props.onAddress(text.trim())}
        end={<Tools onTool={props.onTool} />}
      />
    </div>
  );
}

/** Stands beside the form, not in it: the address book has a form of its own. */
export function RecipientDialog(
  props: Pick<RecipientProps, "draft" | "saved" | "isSaved" | "problem" | "onAddress"> & {
    tool: Tool | null;
    onTool: (tool: Tool | null) => void;
  },
) {
  const { tool, onTool } = props;
  const onClose = () => onTool(null);
  const take = (address: string) => {
    onClose();
    props.onAddress(address);
  };
  if (tool === "scan") {
    return (
      <LazyDialog close={onClose} open={() => onTool("scan")}>
        <ScanDialog onAddress={take} onClose={onClose} />
      </LazyDialog>
    );
  }
  if (tool !== "book") return null;
  return (
    <AddressBook
      draft={props.draft}
      saved={props.saved}
      isSaved={props.isSaved}
      problem={props.problem}
      onAddress={take}
      onClose={onClose}
    />
  );
}
