// Runs before the first paint, so that a light page does not begin dark. The rules are those of
// lib/preferences.ts and lib/i18n.ts, which take over as soon as the scripts are there.
{
  const kept = (name) => localStorage.getItem(`cambio.${name}`);
  const system = matchMedia("(prefers-color-scheme: light)").matches;
  const theme = kept("theme");
  const light =
    theme === "light" ||
    (theme === "system" && system) ||
    /^\/sign(in|up)(\/|$)/.test(location.pathname);
  const root = document.documentElement;
  root.classList.toggle("light", light);
  root.classList.toggle("cb", kept("colours") === "blue-orange");
  // The landing page as the build has drawn it is for guests who read its language.
  const offered = root.dataset.firstView?.split(" ") ?? [];
  const asked = new URLSearchParams(location.search).get("lang");
  const preferred = navigator.languages.map((name) => name.slice(0, 2).toLowerCase());
  const language = [asked, kept("language"), ...preferred].find((name) => offered.includes(name));
  const seen =
    (language ?? "en") === root.lang &&
    kept("session") === null &&
    /^\/(home|auth\/callback)?$/.test(location.pathname);
  root.classList.toggle("no-first-view", !seen);
}
