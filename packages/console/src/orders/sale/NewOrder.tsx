import AddIcon from "@mui/icons-material/Add";
import StorefrontIcon from "@mui/icons-material/Storefront";
import { Button } from "@mui/material";
import { Link } from "react-router";
import { useText } from "../../i18n/index.ts";
import { useRights } from "../../session/hooks.ts";

/**
 * A button that opens the page of a new order, for the event if `event` is given. `walkIn`: sells to a person at the desk or
 * the door.
 */
export function NewOrder({
  eventId,
  walkIn = false,
  variant = "contained",
  onClick,
}: {
  eventId?: string;
  walkIn?: boolean;
  variant?: "contained" | "outlined";
  onClick?: () => void;
}) {
  const t = useText();
  if (!useRights().has("orders.create")) return null;
  const query = new URLSearchParams({ ...(eventId && { eventId }), ...(walkIn && { walkIn: "yes" }) });
  return (
    <Button
      variant={variant}
      startIcon={walkIn ? <StorefrontIcon /> : <AddIcon />}
      component={Link}
      to={`/orders/create${query.size > 0 ? `?${query}` : ""}`}
      {...(onClick && { onClick })}
    >
      {t(walkIn ? "sale.walkIn" : "sale.button")}
    </Button>
  );
}
