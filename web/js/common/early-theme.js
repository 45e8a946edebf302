// Before anything is drawn: the light the reader chose, if it is not what the system wishes. A plain
// script, since modules come too late for that; the switch is in theme.js.

try {
  const chosen = localStorage.getItem("longroll.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Without storage it is as the system wishes.
}
