import ReplayIcon from "@mui/icons-material/Replay";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import { useListContext } from "react-admin";
import { Instant } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { callbackTones, outcomeOf, saysOf } from "../orders/page/Callbacks.tsx";
import { TestChip } from "../orders/parts.tsx";
import { useRights } from "../session/hooks.ts";
import { mono } from "../theme/themes.ts";
import { DialogButton } from "../ui/dialog/DialogButton.tsx";
import { choicesOf } from "../ui/form/errors.ts";
import { usePartnerName, usePartnerNames } from "../ui/form/usePartnerNames.ts";
import { FilterBar } from "../ui/list/FilterBar.tsx";
import { InstantFilter, SearchFilter, SelectFilter, TestFilter } from "../ui/list/filters.tsx";
import { ListPage } from "../ui/list/ListPage.tsx";
import { RecordList } from "../ui/list/RecordList.tsx";
import { PageLink } from "../ui/text.tsx";
import { type DeliveryLine, numberOf, states } from "./delivery.ts";
import { ReplayRange } from "./ReplayRange.tsx";

const addressOf = ({ id }: DeliveryLine): string => `/deliveries/${id}/show`;

/** Every callback, the newest first. */
export function DeliveryList() {
  const t = useText();
  const partnerName = usePartnerName();
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
      <RecordList<DeliveryLine>
        to={addressOf}
        columns={[
          { label: t("deliveries.field.order"), value: (one) => <Name of={one} /> },
          { label: t("deliveries.field.says"), card: "bare", value: (line) => saysOf(line, t) },
          { label: t("orders.field.partner"), wrap: true, card: "bare", value: ({ partner }) => partnerName(partner) },
          {
            label: t("deliveries.field.state"),
            card: "bare",
            value: ({ state }) => <DeliveryState state={state} />,
          },
          { label: t("deliveries.field.attempts"), sort: "attempts", figure: true, value: ({ attempts }) => attempts },
          {
            label: t("deliveries.field.newest"),
            wrap: true,
            value: ({ outcome, httpStatus }) =>
              outcome === null ? t("deliveries.notSent") : outcomeOf({ outcome, httpStatus }, t),
          },
          {
            label: t("deliveries.field.created"),
            sort: "createdAt",
            value: ({ createdAt }) => <Instant at={createdAt} />,
          },
        ]}
      />
    </ListPage>
  );
}

function ReplayButton() {
  const t = useText();
  const rights = useRights();
  const { filterValues } = useListContext();
  if (!rights.has("deliveries.replayRange")) return null;
  return (
    <DialogButton
      variant="outlined"
      startIcon={<ReplayIcon />}
      label={t("deliveries.range.button")}
      dialog={(close) => <ReplayRange filter={filterValues} onClose={close} />}
    />
  );
}

function Name({ of }: { of: DeliveryLine }) {
  const t = useText();
  return (
    <Stack component="span" direction="row" sx={{ gap: 1, alignItems: "center", display: "inline-flex" }}>
      <PageLink
        to={addressOf(of)}
        aria-label={t("deliveries.one", { reference: of.reference, n: numberOf(of) })}
        sx={{ fontFamily: mono, fontWeight: 700 }}
      >
        {of.reference} · {numberOf(of)}
      </PageLink>
      {of.test && <TestChip />}
    </Stack>
  );
}

export function DeliveryState({ state }: { state: DeliveryLine["state"] }) {
  const t = useText();
  return <Chip color={callbackTones[state]} label={t(`orders.callback.state.${state}`)} />;
}

/** Frequent status codes; others can be set in the address. */
const statuses = ["200", "204", "400", "401", "403", "404", "410", "429", "500", "502", "503"];

/** The filters of callbacks. */
function DeliveryFilters() {
  const t = useText();
  const partners = usePartnerNames();
  return (
    <FilterBar first={<SearchFilter placeholder={t("deliveries.searchLead")} />}>
      <SelectFilter source="partner" label={t("orders.field.partner")} any={t("partners.any")} choices={partners} />
      <SelectFilter
        source="state"
        label={t("deliveries.field.state")}
        any={t("deliveries.anyState")}
        choices={choicesOf(states, (state) => t(`orders.callback.state.${state}`))}
      />
      <SelectFilter
        source="httpStatus"
        label={t("deliveries.field.answer")}
        any={t("deliveries.anyAnswer")}
        choices={[{ id: "0", name: t("deliveries.noAnswer") }, ...choicesOf(statuses, (status) => status)]}
      />
      <TestFilter />
      <InstantFilter source="from" label={t("deliveries.from")} />
      <InstantFilter source="to" label={t("deliveries.to")} until />
    </FilterBar>
  );
}
