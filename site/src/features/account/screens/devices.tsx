import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { end_session } from "../../../lib/session";
import { queries } from "../../../lib/api";
import { current_language, t } from "../../../lib/i18n";
import { useNavigate } from "react-router";
import { Button, TextButton } from "../../../ui/button";
import { Dialog, DialogActions } from "../../../ui/dialog";
import { Checkbox } from "../../../ui/input";
import { ErrorState, Skeleton } from "../../../ui/states";
import { sign_out_all, sign_out_device, useChange, useDevices, type Device } from "../api";
import { device_name } from "../device";
import { tell_done, tell_failed } from "../notices";
import { ago, place_name } from "../rules";
import styles from "./account.module.css";
import { Card } from "./card";
import own from "./devices.module.css";

const is_phone = (device: string) => /Android|iPhone|iPad|iOS/.test(device);

function EverywhereDialog({ on_close }: { on_close: () => void }) {
  const [here_too, set_here_too] = useState(false);
  const navigate = useNavigate();
  const sign_out = useChange(sign_out_all);
  const confirm = () =>
    sign_out.mutate(here_too ? "all" : "others", {
      onSuccess: () => {
        on_close();
        if (!here_too) return tell_done("account.everywhere_done");
        end_session();
        queries.clear();
        void navigate("/signin");
      },
      onError: tell_failed,
    });
  return (
    <Dialog open on_close={on_close} title={t("account.everywhere_title")}>
      <div className={styles.dialog}>
        <p className={styles["dialog-text"]}>{t("account.everywhere_text")}</p>
        <Checkbox checked={here_too} on_change={set_here_too}>
          {t("account.everywhere_here_too")}
        </Checkbox>
        <DialogActions>
          <Button look="outline" size="l" onClick={on_close}>
            {t("common.cancel")}
          </Button>
          <Button look="primary" size="l" busy={sign_out.isPending} onClick={confirm}>
            {t("account.sign_out")}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const sign_out = useChange(sign_out_device);
  const [now] = useState(() => Date.now());
  const Icon = is_phone(device.device) ? Smartphone : Monitor;
  const place = place_name(device.place, current_language(), t("account.this_network"));
  return (
    <li className={own.device}>
      <Icon size={18} strokeWidth={1.5} aria-hidden="true" className={styles.icon} />
      <span className={own["device-name"]}>{device_name(device.device)}</span>
      <span className={own["device-place"]} title={device.ip}>
        {place}
      </span>
      <span className={own["device-when"]}>
        {device.current ? (
          <span className={own["device-here"]}>{t("account.this_device")}</span>
        ) : (
          ago(device.last_seen_at, now, current_language())
        )}
      </span>
      <span className={own["device-act"]}>
        {!device.current && (
          <TextButton
            className={own["quiet-link"]}
            aria-label={t("account.sign_out_device", { device: device_name(device.device) })}
            disabled={sign_out.isPending}
            onClick={() =>
              sign_out.mutate(device.id, {
                onSuccess: () => tell_done("account.signed_out"),
                onError: tell_failed,
              })
            }
          >
            {t("account.sign_out")}
          </TextButton>
        )}
      </span>
    </li>
  );
}

export function Devices() {
  const query = useDevices();
  const [asking, ask] = useState(false);
  const end = (
    <TextButton className={styles["head-link"]} onClick={() => ask(true)}>
      {t("account.sign_out_everywhere")}
    </TextButton>
  );
  return (
    <Card title={t("account.devices")} end={end}>
      {query.isError && !query.data ? (
        <ErrorState
          compact
          title={t("account.devices_failed")}
          error={query.error}
          on_retry={() => void query.refetch()}
        />
      ) : (
        <ul>
          {query.isPending && (
            <li className={own.device}>
              <Skeleton width={180} />
            </li>
          )}
          {query.data?.sessions.map((device) => (
            <DeviceRow key={device.id} device={device} />
          ))}
        </ul>
      )}
      {asking && <EverywhereDialog on_close={() => ask(false)} />}
    </Card>
  );
}
