import { Alert, Stack } from "@mui/material";
import { useAnswer } from "../api/useAnswer.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { NewOrder } from "../orders/sale/NewOrder.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { EventChanges, EventFigures } from "./event-parts.tsx";

/** An event beside the list: its figures and its changes. Its guests are on its page, because each reading is audited. */
export function EventPanel({ id }: { id: string }) {
  const t = useText();
  const format = useFormat();
  const query = useAnswer("events.show", { id });
  return (
    <QueryResult query={query}>
      {(event) => (
        <>
          <SecondaryText>
            {event.itemName} · {event.venue}
          </SecondaryText>
          {event.tooFew && (
            <Alert severity="warning">{t("day.tooFewLead", { n: format.count(event.minimumGuests ?? 0) })}</Alert>
          )}
          <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
            {event.deskSells && <NewOrder eventId={event.id} />}
            <EventChanges event={event} />
          </Stack>
          <EventFigures event={event} />
        </>
      )}
    </QueryResult>
  );
}
