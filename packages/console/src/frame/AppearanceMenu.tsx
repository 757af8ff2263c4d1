import BrightnessAutoIcon from "@mui/icons-material/BrightnessAuto";
import DarkModeIcon from "@mui/icons-material/DarkMode";
import LightModeIcon from "@mui/icons-material/LightMode";
import IconButton from "@mui/material/IconButton";
import { useStore } from "react-admin";
import { useText } from "../i18n/index.ts";
import { ChoiceMenu } from "./ChoiceMenu.tsx";

const icons = {
  system: <BrightnessAutoIcon fontSize="small" />,
  light: <LightModeIcon fontSize="small" />,
  dark: <DarkModeIcon fontSize="small" />,
};
type Appearance = keyof typeof icons;

/** Light, dark, or the setting of the system. Stored in the browser. */
export function AppearanceMenu() {
  const t = useText();
  // React-admin's own key. Nothing stored means the system's setting.
  const [theme, setTheme] = useStore<"light" | "dark" | undefined>("theme");
  const chosen: Appearance = theme ?? "system";
  return (
    <ChoiceMenu
      choices={(Object.keys(icons) as Appearance[]).map((value) => ({
        value,
        label: t(`frame.appearance.${value}`),
        icon: icons[value],
      }))}
      chosen={chosen}
      onChoose={(value) => setTheme(value === "system" ? undefined : value)}
      button={(props) => (
        <IconButton
          {...props}
          color="inherit"
          aria-label={`${t("frame.appearance.title")}: ${t(`frame.appearance.${chosen}`)}`}
        >
          {icons[chosen]}
        </IconButton>
      )}
    />
  );
}
