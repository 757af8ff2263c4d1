import { Alert, Box } from "@mui/material";
import { useAnswer } from "../api/useAnswer.ts";
import { reportAddress } from "../bulk/bulk.ts";
import { eventAddress } from "../events/EventViewLinks.tsx";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { ComingResourceClashes } from "../resources/ResourceClashes.tsx";
import { eventName } from "../resources/resource.ts";
import { useRights } from "../session/hooks.ts";
import { PageLink } from "../ui/text.tsx";

/** Names the sold events about which the operator has to decide, whatever their day. */
export function EventsToDecide() {
  return (
    <>
      <ComingResourceClashes />
      <TooFew />
      <ToCall />
    </>
  );
}

function TooFew() {
  const t = useText();
  const { local, count } = useFormat();
  const { data } = useAnswer("events.day", { query: { tooFew: true } }, { refetchInterval: 60_000 });
  if (!data || data.total === 0) return null;
  return (
    <Alert severity="warning">
      {t("day.tooFewEvents", { smart_count: data.total })}
      <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
        {data.data.map((event) => (
          <li key={event.id}>
            <PageLink to={eventAddress(event.id)}>
              {t("day.tooFewLine", {
                event: eventName(event),
                at: local(event.eventOn),
                n: count(event.sold),
                minimum: count(event.minimumGuests ?? 0),
              })}
            </PageLink>
          </li>
        ))}
      </Box>
    </Alert>
  );
}

/** Actions whose guests have no letter and were not called. */
function ToCall() {
  const t = useText();
  const { local } = useFormat();
  const may = useRights().has("bulkActions.toCall");
  const { data } = useAnswer("bulkActions.toCall", may ? {} : null, { refetchInterval: 60_000 });
  if (!data || data.total === 0) return null;
  return (
    <Alert severity="warning">
      {t("bulk.report.untold", { smart_count: data.data.reduce((sum, { orders }) => sum + orders, 0) })}
      <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
        {data.data.map(({ id, kind, productName, eventOn, moreEvents, orders }) => (
          <li key={id}>
            <PageLink to={reportAddress(id)}>
              {t(`bulk.title.${kind}`)}: {productName}, {local(eventOn)}
              {moreEvents > 0 && ` ${t("bulk.moreEvents", { smart_count: moreEvents })}`} ({orders})
            </PageLink>
          </li>
        ))}
      </Box>
    </Alert>
  );
}
