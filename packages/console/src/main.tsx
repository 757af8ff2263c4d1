import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { oneTabStop } from "./ui/form/one-tab-stop.ts";

document.addEventListener("keydown", oneTabStop);

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
