import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { PageLink } from "../ui/text/PageLink.tsx";
import { Secondary } from "../ui/text/Secondary.tsx";

export interface BarLine {
  key: string;
  name: string;
  value: number;
  figure: string;
  more: string;
  /** Link to the details. */
  to?: string;
}

/** Names with their figures, each with a bar relative to the largest figure. */
export function BarList({ label, rows }: { label: string; rows: readonly BarLine[] }) {
  const greatest = Math.max(...rows.map(({ value }) => value), 0);
  return (
    <Box
      component="ol"
      aria-label={label}
      sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gap: 1, gridTemplateColumns: "minmax(0, 1fr)" }}
    >
      {rows.map(({ key, name, value, figure, more, to }) => (
        <li key={key}>
          <Stack direction="row" sx={{ gap: 1.5, alignItems: "baseline" }}>
            <Typography noWrap title={name} sx={{ flex: 1, minWidth: 0 }}>
              {to ? (
                <PageLink to={to} color="inherit">
                  {name}
                </PageLink>
              ) : (
                name
              )}
            </Typography>
            <Typography component="span" noWrap sx={{ fontWeight: 600 }}>
              {figure}
            </Typography>
          </Stack>
          <Stack direction="row" sx={{ gap: 1.5, alignItems: "center" }}>
            <Box aria-hidden sx={{ flex: 1, height: 5, borderRadius: 9, bgcolor: "action.hover", overflow: "hidden" }}>
              <Box
                sx={{ height: "100%", borderRadius: 9, bgcolor: "primary.main" }}
                style={{ width: `${greatest > 0 ? (100 * value) / greatest : 0}%` }}
              />
            </Box>
            <Secondary span noWrap sx={{ minWidth: "4.5rem", textAlign: "right" }}>
              {more}
            </Secondary>
          </Stack>
        </li>
      ))}
    </Box>
  );
}
