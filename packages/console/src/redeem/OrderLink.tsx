import Box from "@mui/material/Box";
import { useRights } from "../session/useRights.ts";
import { mono } from "../theme/themes.ts";
import { PageLink } from "../ui/text/PageLink.tsx";

/** The reference of an order: a link for roles that read orders. */
export function OrderLink({
  link: { id, reference },
  color,
}: {
  link: { id: string; reference: string };
  color?: string;
}) {
  const style = { fontFamily: mono, fontWeight: 700, ...(color && { color, textDecorationColor: color }) };
  if (!useRights().has("orders.show"))
    return (
      <Box component="span" sx={style}>
        {reference}
      </Box>
    );
  return (
    <PageLink to={`/orders/${id}/show`} {...(color && { underline: "always" as const })} sx={style}>
      {reference}
    </PageLink>
  );
}
