/** Puts the widget's script into the page, once. nginx's policy allows it the same address. */
export function load_chat(address: string): void {
  if (document.querySelector("script[data-live-chat]")) return;
  const script = document.createElement("script");
  script.src = address;
  script.async = true;
  script.dataset.liveChat = "";
  document.head.append(script);
}
