import CloseIcon from "@mui/icons-material/Close";
import { Box, IconButton, Stack, Typography } from "@mui/material";
import { type ReactNode, Suspense, useEffect, useId, useRef } from "react";
import { useText } from "../../i18n/index.ts";
import { Loading } from "../page/Loading.tsx";
import { PageLink } from "../text.tsx";

/** A record beside its list. `width`: in CSS pixels. The panel takes the focus, so that its actions follow in the order of the Tab key. */
export function RecordPanel({
  name,
  to,
  width = 460,
  onClose,
  children,
}: {
  name: string;
  to: string;
  width?: number;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useText();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves with the record.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [to]);
  return (
    <Box
      component="section"
      aria-labelledby={id}
      className="on-screen"
      sx={{
        width,
        flexShrink: 0,
        borderLeft: 1,
        borderColor: "divider",
        position: "sticky",
        top: 56,
        alignSelf: "flex-start",
        maxHeight: "calc(100vh - 56px)",
        overflowY: "auto",
        p: 2,
      }}
    >
      <Stack direction="row" sx={{ alignItems: "flex-start", gap: 1, mb: 1 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography
            id={id}
            variant="h2"
            ref={heading}
            tabIndex={-1}
            sx={{ outline: "none !important", overflowWrap: "anywhere" }}
          >
            {name}
          </Typography>
          <PageLink to={to}>{t("lists.panel.page")}</PageLink>
        </Box>
        <IconButton size="small" aria-label={t("frame.action.close")} aria-keyshortcuts="Escape" onClick={onClose}>
          <CloseIcon fontSize="small" />
        </IconButton>
      </Stack>
      <Suspense fallback={<Loading of="facts" lines={6} />}>
        <Stack sx={{ gap: 1.5 }}>{children}</Stack>
      </Suspense>
    </Box>
  );
}
