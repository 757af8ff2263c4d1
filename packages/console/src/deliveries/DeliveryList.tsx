import ReplayIcon from "@mui/icons-material/Replay";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import Link from "@mui/material/Link";
import Stack from "@mui/material/Stack";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import Typography from "@mui/material/Typography";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useState } from "react";
import { useListContext } from "react-admin";
import { Link as RouterLink, useNavigate } from "react-router";
import { useText } from "../i18n/index.ts";
import { callbackTones, outcomeOf } from "../orders/Callbacks.tsx";
import { TestChip } from "../orders/StatusChip.tsx";
import { mono } from "../theme/themes.ts";
import { Instant } from "../ui/Instant.tsx";
import { ListPage } from "../ui/ListPage.tsx";
import { SortedCell } from "../ui/SortedCell.tsx";
import { useRights } from "../ui/useRights.ts";
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
  const [asking, setAsking] = useState(false);
  if (!rights.has("deliveries.replayRange")) return null;
  return (
    <>
      <Button variant="outlined" startIcon={<ReplayIcon />} onClick={() => setAsking(true)}>
        {t("deliveries.range.button")}
      </Button>
      {asking && <ReplayRange filter={filterValues} onClose={() => setAsking(false)} />}
    </>
  );
}

const addressOf = ({ id }: DeliveryLine): string => `/deliveries/${id}/show`;

function Lines() {
  const t = useText();
  const navigate = useNavigate();
  const { data = [] } = useListContext<DeliveryLine>();
  return (
    <Box sx={{ overflowX: "auto" }}>
      <Table size="small" sx={{ "& .MuiTableCell-root": { px: 1.5 } }}>
        <TableHead>
          <TableRow>
            <SortedCell field="createdAt" label={t("deliveries.field.created")} />
            <TableCell>{t("deliveries.field.order")}</TableCell>
            <TableCell>{t("deliveries.field.says")}</TableCell>
            <TableCell>{t("orders.field.partner")}</TableCell>
            <TableCell>{t("deliveries.field.state")}</TableCell>
            <SortedCell field="attempts" label={t("deliveries.field.attempts")} align="right" />
            <TableCell>{t("deliveries.field.newest")}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {data.map((one) => (
            <TableRow key={one.id} hover onClick={() => navigate(addressOf(one))} sx={{ cursor: "pointer" }}>
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
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

function Cards() {
  const t = useText();
  const { data = [] } = useListContext<DeliveryLine>();
  return (
    <Box component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
      {data.map((one) => (
        <Box component="li" key={one.id} sx={{ p: 1.5, "& + &": { borderTop: 1, borderColor: "divider" } }}>
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
        </Box>
      ))}
    </Box>
  );
}

function Name({ of }: { of: DeliveryLine }) {
  const t = useText();
  return (
    <Stack component="span" direction="row" sx={{ gap: 1, alignItems: "center", display: "inline-flex" }}>
      <Link
        component={RouterLink}
        to={addressOf(of)}
        onClick={(event) => event.stopPropagation()}
        aria-label={t("deliveries.one", { reference: of.reference, n: of.sequence })}
        sx={{ fontFamily: mono, fontWeight: 700 }}
      >
        {of.reference} · {of.sequence}
      </Link>
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
