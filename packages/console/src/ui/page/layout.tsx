import { Box, Card, Stack, Typography } from "@mui/material";
import { type ReactNode, useId } from "react";

/** A titled card. `gap`: its parts are one below the other at this distance. */
export function SectionCard({
  title,
  aside,
  gap,
  children,
}: {
  title: string;
  aside?: ReactNode;
  gap?: number;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id}>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1, px: 2, pt: 1, pb: 0.5, minHeight: 38 }}>
        <Typography id={id} variant="h2" sx={{ flex: 1 }}>
          {title}
        </Typography>
        {aside}
      </Stack>
      <Box
        // The label of an outlined field is on its border.
        sx={{
          px: 2,
          pb: 1.25,
          "&:has(.MuiInputLabel-root)": { pt: 0.75 },
          ...(gap !== undefined && { display: "flex", flexDirection: "column", gap }),
        }}
      >
        {children}
      </Box>
    </Card>
  );
}

interface Fact {
  name: string;
  value: ReactNode;
  wide?: boolean;
}

/**
 * Shows names and values in as many columns as fit, without false and empty entries. A `wide` value takes two columns. The names of a line
 * share a baseline, and so do its values. Lists of one width have the same columns.
 */
export function FactList({ facts }: { facts: readonly (Fact | false | null | undefined | "")[] }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        mb: -1,
        display: "grid",
        columnGap: 1.75,
        gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 8.5rem), 1fr))",
      }}
    >
      {facts
        .filter((fact) => !!fact)
        .map(({ name, value, wide }) => (
          <Box key={name} sx={{ ...factStyle, ...(wide && { gridColumn: { xs: "1 / -1", sm: "span 2" } }) }}>
            <Typography component="dt" variant="overline" sx={{ color: "text.secondary", alignSelf: "end" }}>
              {name}
            </Typography>
            <Typography component="dd" sx={{ m: 0, overflowWrap: "anywhere" }}>
              {value}
            </Typography>
          </Box>
        ))}
    </Box>
  );
}

/** A name above its value, in the two rows that the facts of a line share. */
const factStyle = {
  ...{ minWidth: 0, pb: 1, display: "grid", gridRow: "span 2" },
  ...{ gridTemplateRows: "subgrid", gridTemplateColumns: "minmax(0, 1fr)" },
} as const;

/** A part that an operator rarely needs. A click on its summary unfolds it. */
export const FoldedSection = ({ summary, children }: { summary: string; children: ReactNode }) => (
  <Box component="details" sx={{ mt: 1.25, "&[open] > summary": { mb: 1 } }}>
    <Box component="summary" sx={{ cursor: "pointer", color: "text.secondary" }}>
      {summary}
    </Box>
    {children}
  </Box>
);

/** Two columns, one below the other on small screens. `ratio`: their widths. */
export function TwoColumns({
  ratio = [7, 5],
  gap = 2,
  children,
}: {
  ratio?: [number, number];
  gap?: number;
  children: ReactNode;
}) {
  const wide = ratio.map((part) => `minmax(0, ${part}fr)`).join(" ");
  return (
    <Box
      sx={{
        display: "grid",
        gap,
        alignItems: "start",
        gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: wide },
      }}
    >
      {children}
    </Box>
  );
}

/** A list without bullets. `gap`: between its items. */
export const PlainList = ({
  label,
  ordered = false,
  gap,
  children,
}: {
  label?: string;
  ordered?: boolean;
  gap?: number;
  children: ReactNode;
}) => (
  <Box
    component={ordered ? "ol" : "ul"}
    aria-label={label}
    sx={{
      listStyle: "none",
      m: 0,
      p: 0,
      ...(gap !== undefined && { display: "grid", gap, gridTemplateColumns: "minmax(0, 1fr)" }),
    }}
  >
    {children}
  </Box>
);

/**
 * An item with content, and actions beside it. Each item but the first has a line above it. With `columns` the item is a grid with these
 * columns, for a narrow screen and for a medium or wider screen. `wraps`: on a narrow screen the actions are below the content.
 */
export const LinedItem = ({
  columns,
  align = columns ? "start" : "center",
  wraps = false,
  dense = false,
  icon,
  actions,
  children,
}: {
  columns?: { xs: string; md: string };
  align?: "start" | "center";
  wraps?: boolean;
  dense?: boolean;
  icon?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) => (
  <Box
    component="li"
    sx={{
      ...(columns
        ? { display: "grid", gridTemplateColumns: columns, rowGap: 0.5 }
        : { display: "flex", ...(wraps && { flexWrap: { xs: "wrap", md: "nowrap" }, rowGap: 0.5 }) }),
      columnGap: columns ? 2 : 1,
      alignItems: align,
      py: dense ? 0.5 : 1,
      overflowWrap: "anywhere",
      "& + &": { borderTop: 1, borderColor: "divider" },
    }}
  >
    {icon}
    {columns ? children : <Box sx={{ flex: { xs: wraps ? "1 1 100%" : 1, md: 1 }, minWidth: 0 }}>{children}</Box>}
    {actions}
  </Box>
);

/** Fields side by side, each with this least width. */
export const fieldGrid = (least = "14rem", gap = 2) =>
  ({
    display: "grid",
    gap,
    alignItems: "start",
    gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${least}), 1fr))`,
  }) as const;
