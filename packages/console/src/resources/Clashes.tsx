import { Alert, Box } from "@mui/material";
import type { Answer } from "../api/types.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { PageLink } from "../ui/text.tsx";
import { eventName } from "./resource.ts";

type Clash = Answer<"resources.clashes">["clashes"][number];

const mostNamed = 5;

/** Names sold events that cannot run as planned. With `linked` each leads to its week of the plan. */
export function Clashes({ title, clashes, linked = false }: { title: string; clashes: Clash[]; linked?: boolean }) {
  const t = useText();
  const format = useFormat();
  const line = (clash: Clash) =>
    t("resources.clashLine", { event: eventName(clash), at: format.local(clash.from), smart_count: clash.people });
  return (
    <Alert severity="warning">
      {title}
      <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
        {clashes.slice(0, mostNamed).map((clash) => (
          <li key={`${clash.eventId} ${clash.position} ${clash.resourceId}`}>
            {linked ? (
              <PageLink to={`/resource-plan?day=${clash.from.slice(0, 10)}`}>{line(clash)}</PageLink>
            ) : (
              line(clash)
            )}
          </li>
        ))}
        {clashes.length > mostNamed && <li>{t("resources.more", { n: clashes.length - mostNamed })}</li>}
      </Box>
    </Alert>
  );
}
