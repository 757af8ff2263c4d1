import { Alert, Typography } from "@mui/material";
import { InstantText, useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { DataTable } from "../ui/page/DataTable.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import type { AllotmentEvent } from "./allotment.ts";

/** What an allotment has of its events, by time. `seats`: the seats of the allotment. */
export function AllotmentEvents({ events, seats }: { events: readonly AllotmentEvent[]; seats: number }) {
  const t = useText();
  const format = useFormat();
  if (events.length === 0) return <Alert severity="info">{t("allotments.noEvents")}</Alert>;
  return (
    <DataTable
      stacked
      label={t("events.title")}
      height={480}
      rows={events}
      keyOf={({ eventId }) => eventId}
      columns={[
        {
          name: t("allotments.event"),
          value: ({ eventId, eventOn, missing }) => (
            <>
              <PageLink to={`/events/${eventId}/show`}>{format.local(eventOn)}</PageLink>
              {missing > 0 && (
                <Typography component="span" variant="body2" color="error" sx={{ display: "block", fontWeight: 600 }}>
                  {t("allotments.missing", { n: missing })}
                </Typography>
              )}
            </>
          ),
        },
        {
          name: t("allotments.taken"),
          figure: true,
          value: ({ taken }) => t("events.soldOf", { sold: format.count(taken), capacity: format.count(seats) }),
        },
        { name: t("allotments.held"), figure: true, value: ({ held }) => format.count(held) },
        {
          name: t("allotments.left"),
          figure: true,
          value: ({ left }) => (left === null ? t("allotments.unlimited") : format.count(left)),
        },
        {
          name: t("allotments.release"),
          wide: true,
          value: ({ releaseAt }) =>
            releaseAt === null ? (
              ""
            ) : Date.parse(releaseAt) <= Date.now() ? (
              <SecondaryText span>{t("allotments.released")}</SecondaryText>
            ) : (
              <InstantText at={releaseAt} />
            ),
        },
      ]}
    />
  );
}

/** Whether an allotment fits on its events, and on which it does not. */
export function AllotmentFit({ events }: { events: readonly AllotmentEvent[] }) {
  const t = useText();
  const format = useFormat();
  const short = events.filter(({ missing }) => missing > 0);
  if (events.length === 0) return null;
  if (short.length === 0)
    return (
      <Alert severity="success" role="status">
        {t("allotments.fits", { smart_count: events.length })}
      </Alert>
    );
  return (
    <Alert severity="error" role="status">
      {t("allotments.tooMany", { smart_count: short.length })}{" "}
      {short
        .slice(0, 10)
        .map(({ eventOn }) => format.local(eventOn))
        .join("; ")}
      {short.length > 10 && " …"} {t("allotments.tooManyLead")}
    </Alert>
  );
}
