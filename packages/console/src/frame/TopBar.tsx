import MenuIcon from "@mui/icons-material/Menu";
import { AppBar, IconButton, Stack, Toolbar, Typography } from "@mui/material";
import { Link } from "react-router";
import { useText } from "../i18n/index.ts";
import { SearchButton } from "../search/Search.tsx";
import { useSignedInOperator } from "../session/hooks.ts";
import { BrandLogo } from "./BrandLogo.tsx";
import { AccountMenu, AppearanceMenu, LanguageMenu } from "./menus.tsx";

/** The top bar: the operating company, language, appearance and account. */
export function TopBar({ onMenu }: { onMenu: (() => void) | undefined }) {
  const t = useText();
  const { me } = useSignedInOperator();
  return (
    <AppBar
      position="sticky"
      elevation={0}
      sx={{
        bgcolor: "brand.band",
        backgroundImage: "none",
        color: "brand.onBand",
        borderBottom: "3px solid",
        borderColor: "brand.strip",
      }}
    >
      <Toolbar variant="dense" sx={{ minHeight: 53, gap: { xs: 0.5, sm: 1 }, px: { xs: 1, sm: 2 } }} disableGutters>
        {onMenu && (
          <IconButton color="inherit" aria-label={t("frame.menu.open")} onClick={onMenu}>
            <MenuIcon />
          </IconButton>
        )}
        <Stack
          component={Link}
          to="/"
          direction="row"
          sx={{ alignItems: "center", gap: 1.25, color: "inherit", textDecoration: "none", minWidth: 0, mr: "auto" }}
        >
          <BrandLogo size={28} />
          <Typography component="span" noWrap sx={{ fontSize: "1.0625rem", fontWeight: 700 }}>
            {me?.operatorName ?? "Paseo"}
          </Typography>
        </Stack>
        <SearchButton />
        <LanguageMenu />
        <AppearanceMenu />
        <AccountMenu />
      </Toolbar>
    </AppBar>
  );
}
