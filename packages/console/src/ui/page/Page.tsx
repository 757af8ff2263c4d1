import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import { Box, Button, Stack, Typography } from "@mui/material";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";
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
      <Stack sx={{ gap }}>{children}</Stack>
    </Box>
  );
}

const look = { size: "small", startIcon: <ArrowBackIcon />, sx: { mb: 0.5, ml: -0.5 } } as const;

/** A link above the heading: to the list or record that the page belongs to. */
export const BackLink = ({ path, label }: { path: string; label: string }) => (
  <Button component={Link} to={path} {...look}>
    {label}
  </Button>
);

/** A link back to the page before. */
export function BackInHistory({ label }: { label: string }) {
  const navigate = useNavigate();
  return (
    <Button onClick={() => navigate(-1)} {...look}>
      {label}
    </Button>
  );
}
