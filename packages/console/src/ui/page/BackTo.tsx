import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import Button from "@mui/material/Button";
import { Link } from "react-router";

/** The way back to the list that a record belongs to. */
export function BackTo({ path, label }: { path: string; label: string }) {
  return (
    <Button component={Link} to={path} size="small" startIcon={<ArrowBackIcon />} sx={{ mb: 0.5, ml: -0.5 }}>
      {label}
    </Button>
  );
}
