// A device in the reader's language. The server knows "Firefox on Linux", "Firefox" and "Unknown browser".
import { t } from "../../lib/i18n";

export function deviceName(device: string): string {
  const [given = "", system] = device.split(" on ");
  const browser = given === "Unknown browser" ? t("account.unknown_browser") : given;
  return system ? t("account.device_on", { browser, system }) : browser;
}
