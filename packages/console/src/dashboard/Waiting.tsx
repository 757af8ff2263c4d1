import CheckCircleIcon from "@mui/icons-material/CheckCircle";
import FlagIcon from "@mui/icons-material/Flag";
import HourglassEmptyIcon from "@mui/icons-material/HourglassEmpty";
import HourglassTopIcon from "@mui/icons-material/HourglassTop";
import List from "@mui/material/List";
import ListItem from "@mui/material/ListItem";
import ListItemIcon from "@mui/material/ListItemIcon";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { Section } from "../ui/page/layout.tsx";
import { filteredList, PageLink, Secondary } from "../ui/text.tsx";
import type { Report } from "./report.ts";
import { WaitingOrders } from "./today/WaitingOrders.tsx";

/** The orders that wait for a decision, with a link to the queue. */
export function Waiting({ orders, at }: { orders: Report["orders"]; at: number }) {
  const t = useText();
  const format = useFormat();
  const { waitsupplier, waitcancel, flagged, oldestWaitingAt } = orders;
  const nothing = waitsupplier + waitcancel + flagged === 0;
  return (
    <Section
      title={t("dashboard.waiting.title")}
      aside={
        <PageLink to="/queue" sx={{ fontWeight: 600 }}>
          {t("dashboard.waiting.queue")}
        </PageLink>
      }
    >
      {nothing ? (
        <Stack direction="row" sx={{ gap: 1, alignItems: "center", py: 1 }}>
          <CheckCircleIcon color="success" />
          <Typography>{t("dashboard.waiting.none")}</Typography>
        </Stack>
      ) : (
        <List disablePadding>
          <Line
            icon={<FlagIcon color={flagged > 0 ? "warning" : "disabled"} />}
            text={t("orders.flagged")}
            count={flagged}
            to={filteredList("orders", { flagged: "true" })}
          />
          <Line
            icon={<HourglassEmptyIcon color={waitsupplier > 0 ? "info" : "disabled"} />}
            text={t("orders.status.waitsupplier")}
            count={waitsupplier}
            to="/queue"
          />
          <Line
            icon={<HourglassTopIcon color={waitcancel > 0 ? "info" : "disabled"} />}
            text={t("orders.status.waitcancel")}
            count={waitcancel}
            to="/queue"
          />
        </List>
      )}
      <WaitingOrders />
      {oldestWaitingAt && (
        <Secondary sx={{ mt: 1 }}>
          {t("dashboard.waiting.oldest", { since: format.since(oldestWaitingAt, at) })}
        </Secondary>
      )}
    </Section>
  );
}

function Line({ icon, text, count, to }: { icon: ReactNode; text: string; count: number; to: string }) {
  const format = useFormat();
  return (
    <ListItem disableGutters sx={{ py: 0.75, "& + &": { borderTop: 1, borderColor: "divider" } }}>
      <ListItemIcon sx={{ minWidth: 34 }}>{icon}</ListItemIcon>
      <Typography sx={{ flex: 1 }}>{count > 0 ? <PageLink to={to}>{text}</PageLink> : text}</Typography>
      <Typography sx={{ fontWeight: 700, fontSize: "1.125rem" }}>{format.count(count)}</Typography>
    </ListItem>
  );
}
