import ChevronLeftIcon from "@mui/icons-material/ChevronLeft";
import ChevronRightIcon from "@mui/icons-material/ChevronRight";
import { Button, IconButton, Stack, Tooltip, Typography } from "@mui/material";
import type { ReactNode } from "react";

/** The heading of a calendar: the time that is shown, with buttons for the time before, the time after and the present. */
export function TimeBar({
  heading,
  before,
  after,
  present,
  onStep,
  children,
}: {
  heading: string;
  /** Labels of the buttons. */
  before: string;
  after: string;
  present: { label: string; isShown: boolean; show: () => void };
  onStep: (by: 1 | -1) => void;
  children?: ReactNode;
}) {
  const step = (by: 1 | -1, label: string, icon: ReactNode) => (
    <Tooltip title={label} className="on-screen">
      <IconButton aria-label={label} onClick={() => onStep(by)}>
        {icon}
      </IconButton>
    </Tooltip>
  );
  return (
    <Stack
      direction="row"
      sx={{ alignItems: "center", flexWrap: "wrap", columnGap: 0.5, rowGap: 1, px: { xs: 1, sm: 2 }, py: 1 }}
    >
      {step(-1, before, <ChevronLeftIcon />)}
      {step(1, after, <ChevronRightIcon />)}
      <Typography
        variant="h2"
        aria-live="polite"
        sx={{ flex: 1, minWidth: "min-content", ml: 1, "&::first-letter": { textTransform: "uppercase" } }}
      >
        {heading}
      </Typography>
      <Button size="small" className="on-screen" disabled={present.isShown} onClick={present.show}>
        {present.label}
      </Button>
      {children}
    </Stack>
  );
}
