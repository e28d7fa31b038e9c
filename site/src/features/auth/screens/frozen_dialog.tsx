import { rich, t } from "../../../lib/i18n";
import { Button, TextLink } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";

/** A frozen account cannot sign in. */
export function FrozenDialog({ open, on_close }: { open: boolean; on_close: () => void }) {
  return (
    <Dialog open={open} on_close={on_close} title={t("auth.frozen_title")}>
      <p>
        {rich("auth.frozen_text", {
          support: (
            <TextLink key="support" to="/contactus">
              {t("auth.support")}
            </TextLink>
          ),
        })}
      </p>
      <DialogActions>
        <Button look="primary" size="l" onClick={on_close}>
          {t("auth.ok")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
