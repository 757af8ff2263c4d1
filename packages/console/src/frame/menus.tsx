import BrightnessAutoIcon from "@mui/icons-material/BrightnessAuto";
import DarkModeIcon from "@mui/icons-material/DarkMode";
import LightModeIcon from "@mui/icons-material/LightMode";
import LogoutIcon from "@mui/icons-material/Logout";
import ManageAccountsIcon from "@mui/icons-material/ManageAccounts";
import {
  Avatar,
  Button,
  Divider,
  IconButton,
  ListItemIcon,
  ListItemText,
  MenuItem,
  Stack,
  Typography,
} from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { useNavigate } from "react-router";
import { languages, setLanguage, useLocale, useText } from "../i18n/index.ts";
import { useSession, useSignedInOperator } from "../session/hooks.ts";
import { appearanceChoice } from "../theme/AppearanceProvider.tsx";
import { MenuButton } from "../ui/MenuButton.tsx";
import { useSharedValue } from "../ui/shared.ts";
import { SecondaryText } from "../ui/text.tsx";

/** A menu with one chosen entry. */
function ChoiceMenu<T extends string>({
  choices,
  chosen,
  onChoose,
  button,
}: {
  choices: { value: T; label: string; icon?: ReactNode }[];
  chosen: T;
  onChoose: (value: T) => void;
  button: ComponentProps<typeof MenuButton>["button"];
}) {
  return (
    <MenuButton button={button}>
      {(close) =>
        choices.map(({ value, label, icon }) => (
          <MenuItem
            key={value}
            role="menuitemradio"
            aria-checked={value === chosen}
            selected={value === chosen}
            onClick={() => {
              onChoose(value);
              close();
            }}
          >
            {icon && <ListItemIcon>{icon}</ListItemIcon>}
            <ListItemText>{label}</ListItemText>
          </MenuItem>
        ))
      }
    </MenuButton>
  );
}

/** Chooses the console's language, before and after sign-in. The browser stores the choice. */
export function LanguageMenu() {
  const t = useText();
  const locale = useLocale();
  const queries = useQueryClient();
  return (
    <ChoiceMenu
      choices={languages.map((value) => ({ value, label: t(`frame.languages.${value}`) }))}
      chosen={locale}
      onChoose={async (value) => {
        await setLanguage(value);
        // Some answers have texts in the operator's language.
        await queries.invalidateQueries();
      }}
      button={(props) => (
        <Button
          {...props}
          color="inherit"
          aria-label={`${t("orders.field.language")}: ${t(`frame.languages.${locale}`)} (${locale.toUpperCase()})`}
          sx={{ minWidth: 40, px: 1, fontWeight: 700 }}
        >
          {locale.toUpperCase()}
        </Button>
      )}
    />
  );
}

const icons = {
  system: <BrightnessAutoIcon fontSize="small" />,
  light: <LightModeIcon fontSize="small" />,
  dark: <DarkModeIcon fontSize="small" />,
};

/** Chooses light, dark, or the setting of the system. The browser stores the choice. */
export function AppearanceMenu() {
  const t = useText();
  const chosen = useSharedValue(appearanceChoice);
  return (
    <ChoiceMenu
      choices={(Object.keys(icons) as (keyof typeof icons)[]).map((value) => ({
        value,
        label: t(`frame.appearance.${value}`),
        icon: icons[value],
      }))}
      chosen={chosen}
      onChoose={appearanceChoice.set}
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

/** The signed-in operator, the account settings and sign-out. */
export function AccountMenu() {
  const t = useText();
  const { me } = useSignedInOperator();
  const { signOut } = useSession();
  const navigate = useNavigate();
  if (!me) return null;
  const name = me.name || me.email;
  return (
    <MenuButton
      button={(props) => (
        <Button
          {...props}
          color="inherit"
          aria-label={t("frame.accountOf", { name })}
          sx={{ minWidth: 44, px: 0.75, gap: 1 }}
        >
          <Avatar
            sx={{
              width: 30,
              height: 30,
              bgcolor: "brand.badge",
              color: "brand.onBadge",
              fontSize: 12.5,
              fontWeight: 700,
            }}
          >
            {initials(name)}
          </Avatar>
          <Typography
            component="span"
            noWrap
            sx={{ display: { xs: "none", md: "block" }, maxWidth: 160, fontWeight: 600 }}
          >
            {name}
          </Typography>
        </Button>
      )}
    >
      {(close) => [
        <Stack key="who" component="li" role="none" sx={{ px: 2, py: 1, maxWidth: 280 }}>
          <Typography noWrap sx={{ fontWeight: 700 }}>
            {name}
          </Typography>
          <SecondaryText noWrap>{me.email}</SecondaryText>
          <SecondaryText>{t(`operators.role.${me.role}`)}</SecondaryText>
        </Stack>,
        <Divider key="line" component="li" role="separator" />,
        <MenuItem
          key="account"
          onClick={() => {
            close();
            navigate("/account");
          }}
        >
          <ListItemIcon>
            <ManageAccountsIcon fontSize="small" />
          </ListItemIcon>
          {t("frame.account")}
        </MenuItem>,
        <MenuItem key="leave" onClick={() => void signOut()}>
          <ListItemIcon>
            <LogoutIcon fontSize="small" />
          </ListItemIcon>
          {t("frame.signOut")}
        </MenuItem>,
      ]}
    </MenuButton>
  );
}

const initials = (name: string): string => {
  const words = name.split(/[\s@.]+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0]?.toUpperCase() ?? "").join("");
};
