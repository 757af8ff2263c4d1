import ArrowRightAltIcon from "@mui/icons-material/ArrowRightAlt";
import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { useText } from "../i18n/index.ts";
import { Hidden } from "../ui/text.tsx";

/** A value before and after a change; null: no value. */
export function BeforeAfter({ before, after }: { before: ReactNode; after: ReactNode }) {
  const t = useText();
  return (
    <>
      {before !== null && (
        <>
          <Hidden>{t("changes.before")}</Hidden>
          <Box component="del" sx={{ color: "text.secondary" }}>
            {before}
          </Box>
        </>
      )}
      {before !== null && after !== null && (
        <ArrowRightAltIcon
          aria-hidden
          sx={{ fontSize: 18, mx: 0.75, verticalAlign: "text-bottom", color: "text.secondary" }}
        />
      )}
      {after !== null && (
        <>
          <Hidden>{t("changes.after")}</Hidden>
          <Box component="ins" sx={{ textDecoration: "none", fontWeight: 600 }}>
            {after}
          </Box>
        </>
      )}
    </>
  );
}
