import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import { Box, Button, Stack, Typography } from "@mui/material";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { useSignedInOperator } from "../../session/hooks.ts";

/** A page with heading, actions and content. The heading is also the title of the browser tab. All pages have the same left edge. */
export function Page({
  title,
  lead,
  actions,
  above,
  children,
  width = 1280,
  gap = 2,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The link back, above the heading. */
  above?: ReactNode;
  children: ReactNode;
  /** Maximum width in CSS pixels. */
  width?: number;
  /** The space between the parts of the page. */
  gap?: number;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { me } = useSignedInOperator();
  const operatorName = me?.operatorName ?? "Paseo";
  useEffect(() => {
    document.title = `${title} · ${operatorName}`;
  }, [title, operatorName]);
  // After a click in the menu the focus moves to the heading, unless a field already has it.
  useEffect(() => {
    if (!document.activeElement?.closest("main")) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Box sx={{ maxWidth: width, width: "100%" }}>
      {above}
      <Stack direction="row" sx={{ flexWrap: "wrap", alignItems: "center", columnGap: 1.5, rowGap: 0.5, mb: 1.5 }}>
        <Typography
          variant="h1"
          ref={heading}
          tabIndex={-1}
          sx={{ flex: "1 1 16rem", minWidth: 0, outline: "none !important", overflowWrap: "anywhere" }}
        >
          {title}
        </Typography>
        {lead && (
          <Typography component="div" sx={{ flexBasis: "100%", order: { md: 1 }, color: "text.secondary" }}>
            {lead}
          </Typography>
        )}
        {actions && (
          <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
            {actions}
          </Stack>
        )}
      </Stack>
      {/* A part without content takes no gap. */}
      <Stack sx={{ gap, "& > .on-screen:empty": { display: "none" } }}>{children}</Stack>
    </Box>
  );
}

const look = { size: "small", startIcon: <ArrowBackIcon />, sx: { mb: 0.5, ml: -0.5 } } as const;

/** What a link to a page below a record says in the history: the record's page is the page before. */
export const belowRecord = { belowRecord: true } as const;

/**
 * A link above the heading: to the list or record that the page belongs to. From a page below a record it goes back in the history, so
 * that the record's own link back leads to the list and not here again.
 */
export function BackLink({ path, label }: { path: string; label: string }) {
  const navigate = useNavigate();
  const isBelow = Boolean((useLocation().state as Partial<typeof belowRecord> | null)?.belowRecord);
  const goBack = (event: MouseEvent) => {
    if (!isBelow || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(-1);
  };
  return (
    <Button component={Link} to={path} onClick={goBack} {...look}>
      {label}
    </Button>
  );
}

/** A link back to the page before, with its filters. `otherwise`: the page to open when this page is the first one. */
export function BackInHistory({ label, otherwise }: { label: string; otherwise: string }) {
  const navigate = useNavigate();
  const isFirst = useLocation().key === "default";
  return (
    <Button onClick={() => (isFirst ? navigate(otherwise) : navigate(-1))} {...look}>
      {label}
    </Button>
  );
}
