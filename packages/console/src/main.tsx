import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { myRights } from "./session/session.ts";
import { oneTabStop } from "./ui/form/one-tab-stop.ts";

// Asked for while the scripts of the page still load. A refusal is handled where the page needs the answer.
myRights().catch(() => {});
document.addEventListener("keydown", oneTabStop);

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
