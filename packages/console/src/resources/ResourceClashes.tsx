import { Alert, Box } from "@mui/material";
import type { ApiAnswer } from "../api/types.ts";
import { namesQueryOptions, useAnswer } from "../api/useAnswer.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { PageLink } from "../ui/text.tsx";
import { eventName, lackingEventsAddress } from "./resource.ts";

type Clash = ApiAnswer<"resources.clashes">["clashes"][number];

const maxNamed = 5;

const useClashes = (): Clash[] => useAnswer("resources.clashes", {}, { refetchInterval: 60_000 }).data?.clashes ?? [];

/** Names all sold events that cannot run as planned. Shows nothing if all events can run. */
export function ComingResourceClashes() {
  const t = useText();
  const clashes = useClashes();
  if (clashes.length === 0) return null;
  return (
    <ResourceClashes linked title={t("resources.week.clashes", { smart_count: clashes.length })} clashes={clashes} />
  );
}

/** Says why an event cannot run as planned, and leads to the plan. Shows nothing if the event can run. */
export function EventResourceClash({ eventId }: { eventId: string }) {
  const t = useText();
  const clashes = useClashes().filter((clash) => clash.eventId === eventId);
  const resources = useAnswer(
    "resources.list",
    clashes.length > 0 ? { query: { perPage: 500 } } : null,
    namesQueryOptions,
  ).data;
  if (clashes.length === 0) return null;
  const reasons = clashes.map(({ resourceId, clash }) => {
    const name = resources?.data.find(({ id }) => id === resourceId)?.name;
    return [name, clash && t(`resources.clash.${clash}`)].filter(Boolean).join(": ");
  });
  return (
    <Alert severity="warning" className="on-screen">
      {t("resources.cannotRun", { reasons: [...new Set(reasons)].join(", ") })}{" "}
      <PageLink to={`/resource-plan?day=${clashes[0]!.from.slice(0, 10)}`} underline="always">
        {t("resources.week.title")}
      </PageLink>
    </Alert>
  );
}

/** Names sold events that cannot run as planned. With `linked` each leads to its week of the plan. */
export function ResourceClashes({
  title,
  clashes,
  linked = false,
}: {
  title: string;
  clashes: Clash[];
  linked?: boolean;
}) {
  const t = useText();
  const format = useFormat();
  const line = (clash: Clash) =>
    t("resources.clashLine", { event: eventName(clash), at: format.local(clash.from), smart_count: clash.people });
  return (
    <Alert severity="warning">
      {title}
      <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
        {clashes.slice(0, maxNamed).map((clash) => (
          <li key={`${clash.eventId} ${clash.position} ${clash.resourceId}`}>
            {linked ? (
              <PageLink to={`/resource-plan?day=${clash.from.slice(0, 10)}`}>{line(clash)}</PageLink>
            ) : (
              line(clash)
            )}
          </li>
        ))}
        {clashes.length > maxNamed && <li>{t("products.complete.more", { n: clashes.length - maxNamed })}</li>}
      </Box>
      {linked && (
        <PageLink to={lackingEventsAddress} underline="always">
          {t("resources.week.toList")}
        </PageLink>
      )}
    </Alert>
  );
}
