import MenuIcon from "@mui/icons-material/Menu";
import ScienceIcon from "@mui/icons-material/Science";
import { AppBar, Box, Drawer, IconButton, Link, Stack, Toolbar, Typography, useMediaQuery } from "@mui/material";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { Link as RouterLink, useLocation, useNavigationType } from "react-router";
import { useText } from "../i18n/index.ts";
import { SearchButton } from "../search/Search.tsx";
import { useSignedInOperator } from "../session/hooks.ts";
import { lacksSecondFactor } from "../session/session.ts";
import { later } from "../ui/later.ts";
import { PagePlaceholder } from "../ui/page/PagePlaceholder.tsx";
import { BrandLogo } from "./BrandLogo.tsx";
import { MainMenu } from "./MainMenu.tsx";
import { AccountMenu, AppearanceMenu, LanguageMenu } from "./menus.tsx";
import { FailedPage } from "./pages.tsx";

const menuWidth = 244;

const OwnMenu = later(() => import("../own/OwnMenu.tsx"), "OwnMenu");
const SecondFactorFirst = later(() => import("../account/SecondFactor.tsx"), "SecondFactorFirst");

/** Shows the page. An operator without a required second factor sees its set-up instead. */
function Content({ children }: { children: ReactNode }) {
  const { me, refetch } = useSignedInOperator();
  return me && lacksSecondFactor(me) ? <SecondFactorFirst me={me} refetch={refetch} /> : children;
}

/** The frame around every page of the signed-in operator. */
export function Layout({ children }: { children: ReactNode }) {
  const t = useText();
  const { me } = useSignedInOperator();
  const { pathname } = useLocation();
  const wide = useMediaQuery("(min-width: 900px)");
  const [open, setOpen] = useState(false);
  const isBack = useNavigationType() === "POP";
  // On a phone, navigation closes the menu. A page opens at its top, unless the browser's back button opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page changes.
  useEffect(() => {
    setOpen(false);
    if (!isBack) scrollTo(0, 0);
  }, [pathname]);
  // A guide has one page, and so no menu.
  const menu = me?.partnerId ? <OwnMenu /> : <MainMenu />;
  const bare = me !== undefined && (lacksSecondFactor(me) || me.resourceId !== null);
  return (
    <Box sx={{ minHeight: "100vh", display: "flex", flexDirection: "column" }}>
      <Link
        href="#main-content"
        onClick={(event) => {
          // The part of the address after # belongs to the page.
          event.preventDefault();
          document.getElementById("main-content")?.focus();
        }}
        sx={{
          position: "absolute",
          top: 0,
          left: 8,
          px: 2,
          py: 1,
          zIndex: "tooltip",
          bgcolor: "background.paper",
          transform: "translateY(-120%)",
          "&:focus": { transform: "none" },
        }}
      >
        {t("frame.skip")}
      </Link>
      <TopBar onMenu={wide || bare ? undefined : () => setOpen(true)} />
      {me?.sandbox && <SandboxBanner />}
      <Box sx={{ display: "flex", flex: 1, minWidth: 0 }}>
        {bare ? null : wide ? (
          <Box
            component="nav"
            aria-label={t("frame.menu.main")}
            sx={{
              width: menuWidth,
              flexShrink: 0,
              borderRight: 1,
              borderColor: "divider",
              bgcolor: "background.paper",
            }}
          >
            <Box sx={{ position: "sticky", top: 56, maxHeight: "calc(100vh - 56px)", overflowY: "auto", pb: 1 }}>
              <Suspense>{menu}</Suspense>
            </Box>
          </Box>
        ) : (
          <Drawer open={open} onClose={() => setOpen(false)} slotProps={{ paper: { sx: { width: 280 } } }}>
            <Box component="nav" aria-label={t("frame.menu.main")} sx={{ py: 1 }} onClick={() => setOpen(false)}>
              <Suspense>{menu}</Suspense>
            </Box>
          </Drawer>
        )}
        <Box
          component="main"
          id="main-content"
          tabIndex={-1}
          sx={{
            flex: 1,
            minWidth: 0,
            px: { xs: 1.5, sm: 2.5, lg: 3 },
            py: { xs: 1.5, sm: 2 },
            outline: "none !important",
            // Beside the menu, pages begin at its edge. A page without a menu is centred.
            ...(bare && { "& > *": { mx: "auto" } }),
          }}
        >
          <ErrorBoundary FallbackComponent={FailedPage} resetKeys={[pathname]}>
            <Suspense fallback={<PagePlaceholder />}>
              <Content>{children}</Content>
            </Suspense>
          </ErrorBoundary>
        </Box>
      </Box>
    </Box>
  );
}

function SandboxBanner() {
  const t = useText();
  return (
    <Box
      component="aside"
      aria-label={t("frame.sandboxName")}
      sx={{
        display: "flex",
        alignItems: "center",
        gap: 1,
        px: { xs: 1.5, sm: 2.5 },
        py: 0.75,
        bgcolor: "warning.light",
        color: "warning.dark",
        fontWeight: 600,
        borderBottom: 1,
        borderColor: "warning.main",
      }}
    >
      <ScienceIcon fontSize="small" aria-hidden />
      {t("frame.sandbox")}
    </Box>
  );
}

/** The top bar: the operating company, language, appearance and account. */
function TopBar({ onMenu }: { onMenu: (() => void) | undefined }) {
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
          component={RouterLink}
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
