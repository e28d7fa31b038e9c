import { t } from "../lib/i18n";
import { Button } from "../ui/button";
import { Dialog, DialogActions } from "../ui/dialog";
import { useFrozen, useLogout } from "./account";

/** A client who was frozen while signed in is told so and signed out. */
export function Frozen() {
  const is_frozen = useFrozen();
  const logout = useLogout();
  return (
    <Dialog open={is_frozen} on_close={logout} keep_on_scrim title={t("shell.frozen_title")}>
      <p>{t("shell.frozen_text")}</p>
      <DialogActions>
        <Button look="primary" onClick={logout}>
          {t("shell.ok")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
