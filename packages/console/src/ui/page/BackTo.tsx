import ArrowBackIcon from "@mui/icons-material/ArrowBack";
import Button from "@mui/material/Button";
import { Link, useNavigate } from "react-router";

const look = { size: "small", startIcon: <ArrowBackIcon />, sx: { mb: 0.5, ml: -0.5 } } as const;

/** A link above the heading: to the list or record that the page belongs to. */
export const BackTo = ({ path, label }: { path: string; label: string }) => (
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
