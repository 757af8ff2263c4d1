import ReplayIcon from "@mui/icons-material/Replay";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import TableCell from "@mui/material/TableCell";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useState } from "react";
import { useListContext } from "react-admin";
import { Instant } from "../format/Instant.tsx";
import { useText } from "../i18n/index.ts";
import { callbackTones, outcomeOf } from "../orders/page/Callbacks.tsx";
import { TestChip } from "../orders/StatusChip.tsx";
import { useRights } from "../session/useRights.ts";
import { mono } from "../theme/themes.ts";
import { ListPage } from "../ui/list/ListPage.tsx";
import { SortedCell } from "../ui/list/SortedCell.tsx";
import { RecordCard, RecordCards, RecordLine, RecordLink, RecordTable } from "../ui/page/Records.tsx";
import { DeliveryFilters } from "./DeliveryFilters.tsx";
import type { DeliveryLine } from "./delivery.ts";
import { ReplayRange } from "./ReplayRange.tsx";

/** Every callback, the newest first. */
export function DeliveryList() {
  const t = useText();
  const wide = useMediaQuery("(min-width: 900px)");
  return (
    <ListPage
      resource="deliveries"
      title={t("deliveries.title")}
      lead={t("deliveries.lead")}
      empty={t("deliveries.empty")}
      sort={{ field: "createdAt", order: "DESC" }}
      filters={<DeliveryFilters />}
      actions={<ReplayButton />}
    >
      {wide ? <Lines /> : <Cards />}
    </ListPage>
  );
}

function ReplayButton() {
  const t = useText();
  const rights = useRights();
  const { filterValues } = useListContext();
  const [confirming, setConfirming] = useState(false);
  if (!rights.has("deliveries.replayRange")) return null;
  return (
    <>
      <Button variant="outlined" startIcon={<ReplayIcon />} onClick={() => setConfirming(true)}>
        {t("deliveries.range.button")}
      </Button>
      {confirming && <ReplayRange filter={filterValues} onClose={() => setConfirming(false)} />}
    </>
  );
}

const addressOf = ({ id }: DeliveryLine): string => `/deliveries/${id}/show`;

function Lines() {
  const t = useText();
  const { data = [] } = useListContext<DeliveryLine>();
  return (
    <RecordTable
      head={
        <>
          <SortedCell field="createdAt" label={t("deliveries.field.created")} />
          <TableCell>{t("deliveries.field.order")}</TableCell>
          <TableCell>{t("deliveries.field.says")}</TableCell>
          <TableCell>{t("orders.field.partner")}</TableCell>
          <TableCell>{t("deliveries.field.state")}</TableCell>
          <SortedCell field="attempts" label={t("deliveries.field.attempts")} align="right" />
          <TableCell>{t("deliveries.field.newest")}</TableCell>
        </>
      }
    >
      {data.map((one) => (
        <RecordLine key={one.id} to={addressOf(one)}>
          <TableCell sx={{ whiteSpace: "nowrap" }}>
            <Instant at={one.createdAt} />
          </TableCell>
          <TableCell sx={{ whiteSpace: "nowrap" }}>
            <Name of={one} />
          </TableCell>
          <TableCell>{t(`orders.status.${one.status}`)}</TableCell>
          <TableCell sx={{ overflowWrap: "anywhere" }}>{one.partner}</TableCell>
          <TableCell>
            <DeliveryState state={one.state} />
          </TableCell>
          <TableCell align="right">{one.attempts}</TableCell>
          <TableCell>
            <Newest of={one} />
          </TableCell>
        </RecordLine>
      ))}
    </RecordTable>
  );
}

function Cards() {
  const t = useText();
  const { data = [] } = useListContext<DeliveryLine>();
  return (
    <RecordCards>
      {data.map((one) => (
        <RecordCard key={one.id}>
          <Stack direction="row" sx={{ gap: 1, alignItems: "center", flexWrap: "wrap" }}>
            <Name of={one} />
            <DeliveryState state={one.state} />
          </Stack>
          <Typography sx={{ mt: 0.5 }}>
            {t(`orders.status.${one.status}`)} · {one.partner} · <Newest of={one} />
          </Typography>
          <Typography variant="body2" sx={{ color: "text.secondary" }}>
            <Instant at={one.createdAt} />
          </Typography>
        </RecordCard>
      ))}
    </RecordCards>
  );
}

function Name({ of }: { of: DeliveryLine }) {
  const t = useText();
  return (
    <Stack component="span" direction="row" sx={{ gap: 1, alignItems: "center", display: "inline-flex" }}>
      <RecordLink
        to={addressOf(of)}
        aria-label={t("deliveries.one", { reference: of.reference, n: of.sequence })}
        sx={{ fontFamily: mono, fontWeight: 700 }}
      >
        {of.reference} · {of.sequence}
      </RecordLink>
      {of.test && <TestChip />}
    </Stack>
  );
}

export function DeliveryState({ state }: { state: DeliveryLine["state"] }) {
  const t = useText();
  return (
    <Chip size="small" variant="outlined" color={callbackTones[state]} label={t(`orders.callback.state.${state}`)} />
  );
}

/** What became of the newest attempt. */
function Newest({ of }: { of: DeliveryLine }) {
  const t = useText();
  const { outcome, httpStatus } = of;
  return outcome === null ? t("deliveries.notSent") : outcomeOf({ outcome, httpStatus }, t);
}
