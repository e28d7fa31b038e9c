import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { endSession } from "../../../lib/session";
import { queries } from "../../../lib/api";
import { currentLanguage, t } from "../../../lib/i18n";
import { useNavigate } from "react-router";
import { TextButton } from "../../../ui/button";
import { Checkbox } from "../../../ui/input";
import { ErrorState, Skeleton } from "../../../ui/states";
import { signOutAll, signOutDevice, useChange, useDevices, type Device } from "../api";
import { deviceName } from "../device";
import { tellDone } from "../notices";
import { ago, placeName } from "../rules";
import styles from "./account.module.css";
import { Card } from "./card";
import own from "./devices.module.css";
import { PasswordConfirmDialog } from "./password_confirm_dialog";

const isPhone = (device: string) => /Android|iPhone|iPad|iOS/.test(device);

function EverywhereDialog({ onClose }: { onClose: () => void }) {
  const [hereToo, setHereToo] = useState(false);
  const navigate = useNavigate();
  const signOut = useChange(signOutAll);
  return (
    <PasswordConfirmDialog
      title={t("account.everywhere_title")}
      text={t("account.everywhere_text")}
      ask="password"
      act={t("account.sign_out")}
      onClose={onClose}
      onConfirm={async (password) => {
        await signOut.mutateAsync({ which: hereToo ? "all" : "others", password });
        onClose();
        if (!hereToo) return tellDone("account.everywhere_done");
        endSession();
        queries.clear();
        void navigate("/signin");
      }}
    >
      <Checkbox checked={hereToo} onChange={setHereToo}>
        {t("account.everywhere_here_too")}
      </Checkbox>
    </PasswordConfirmDialog>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const signOut = useChange(signOutDevice);
  const [asking, ask] = useState(false);
  const title = t("account.sign_out_device", { device: deviceName(device.device) });
  const [now] = useState(() => Date.now());
  const Icon = isPhone(device.device) ? Smartphone : Monitor;
  const place = placeName(device.place, currentLanguage(), t("account.this_network"));
  return (
    <li className={own.device}>
      <Icon size={18} strokeWidth={1.5} aria-hidden="true" className={styles.icon} />
      <span className={own["device-name"]}>{deviceName(device.device)}</span>
      <span className={own["device-place"]} title={device.ip}>
        {place}
      </span>
      <span className={own["device-when"]}>
        {device.current ? (
          <span className={own["device-here"]}>{t("account.this_device")}</span>
        ) : (
          ago(device.last_seen_at, now, currentLanguage())
        )}
      </span>
      <span className={own["device-act"]}>
        {!device.current && (
          <TextButton className={own["quiet-link"]} aria-label={title} onClick={() => ask(true)}>
            {t("account.sign_out")}
          </TextButton>
        )}
        {asking && (
          <PasswordConfirmDialog
            title={title}
            text={t("account.sign_out_text")}
            ask="password"
            act={t("account.sign_out")}
            onClose={() => ask(false)}
            onConfirm={async (password) => {
              await signOut.mutateAsync({ id: device.id, password });
              ask(false);
              tellDone("account.signed_out");
            }}
          />
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
          onRetry={() => void query.refetch()}
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
      {asking && <EverywhereDialog onClose={() => ask(false)} />}
    </Card>
  );
}
