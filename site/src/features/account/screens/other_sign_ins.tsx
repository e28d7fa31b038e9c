// What else signs in to the account, and whether a new password ends it.
import { t } from "../../../lib/i18n";
import { usePasskeys } from "../../../lib/passkey";
import { Checkbox } from "../../../ui/input";
import { useSecurity } from "../api";
import { shortened } from "../rules";
import styles from "./account.module.css";

/** What signs in without the password: Google, the wallet, passkeys by their names. */
function useOtherSignIns(): string[] {
  const security = useSecurity().data;
  const passkeys = usePasskeys().data?.passkeys ?? [];
  const names = passkeys.map(({ name }) => name);
  if (security?.wallet_address) names.unshift(shortened(security.wallet_address));
  if (security?.google_email) names.unshift(`Google (${security.google_email})`);
  return names;
}

/** Nothing where the password alone signs in. */
export function OtherSignIns(props: { end: boolean; onEnd: (end: boolean) => void }) {
  const names = useOtherSignIns();
  if (names.length === 0) return null;
  return (
    <>
      <p className={styles.note}>{t("account.other_sign_ins", { what: names.join(", ") })}</p>
      <Checkbox checked={props.end} onChange={props.onEnd}>
        {t("account.end_other_sign_ins")}
      </Checkbox>
    </>
  );
}
