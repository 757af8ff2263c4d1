import { Alert, Stack, Typography } from "@mui/material";
import { useAnswer } from "../api/useAnswer.ts";
import type { DayEvent } from "../day/day-event.ts";
import { eventAddress } from "../events/EventViewLinks.tsx";
import { EventStateText } from "../events/parts.tsx";
import { today } from "../format/days.ts";
import { useFormat, useZoneCity } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useTicketsText } from "../orders/parts.tsx";
import { NewOrder } from "../orders/sale/NewOrder.tsx";
import { EventResources } from "../resources/EventResources.tsx";
import { RecordPanel } from "../ui/list/RecordPanel.tsx";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { filteredListAddress, PageLink, SecondaryText } from "../ui/text.tsx";
import { type TimetableEvent, timesOf } from "./columns.ts";
import { useSeatsText } from "./event-facts.tsx";

/** Most orders that the panel names. The list of orders has all. */
const namedOrders = 50;

/** An event beside its timetable: its time, its resources, its guests and their open balances. */
export function EventSide({ event, onClose }: { event: TimetableEvent; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const cityOf = useZoneCity();
  const seats = useSeatsText();
  const query = useAnswer("events.show", { id: event.id });
  const { id, productName, itemName, eventOn, timeZone } = event;
  const times = timesOf(event);
  return (
    <RecordPanel name={productName} to={eventAddress(id)} width={360} onClose={onClose}>
      <div>
        <Typography sx={{ fontWeight: 600 }}>
          {format.longDay(eventOn.slice(0, 10))}, {times ? `${times.from}–${times.until}` : t("day.allDay")}
        </Typography>
        <SecondaryText>
          {[itemName !== productName && itemName, seats(event)].filter(Boolean).join(" · ")}
        </SecondaryText>
        <SecondaryText>{t("day.zone", { zone: cityOf(timeZone) })}</SecondaryText>
      </div>
      <QueryResult query={query}>{(shown) => <ShownEvent event={shown} />}</QueryResult>
    </RecordPanel>
  );
}

function ShownEvent({ event }: { event: DayEvent }) {
  const t = useText();
  const format = useFormat();
  const isToday = event.eventOn.slice(0, 10) === today(event.timeZone);
  return (
    <>
      <div>
        <EventStateText event={event} />
      </div>
      {event.tooFew && (
        <Alert severity="warning">{t("day.tooFewLead", { n: format.count(event.minimumGuests ?? 0) })}</Alert>
      )}
      <EventResources event={event} />
      <Guests event={event} />
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: "wrap", alignItems: "center" }}>
        {event.deskSells && <NewOrder eventId={event.id} walkIn={isToday} variant="outlined" />}
        <PageLink to={`${eventAddress(event.id)}?part=manifest`}>{t("day.manifest.title")}</PageLink>
        <PageLink to={filteredListAddress("orders", { eventId: event.id })}>{t("day.orders")}</PageLink>
      </Stack>
    </>
  );
}

/** The standing orders of an event, by their guests. */
function Guests({ event: { id } }: { event: DayEvent }) {
  const t = useText();
  const format = useFormat();
  const ticketsText = useTicketsText();
  const query = useAnswer("orders.list", {
    query: { eventId: id, standing: true, test: false, sort: "createdAt", order: "asc", perPage: namedOrders },
  });
  return (
    <SectionCard title={t("guides.guests")}>
      <QueryResult query={query} lines={2}>
        {({ data, total }) =>
          data.length === 0 ? (
            <SecondaryText>{t("guides.noGuests")}</SecondaryText>
          ) : (
            <>
              <PlainList label={t("guides.guests")}>
                {data.map(({ id: orderId, leadName, email, reference, tickets, people, balanceDue, currencyCode }) => (
                  <LinedItem key={orderId} dense>
                    <PageLink to={`/orders/${orderId}/show`} sx={{ fontWeight: 600 }}>
                      {leadName ?? (email || reference)}
                    </PageLink>
                    <SecondaryText>
                      {t("orders.people", { smart_count: people })} · {ticketsText(tickets)}
                    </SecondaryText>
                    {Number(balanceDue) > 0 && (
                      <Typography variant="body2" sx={{ color: "warning.dark", fontWeight: 600 }}>
                        {t("balance.due", { amount: format.amount(balanceDue ?? "0", currencyCode) })}
                      </Typography>
                    )}
                  </LinedItem>
                ))}
              </PlainList>
              {total > data.length && (
                <SecondaryText>{t("timetable.moreOrders", { smart_count: total - data.length })}</SecondaryText>
              )}
            </>
          )
        }
      </QueryResult>
    </SectionCard>
  );
}
