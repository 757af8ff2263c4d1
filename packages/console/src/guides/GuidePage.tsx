import PlaceIcon from "@mui/icons-material/Place";
import { Box, Button, Link as MuiLink, Stack, Typography } from "@mui/material";
import { useState } from "react";
import { Link, useParams } from "react-router";
import type { ApiAnswer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { resourceWeekAddress } from "../resources/resource.ts";
import { useRights, useSignedInOperator } from "../session/hooks.ts";
import { ShownOnceDialog } from "../ui/dialogs.tsx";
import { FormButton } from "../ui/FormDialog.tsx";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { Page } from "../ui/page/Page.tsx";
import { PagePlaceholder } from "../ui/page/PagePlaceholder.tsx";
import { QueryResult } from "../ui/page/QueryResult.tsx";
import { PageLink, ScreenReaderText, SecondaryText } from "../ui/text.tsx";

export type GuideEvent = ApiAnswer<"guides.events">["events"][number];

/** The events of a guide, for the guide's phone: today, tomorrow and the next days. */
export function GuidePage() {
  const t = useText();
  const { id = "" } = useParams();
  const { me } = useSignedInOperator();
  const rights = useRights();
  const query = useAnswer("guides.events", { id }, { refetchInterval: 60_000 });
  return (
    <QueryResult query={query} loading={<PagePlaceholder />}>
      {({ name, events }) => (
        <Page
          title={me?.resourceId === id ? t("guides.title") : t("guides.titleOf", { name })}
          lead={t("guides.lead")}
          width={760}
          actions={
            rights.has("events.timetable") && (
              <Button component={Link} to={resourceWeekAddress(id)} variant="outlined">
                {t("timetable.weekOf", { name })}
              </Button>
            )
          }
        >
          <Day title={t("day.today")} id={id} events={events.filter(({ daysAhead }) => daysAhead === 0)} />
          <Day title={t("day.tomorrow")} id={id} events={events.filter(({ daysAhead }) => daysAhead === 1)} />
          <Day title={t("guides.later")} id={id} dated events={events.filter(({ daysAhead }) => daysAhead > 1)} />
          {rights.has("guides.calendar") && <CalendarSection id={id} name={name} />}
        </Page>
      )}
    </QueryResult>
  );
}

function Day({
  title,
  id,
  events,
  dated = false,
}: {
  title: string;
  id: string;
  events: GuideEvent[];
  dated?: boolean;
}) {
  const t = useText();
  return (
    <SectionCard title={title}>
      {events.length === 0 ? (
        <Typography>{t("day.none")}</Typography>
      ) : (
        <PlainList>
          {events.map((event) => (
            <LinedItem key={event.id} columns={{ xs: "4rem minmax(0, 1fr)", md: "5rem minmax(0, 1fr)" }}>
              <TimeOf event={event} dated={dated} />
              <Stack sx={{ gap: 0.75, minWidth: 0, overflowWrap: "anywhere" }}>
                <div>
                  <PageLink
                    to={`/guides/${id}/events/${event.id}`}
                    aria-label={t("guides.openGuests", { event: event.productName })}
                    sx={{ fontWeight: 600, display: "inline-block", py: 0.25 }}
                  >
                    {event.productName}
                  </PageLink>
                  <SecondaryText>{event.itemName}</SecondaryText>
                </div>
                <EventFacts event={event} />
              </Stack>
            </LinedItem>
          ))}
        </PlainList>
      )}
    </SectionCard>
  );
}

function TimeOf({ event: { eventOn, minutes, timeZone }, dated }: { event: GuideEvent; dated: boolean }) {
  const format = useFormat();
  return (
    <Box>
      {dated && <Typography sx={{ fontWeight: 600 }}>{format.shortDay(eventOn.slice(0, 10))}</Typography>}
      <Typography component="span" sx={{ fontSize: "1.25rem", fontWeight: 700 }} title={timeZone}>
        {eventOn.slice(11, 16)}
      </Typography>
      <SecondaryText>{format.minutes(minutes)}</SecondaryText>
    </Box>
  );
}

/** People and languages, the meeting points, and the pickups in the order of the tour. */
export function EventFacts({ event }: { event: GuideEvent }) {
  const t = useText();
  const { count } = useFormat();
  const { people, blocked, admitted, languages, meetingPoints, pickups } = event;
  const spoken = languages.map((one) => `${t(`content.lang.${one.lang}`)} ${count(one.people)}`).join(", ");
  const groups = blocked > 0 && t("guides.blocked", { smart_count: blocked });
  return (
    <>
      <div>
        <b>{t("orders.people", { smart_count: people })}</b>
        {[spoken, groups].map((part) => part && ` · ${part}`)}
        {admitted > 0 && (
          <SecondaryText>
            {t("guides.arrived", { arrived: count(admitted), people: count(people - blocked) })}
          </SecondaryText>
        )}
      </div>
      <div>
        <Typography variant="overline" component="div" sx={{ color: "text.secondary" }}>
          {t("guides.meetingPoint")}
        </Typography>
        {meetingPoints.map(({ name, address, arriveMinutesBefore, map }) => (
          <Box key={name}>
            {name}
            {map && (
              <MuiLink href={map} target="_blank" rel="noreferrer" sx={{ ml: 0.5 }}>
                <PlaceIcon fontSize="small" sx={{ verticalAlign: "text-bottom" }} />
                <ScreenReaderText>{t("guides.map", { name })}</ScreenReaderText>
              </MuiLink>
            )}
            <SecondaryText>
              {[address, arriveMinutesBefore ? t("guides.early", { n: arriveMinutesBefore }) : ""]
                .filter(Boolean)
                .join(" · ")}
            </SecondaryText>
          </Box>
        ))}
      </div>
      {pickups.length > 0 && (
        <div>
          <Typography variant="overline" component="div" sx={{ color: "text.secondary" }}>
            {t("guides.pickups")}
          </Typography>
          <PlainList ordered label={t("guides.pickups")} gap={0.5}>
            {pickups.map(({ at, place, address, people: waiting }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a place can be in the tour twice.
              <li key={`${place} ${n}`}>
                <b>{at?.slice(11, 16) ?? t("guides.noTime")}</b> {place} ·{" "}
                {t("orders.people", { smart_count: waiting })}
                {address && <SecondaryText>{address}</SecondaryText>}
              </li>
            ))}
          </PlainList>
        </div>
      )}
    </>
  );
}

/** Makes, replaces and revokes the address of a guide's calendar. */
function CalendarSection({ id, name }: { id: string; name: string }) {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const query = useAnswer("guides.calendar", { id });
  const [address, setAddress] = useState<string | null>(null);
  return (
    <SectionCard title={t("events.calendar.short")} gap={1.5}>
      <SecondaryText>{t("guides.calendar.lead")}</SecondaryText>
      <QueryResult query={query} lines={2}>
        {({ madeAt, madeBy }) => {
          const make = t(madeAt ? "guides.calendar.renew" : "guides.calendar.make");
          return (
            <>
              <Typography>
                {madeAt
                  ? t("guides.calendar.since", { by: madeBy ?? "", at: format.instant(madeAt) })
                  : t("guides.calendar.none")}
              </Typography>
              <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
                <FormButton
                  button={{ variant: "outlined" }}
                  label={make}
                  title={t("events.calendar.short")}
                  lead={t(madeAt ? "guides.calendar.renewLead" : "guides.calendar.lead")}
                  save={() => api("guides.makeCalendar", { id })}
                  onSaved={(made) => setAddress(made.address)}
                />
                {madeAt && (
                  <FormButton
                    danger
                    button={{ color: "error" }}
                    label={t("guides.calendar.revoke")}
                    title={t("guides.calendar.revokeTitle", { name })}
                    lead={t("guides.calendar.revokeLead")}
                    save={() => api("guides.revokeCalendar", { id })}
                    notice={t("guides.calendar.revoked")}
                  />
                )}
              </Stack>
            </>
          );
        }}
      </QueryResult>
      {address !== null && (
        <ShownOnceDialog
          title={t("guides.calendar.made", { name })}
          label={t("field.address")}
          text={address}
          warning={t("guides.calendar.warning")}
          copy={t("guides.calendar.copy")}
          done={t("guides.calendar.done")}
          onClose={() => setAddress(null)}
        />
      )}
    </SectionCard>
  );
}
