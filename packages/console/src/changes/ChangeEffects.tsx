import SyncIcon from "@mui/icons-material/Sync";
import { Alert, Box, Button, Chip, Stack } from "@mui/material";
import { Link } from "react-router";
import { partnerLanguages } from "../api/languages.ts";
import { eventsActionAddress, letterAboutFacts } from "../bulk/bulk.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { PlainList } from "../ui/page/layout.tsx";
import { changedFieldName } from "./ChangedValue.tsx";
import { type CatalogueChanges, changeOutcomes, recordKinds } from "./changes.ts";

/** The effects of a change: the number of records, the seats sold of them, and the changes in partners' copies. */
export function ChangeEffects({ changes }: { changes: CatalogueChanges }) {
  return (
    <Stack sx={{ gap: 1.25 }}>
      <Counts changes={changes} />
      <Sold changes={changes} />
      <Moves changes={changes} />
      <Guests changes={changes} />
      <Outdated changes={changes} />
      <Copies changes={changes} />
    </Stack>
  );
}

function Counts({ changes: { counts } }: { changes: CatalogueChanges }) {
  const t = useText();
  const found = recordKinds.flatMap((kind) =>
    changeOutcomes
      .filter((outcome) => counts[kind]?.[outcome] > 0)
      .map((outcome) => ({ kind, outcome, n: counts[kind][outcome] })),
  );
  if (found.length === 0) return null;
  return (
    <Stack direction="row" component="ul" sx={{ gap: 1, flexWrap: "wrap", listStyle: "none", m: 0, p: 0 }}>
      {found.map(({ kind, outcome, n }) => (
        <li key={`${kind} ${outcome}`}>
          <Chip
            color={({ added: "success", changed: "default", removed: "error" } as const)[outcome]}
            label={t(`changes.counted.${kind}.${outcome}`, { smart_count: n })}
          />
        </li>
      ))}
    </Stack>
  );
}

function Sold({ changes: { sold } }: { changes: CatalogueChanges }) {
  const t = useText();
  if (sold.events === 0) return null;
  const grave = sold.overbookedEvents > 0 || sold.removedEvents > 0;
  return (
    <Alert severity={grave ? "warning" : "info"}>
      <Stack component="span" sx={{ gap: 0.5 }}>
        {sold.overbookedEvents > 0 && (
          <strong>{t("changes.overbooked", { smart_count: sold.overbookedEvents })}</strong>
        )}
        {sold.removedEvents > 0 && (
          <strong>{t("changes.removedSold", { smart_count: sold.removedEvents, seats: sold.removedSeats })}</strong>
        )}
        <span>{t("changes.soldEvents", { smart_count: sold.events, seats: sold.seats })}</span>
      </Stack>
    </Alert>
  );
}

/** The sold events that get another time of their day. */
function Moves({ changes: { moves, moreMoves } }: { changes: CatalogueChanges }) {
  const t = useText();
  if (moves.length === 0) return null;
  const times = [
    ...new Set(moves.map(({ event, to }) => `${event.eventOn.slice(11, 16)} → ${to.eventOn.slice(11, 16)}`)),
  ];
  const seats = moves.reduce((sum, { event }) => sum + event.seats, 0);
  return (
    <Alert severity="warning">
      <Stack sx={{ gap: 0.5 }}>
        <strong>{t("changes.moves", { smart_count: moves.length, seats, times: times.join(", ") })}</strong>
        <span>{t("changes.movesLead")}</span>
        {moreMoves > 0 && <span>{t("changes.movesMore", { n: moves.length, more: moreMoves })}</span>}
      </Stack>
    </Alert>
  );
}

/** The booked guests who notice the change, by name. */
function Guests({ changes: { guests, sold } }: { changes: CatalogueChanges }) {
  const t = useText();
  const format = useFormat();
  if (guests.orders === 0) return null;
  // `Moves` describes the events that get another time.
  const facts = guests.fields
    .filter((field) => field !== "eventOn" || sold.removedEvents > 0)
    .map((field) => (field === "eventOn" ? t("changes.guestsGone") : changedFieldName(field, t)));
  const unnamed = guests.orders - guests.named.length;
  return (
    <Alert severity="warning">
      <Stack sx={{ gap: 0.5 }}>
        <strong>{t("changes.guests", { smart_count: guests.orders, seats: guests.seats })}</strong>
        {facts.length > 0 && <span>{t("changes.guestsFacts", { list: facts.join(", ") })}</span>}
        {guests.moreEvents > 0 && (
          <span>{t("changes.guestsMoreEvents", { n: guests.events.length, more: guests.moreEvents })}</span>
        )}
        <Box component="details">
          <Box component="summary" sx={{ cursor: "pointer", fontWeight: 600 }}>
            {t("changes.guestsNamed")}
          </Box>
          <PlainList label={t("changes.guestsNamed")}>
            {guests.named.map(({ id, reference, leadName, eventOn, people }) => (
              <li key={id}>
                {[reference, leadName, format.local(eventOn), t("orders.people", { smart_count: people })]
                  .filter(Boolean)
                  .join(" · ")}
              </li>
            ))}
            {unnamed > 0 && <li>{t("changes.guestsUnnamed", { smart_count: unnamed })}</li>}
          </PlainList>
        </Box>
      </Stack>
    </Alert>
  );
}

/** A link to the letter for the guests who notice a saved change. Shows nothing if there are none, or if the operator may not write to them. */
export function TellGuests({ changes: { guests } }: { changes: CatalogueChanges }) {
  const t = useText();
  const rights = useRights();
  if (guests.orders === 0 || !rights.has("bulkActions.start")) return null;
  return (
    <Button
      component={Link}
      to={eventsActionAddress("inform")}
      state={letterAboutFacts(guests)}
      variant="contained"
      sx={{ alignSelf: "flex-start" }}
    >
      {t("changes.tellGuests", { smart_count: guests.orders })}
    </Button>
  );
}

/** Languages whose texts stay while a text of another language changes. */
function Outdated({ changes: { records } }: { changes: CatalogueChanges }) {
  const t = useText();
  const found = new Set(records.flatMap(({ fields }) => fields.flatMap(({ outdated = [] }) => outdated)));
  if (found.size === 0) return null;
  const languages = partnerLanguages.filter((lang) => found.has(lang)).map((lang) => t(`content.lang.${lang}`));
  return <Alert severity="warning">{t("changes.outdatedTexts", { languages: languages.join(", ") })}</Alert>;
}

const brought = ["products", "events", "pages", "currencies", "deletedProducts"] as const;

function Copies({ changes: { partners } }: { changes: CatalogueChanges }) {
  const t = useText();
  const list = brought
    .filter((kind) => partners[kind] > 0)
    .map((kind) => t(`changes.bring.${kind}`, { smart_count: partners[kind] }));
  const text =
    list.length === 0
      ? t("changes.copiesUntouched")
      : partners.synced === 0
        ? t("changes.copiesNone")
        : `${t("changes.copies", { smart_count: partners.synced })} ${t("changes.brings", { list: list.join(", ") })}`;
  return (
    <Alert severity="info" icon={<SyncIcon />}>
      {text}
    </Alert>
  );
}
