import { t } from "../lib/i18n";
import { Button } from "../ui/button";
import { Dialog, DialogActions } from "../ui/dialog";
import { useLogout } from "./account";

/** A client who was frozen while signed in is told so and signed out. */
export default function FrozenDialog() {
  const logout = useLogout();
  return (
    <Dialog open onClose={logout} keepOnScrim title={t("shell.frozen_title")}>
      <p>{t("shell.frozen_text")}</p>
      <DialogActions>
        <Button look="primary" onClick={logout}>
          {t("shell.ok")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
