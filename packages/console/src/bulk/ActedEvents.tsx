import { Box } from "@mui/material";
import { eventAddress } from "../events/EventViewLinks.tsx";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { PageLink } from "../ui/text.tsx";
import type { ActedEvent } from "./bulk.ts";

/** Number of events that the list shows without scrolling. */
const maxLines = 10;

/** The last visible line fades, so that the list does not look complete. */
const scrolls = {
  maxHeight: "24rem",
  overflowY: "auto",
  pb: 4,
  maskImage: "linear-gradient(to bottom, currentcolor calc(100% - 2.5rem), transparent)",
};

/** Names the events of an action: one in a line, several in a list that scrolls. */
export function ActedEvents({
  events,
}: {
  events: readonly Pick<ActedEvent, "id" | "eventOn" | "productName" | "itemName">[];
}) {
  const t = useText();
  const { local, count } = useFormat();
  const sorted = [...events].sort((one, other) => (one.eventOn < other.eventOn ? -1 : 1));
  const lines = sorted.map(({ id, eventOn, productName, itemName }) => ({
    id,
    text: (
      <>
        <PageLink to={eventAddress(id)} sx={{ fontWeight: 700 }}>
          {local(eventOn)}
        </PageLink>{" "}
        · {[productName, itemName].filter(Boolean).join(", ")}
      </>
    ),
  }));
  if (lines.length === 1) return lines[0]!.text;
  return (
    <>
      {t("bulk.events", { smart_count: events.length, n: count(events.length) })}
      <Box
        component="ul"
        {...(lines.length > maxLines && { tabIndex: 0 })}
        aria-label={t("events.title")}
        sx={{ m: 0, pl: 2.5, ...(lines.length > maxLines && scrolls) }}
      >
        {lines.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </Box>
    </>
  );
}
