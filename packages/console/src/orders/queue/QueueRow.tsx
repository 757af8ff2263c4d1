import FlagIcon from "@mui/icons-material/Flag";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { mono } from "../../theme/themes.ts";
import { PageLink, Secondary } from "../../ui/text.tsx";
import { canBeContacted, decisionsOf, type OrderAction, type OrderLine } from "../order.ts";
import { StatusChip, TestChip } from "../parts.tsx";

/** A waiting order, with its reason and its decisions. */
export function QueueRow({
  order,
  may,
  onAction,
}: {
  order: OrderLine;
  may: (action: OrderAction) => boolean;
  onAction: (action: OrderAction) => void;
}) {
  const t = useText();
  const format = useFormat();
  const { reference, status, flag } = order;
  const decisions = decisionsOf(status).filter((action) => action !== "cancel" && may(action));
  return (
    <Box
      component="li"
      sx={{
        display: "grid",
        gap: { xs: 1, md: 2 },
        alignItems: "center",
        gridTemplateColumns: { md: "9.5rem minmax(0, 1fr) 9rem 13.5rem" },
        px: 2,
        py: 1.5,
        boxShadow: ({ palette }) => (flag ? `inset 5px 0 0 ${palette.warning.main}` : "none"),
        "&:hover": { bgcolor: "action.hover" },
        "&:focus-within": { bgcolor: "action.selected" },
      }}
    >
      <Stack
        direction={{ xs: "row", md: "column" }}
        sx={{ gap: 0.5, alignItems: { xs: "center", md: "flex-start" }, flexWrap: "wrap" }}
      >
        <PageLink
          to={`/orders/${order.id}/show`}
          data-order
          sx={{ fontFamily: mono, fontWeight: 700, fontSize: "0.9375rem" }}
        >
          {reference}
        </PageLink>
        {status === "waitsupplier" || status === "waitcancel" ? (
          <Chip
            label={t(`orders.queue.kind.${status}`)}
            variant={status === "waitcancel" ? "filled" : "outlined"}
            color={status === "waitcancel" ? "warning" : "default"}
            sx={{ fontWeight: 600 }}
          />
        ) : (
          <StatusChip status={status} />
        )}
        {order.test && <TestChip />}
      </Stack>
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{order.productName}</Typography>
        <Secondary>
          {format.local(order.eventOn)} · {order.cityCode} · {order.partnerName}
          {order.externalReference && <span style={{ whiteSpace: "nowrap" }}> {order.externalReference}</span>}
        </Secondary>
        {flag && (
          <Stack direction="row" sx={{ gap: 0.75, mt: 0.5, color: "warning.dark", alignItems: "flex-start" }}>
            <FlagIcon fontSize="small" titleAccess={t("orders.flagged")} />
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {t(`orders.flag.${flag}`)}
            </Typography>
          </Stack>
        )}
      </Box>
      <Box
        sx={{
          textAlign: { md: "right" },
          display: "flex",
          flexDirection: { xs: "row", md: "column" },
          gap: { xs: 1.5, md: 0 },
        }}
      >
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {format.money(order.totalUsd)}
        </Typography>
        <Secondary span>
          {t("orders.people", { smart_count: order.seats })} · {format.since(order.createdAt, Date.now())}
        </Secondary>
      </Box>
      <Stack direction="row" sx={{ gap: 1, justifyContent: { md: "flex-end" }, flexWrap: "wrap" }}>
        {decisions.map((action, nth) => (
          <Button
            key={action}
            size="small"
            variant={nth === 0 ? "contained" : "outlined"}
            aria-label={`${t(`orders.action.${action}.button`)}: ${reference}`}
            onClick={() => onAction(action)}
          >
            {/* What it is about stands in the row; the whole of it is the button's name. */}
            {t(
              action === "confirmCancel" || action === "declineCancel"
                ? `orders.queue.${action}`
                : `orders.action.${action}.button`,
            )}
          </Button>
        ))}
        {decisions.length === 0 && canBeContacted(order) && may("contactSupplier") && (
          <Button
            size="small"
            variant="outlined"
            aria-label={`${t("orders.action.contactSupplier.button")}: ${reference}`}
            onClick={() => onAction("contactSupplier")}
          >
            {t("orders.action.contactSupplier.button")}
          </Button>
        )}
      </Stack>
    </Box>
  );
}
