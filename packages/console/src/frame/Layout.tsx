import ScienceIcon from "@mui/icons-material/Science";
import { Box, Drawer, Link, useMediaQuery } from "@mui/material";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { useLocation, useNavigationType } from "react-router";
import { useText } from "../i18n/index.ts";
import { useSignedInOperator } from "../session/hooks.ts";
import { lacksSecondFactor } from "../session/session.ts";
import { PagePlaceholder } from "../ui/page/PagePlaceholder.tsx";
import { MainMenu } from "./MainMenu.tsx";
import { FailedPage } from "./pages.tsx";
import { TopBar } from "./TopBar.tsx";

const menuWidth = 244;

const SecondFactorFirst = lazy(async () => ({
  default: (await import("../account/SecondFactor.tsx")).SecondFactorFirst,
}));

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
              <MainMenu />
            </Box>
          </Box>
        ) : (
          <Drawer open={open} onClose={() => setOpen(false)} slotProps={{ paper: { sx: { width: 280 } } }}>
            <Box component="nav" aria-label={t("frame.menu.main")} sx={{ py: 1 }} onClick={() => setOpen(false)}>
              <MainMenu />
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
