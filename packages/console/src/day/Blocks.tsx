import { Box, Button, Typography } from "@mui/material";
import { Link } from "react-router";
import type { ApiAnswer, RequestBody } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { addDays, today } from "../format/days.ts";
import { useFormat, useZoneCity } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights, useStoreZone } from "../session/hooks.ts";
import { RecordActions } from "../ui/dialogs.tsx";
import { FormButton, FormDialog } from "../ui/FormDialog.tsx";
import { useRequiredRule, useWholeNumberRule } from "../ui/form/errors.ts";
import { TextField } from "../ui/form/TextField.tsx";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";
import type { DayEvent } from "./day-event.ts";

/** Seats of events that are blocked for groups until their day of release. */

type Block = ApiAnswer<"blocks.list">["data"][number];

interface BlockValues {
  name: string;
  contact: string;
  note: string;
  seats: string;
  release: string;
}

const bodyOf = ({ seats, ...texts }: BlockValues): RequestBody<"blocks.create"> => ({ ...texts, seats: Number(seats) });
const valuesOf = ({ name, contact, note, seats, release }: Block): BlockValues => ({
  ...{ name, contact, note, release },
  seats: String(seats),
});

/**
 * Proposes the release of a block: noon a week before the event, noon the day before, or the event's start, whichever is the first in the
 * future.
 */
function usualRelease(eventOn: string, presentDay: string): string {
  const day = eventOn.slice(0, 10);
  const found = [addDays(day, -7), addDays(day, -1)].find((one) => one > presentDay);
  return found ? `${found}T12:00` : eventOn.slice(0, 16);
}

/** Blocks seats of an event. */
export function SeatBlockDialog({
  event: { id, eventOn, left },
  onClose,
}: {
  event: Pick<DayEvent, "id" | "eventOn" | "left">;
  onClose: () => void;
}) {
  const t = useText();
  const api = useApi();
  const release = usualRelease(eventOn, today(useStoreZone()));
  return (
    <FormDialog<BlockValues, Block>
      submit={t("blocks.button")}
      onClose={onClose}
      title={t("blocks.createTitle")}
      lead={t("blocks.createLead")}
      defaults={{ name: "", contact: "", note: "", seats: "", release }}
      save={(values) => api("blocks.create", { id, body: bodyOf(values) })}
      notice={({ name, seats }) => t("blocks.created", { name, smart_count: seats })}
    >
      <BlockFields left={left} />
    </FormDialog>
  );
}

/** `left`: the free seats of the event, or null if the event has no limit. */
function BlockFields({ left = null }: { left?: number | null }) {
  const t = useText();
  const zone = useZoneCity()(useStoreZone() ?? "");
  const filled = useRequiredRule();
  const wholeNumber = useWholeNumberRule();
  return (
    <>
      <TextField autoFocus required source="name" label={t("blocks.name")} most={200} />
      <TextField
        required
        source="seats"
        label={t("blocks.seats")}
        inputMode="numeric"
        {...(left !== null && { helperText: t("amendment.left", { smart_count: left }) })}
        validate={(text) => wholeNumber(text, 1, 10_000)}
      />
      <TextField
        required
        source="release"
        type="datetime-local"
        label={t("blocks.release")}
        helperText={t("blocks.releaseLead", { zone })}
        validate={filled}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <TextField source="contact" label={t("amendment.contact")} helperText={t("blocks.contactLead")} most={300} />
      <TextField source="note" label={t("blocks.note")} most={1000} multiline />
    </>
  );
}

/** The blocks of an event, which can be changed and released. */
export function SeatBlockSection({ blocks }: { blocks: readonly Block[] }) {
  const t = useText();
  if (blocks.length === 0) return null;
  return (
    <SectionCard title={t("blocks.title")}>
      <PlainList>
        {blocks.map((block) => (
          <LinedItem key={block.id} wraps actions={<BlockActions block={block} />}>
            <SeatBlockText block={block} />
          </LinedItem>
        ))}
      </PlainList>
    </SectionCard>
  );
}

/** The group, its seats and its day of release. */
export function SeatBlockText({ block: { name, seats, release, contact, note } }: { block: Block }) {
  const t = useText();
  const format = useFormat();
  const more = [contact, note].filter(Boolean).join(" · ");
  return (
    <Box sx={{ overflowWrap: "anywhere" }}>
      <b>{name}</b> · {t("blocks.count", { smart_count: seats })} · {t("blocks.until", { at: format.local(release) })}
      {more && <SecondaryText>{more}</SecondaryText>}
    </Box>
  );
}

function BlockActions({ block }: { block: Block }) {
  const t = useText();
  const api = useApi();
  const rights = useRights();
  const { id, name, seats } = block;
  if (!rights.has("blocks.update")) return null;
  return (
    <RecordActions>
      {rights.has("orders.create") && (
        <Button
          size="small"
          variant="contained"
          component={Link}
          to={`/orders/create?${new URLSearchParams({ eventId: block.eventId, block: id })}`}
          aria-label={`${t("balance.sell")}: ${name}`}
        >
          {t("balance.sell")}
        </Button>
      )}
      <FormButton<BlockValues, Block, Block>
        button={{ size: "small" }}
        of={name}
        label={t("operators.change.button")}
        title={t("blocks.changeTitle", { name })}
        submit={t("frame.action.save")}
        defaults={valuesOf(block)}
        record={{
          present: block,
          read: async () =>
            (await api("blocks.list", { query: { eventId: block.eventId } })).data.find((one) => one.id === id) ??
            block,
          undo: true,
        }}
        save={(values, { revision }) => api("blocks.update", { id, body: { ...bodyOf(values), revision } })}
        notice={t("blocks.saved", { name })}
      >
        <BlockFields />
      </FormButton>
      <FormButton
        danger
        button={{ size: "small", color: "error" }}
        of={name}
        label={t("blocks.releaseNow")}
        title={t("blocks.releaseTitle", { name })}
        lead={t("blocks.releaseNowLead", { smart_count: seats })}
        save={() => api("blocks.release", { id })}
        notice={t("blocks.released", { name })}
      />
    </RecordActions>
  );
}

const soonDays = 3;

/** The blocks that are released within three days; nothing if there are none. */
export function SeatBlocksToRelease() {
  const t = useText();
  const format = useFormat();
  const query = { releaseWithinDays: soonDays };
  const { data } = useAnswer("blocks.list", { query }, { refetchInterval: 60_000 });
  if (!data || data.total === 0) return null;
  return (
    <SectionCard title={t("blocks.soon")}>
      <SecondaryText>{t("blocks.soonLead")}</SecondaryText>
      <PlainList>
        {data.data.map((block) => (
          <LinedItem key={block.id}>
            <SeatBlockText block={{ ...block, contact: "", note: "" }} />
            <Typography variant="body2">
              <PageLink to={`/events/${block.eventId}/show`} underline="always">
                {block.productName}
              </PageLink>
              , {format.local(block.eventOn)}
            </Typography>
          </LinedItem>
        ))}
      </PlainList>
    </SectionCard>
  );
}
