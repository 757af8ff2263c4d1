import ExpandMoreIcon from "@mui/icons-material/ExpandMore";
import IconButton from "@mui/material/IconButton";
import { motionDurations } from "../theme/tokens.ts";

/** Shows and hides the details of a part of the page. */
export const ExpandButton = ({ open, onToggle, label }: { open: boolean; onToggle: () => void; label: string }) => (
  <IconButton size="small" aria-expanded={open} aria-label={label} onClick={onToggle}>
    <ExpandMoreIcon
      sx={{ transform: open ? "rotate(180deg)" : "none", transition: `transform ${motionDurations.usual}ms` }}
    />
  </IconButton>
);
