import { CssBaseline, GlobalStyles, ThemeProvider, useMediaQuery } from "@mui/material";
import { type ReactNode, useEffect, useMemo } from "react";
import { useText } from "../i18n/index.ts";
import { createPreference, useSharedValue } from "../ui/shared.ts";
import { brandInUse, readBrand } from "./brand.ts";
import { createConsoleTheme, fontFaces } from "./themes.ts";

/** The choice of light, dark, or the setting of the system. */
export const appearanceChoice = createPreference<"system" | "light" | "dark">("appearance", "system");

/** The theme of every page. */
export function AppearanceProvider({ children }: { children: ReactNode }) {
  const chosen = useSharedValue(appearanceChoice);
  const isSystemDark = useMediaQuery("(prefers-color-scheme: dark)", { noSsr: true });
  const isDark = chosen === "system" ? isSystemDark : chosen === "dark";
  const colours = useSharedValue(brandInUse)?.colours ?? null;
  const t = useText();
  const theme = useMemo(
    () =>
      createConsoleTheme(isDark ? "dark" : "light", colours, {
        clearText: t("frame.action.empty"),
        openText: t("frame.action.openList"),
        closeText: t("frame.action.close"),
        noOptionsText: t("frame.action.noChoice"),
        loadingText: t("frame.loading"),
      }),
    [isDark, colours, t],
  );
  useEffect(() => void readBrand(), []);
  // The colour of the browser's own bar on phones.
  useEffect(() => {
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme.palette.brand.band);
  }, [theme]);
  return (
    <ThemeProvider theme={theme}>
      <GlobalStyles styles={fontFaces} />
      <CssBaseline enableColorScheme />
      {children}
    </ThemeProvider>
  );
}
