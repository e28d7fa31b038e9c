// Runs before the first paint, so that a light page does not begin dark. The rules are those of
// lib/preferences.ts, which takes over as soon as the scripts are there.
{
  const kept = (name) => localStorage.getItem(`cambio.${name}`);
  const system = matchMedia("(prefers-color-scheme: light)").matches;
  const theme = kept("theme");
  const light =
    theme === "light" ||
    (theme === "system" && system) ||
    /^\/sign(in|up)(\/|$)/.test(location.pathname);
  document.documentElement.classList.toggle("light", light);
  document.documentElement.classList.toggle("cb", kept("colours") === "blue-orange");
}
