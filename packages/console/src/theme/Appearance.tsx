import { CssBaseline, GlobalStyles, ThemeProvider, useMediaQuery } from "@mui/material";
import type { ReactNode } from "react";
import { preference, useShared } from "../ui/shared.ts";
import { darkTheme, fonts, lightTheme } from "./themes.ts";

/** Light, dark, or the setting of the system. */
export const appearance = preference<"system" | "light" | "dark">("appearance", "system");

/** The theme of every page. */
export function Appearance({ children }: { children: ReactNode }) {
  const chosen = useShared(appearance);
  const isSystemDark = useMediaQuery("(prefers-color-scheme: dark)", { noSsr: true });
  const isDark = chosen === "system" ? isSystemDark : chosen === "dark";
  return (
    <ThemeProvider theme={isDark ? darkTheme : lightTheme}>
      <GlobalStyles styles={fonts} />
      <CssBaseline enableColorScheme />
      {children}
    </ThemeProvider>
  );
}
