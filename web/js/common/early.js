// What cannot wait for the modules: the light the reader chose, if it is not what the system wishes,
// and the line to the server, which is opened while the modules are on their way. A plain script: the
// switch of the light is in theme.js, and connection.js takes over the line.

try {
  const chosen = localStorage.getItem("longroll.theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Without storage it is as the system wishes.
}
if (document.currentScript?.dataset.line !== undefined)
  Object.assign(globalThis, { earlyLine: new WebSocket(new URL("/ws", location.href.replace(/^http/, "ws"))) });
