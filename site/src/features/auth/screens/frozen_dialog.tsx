import { rich, t } from "../../../lib/i18n";
import { Button, TextLink } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";

/** A frozen account cannot sign in. */
export function FrozenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={t("auth.frozen_title")}>
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
        <Button look="primary" size="l" onClick={onClose}>
          {t("auth.ok")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
