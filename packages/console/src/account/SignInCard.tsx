import { Box, Paper, Stack, Typography, useTheme } from "@mui/material";
import { type ReactNode, useEffect } from "react";
import { BrandLogo } from "../frame/BrandLogo.tsx";
import { AppearanceMenu, LanguageMenu } from "../frame/menus.tsx";
import { useText } from "../i18n/index.ts";
import { brandInUse } from "../theme/brand.ts";
import { useSharedValue } from "../ui/shared.ts";

/** The page frame before sign-in: the brand and a card. */
export function SignInCard({ title, children }: { title: string; children: ReactNode }) {
  const t = useText();
  const name = useSharedValue(brandInUse)?.name ?? "Paseo";
  useEffect(() => {
    document.title = `${title} · Paseo`;
  }, [title]);
  return (
    <Box
      sx={{
        minHeight: "100vh",
        display: "grid",
        gridTemplateColumns: { md: "minmax(0, 5fr) minmax(0, 6fr)" },
        gridTemplateRows: { xs: "auto 1fr", md: "1fr" },
      }}
    >
      <Box
        component="header"
        sx={{
          bgcolor: "brand.band",
          color: "brand.onBand",
          borderStyle: "solid",
          borderColor: "brand.strip",
          borderWidth: { xs: "0 0 4px", md: "0 5px 0 0" },
          position: "relative",
          overflow: "hidden",
          p: { xs: 2.5, md: 6 },
          display: "flex",
          flexDirection: "column",
          justifyContent: { md: "center" },
        }}
      >
        <Ways />
        <Stack sx={{ position: "relative", gap: 1, maxWidth: 460 }}>
          <Stack direction="row" sx={{ alignItems: "center", gap: 1.5 }}>
            <BrandLogo size={44} />
            <Typography
              component="p"
              sx={{
                fontSize: { xs: "1.5rem", md: "2.25rem" },
                fontWeight: 800,
                lineHeight: 1.2,
                overflowWrap: "anywhere",
              }}
            >
              {name}
            </Typography>
          </Stack>
          <Typography
            sx={{ display: { xs: "none", md: "block" }, fontSize: "1.0625rem", color: "brand.onBandSoft", mt: 1 }}
          >
            {t("account.brand")}
          </Typography>
        </Stack>
      </Box>
      <Box component="main" sx={{ display: "flex", flexDirection: "column", p: { xs: 2, sm: 3 }, minWidth: 0 }}>
        <Stack direction="row" sx={{ justifyContent: "flex-end" }}>
          <LanguageMenu />
          <AppearanceMenu />
        </Stack>
        <Paper
          elevation={0}
          sx={{
            m: { xs: "12px auto auto", md: "auto" },
            p: { xs: 2.5, sm: 4 },
            width: "100%",
            maxWidth: 420,
            border: 1,
            borderColor: "divider",
            borderRadius: 3,
          }}
        >
          {children}
        </Paper>
      </Box>
    </Box>
  );
}

/** Dotted lines on the band. */
function Ways() {
  const { brand } = useTheme().palette;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 400 400"
      preserveAspectRatio="xMidYMid slice"
      style={{ position: "absolute", inset: 0, width: "100%", height: "100%" }}
    >
      <g
        opacity="0.25"
        fill="none"
        stroke={brand.onBandSoft}
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeDasharray="0.1 9"
      >
        <path d="M-20 90c80 10 90 60 160 50s90-90 280-70" />
        <path d="M-20 330c90-30 120 40 200 20s110-110 240-80" />
        <path d="M60 420c0-70 70-60 90-120s-30-130 40-180 130-20 150-140" />
      </g>
      <circle cx="140" cy="140" r="6" fill={brand.strip} />
      <circle cx="180" cy="350" r="6" fill={brand.strip} />
      <circle cx="340" cy="70" r="6" fill={brand.strip} />
    </svg>
  );
}
