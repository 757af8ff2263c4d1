import { Box, Chip, Typography } from "@mui/material";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useTicketNames } from "../products/useTicketNames.ts";
import { LinedItem, PlainList } from "../ui/page/layout.tsx";
import { usePages } from "../ui/page/TablePages.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { ChangedValue, changedFieldName } from "./ChangedValue.tsx";
import { type CatalogueChanges, changeSubject, type FieldChange, type RecordChange, splitByTicket } from "./changes.ts";
import { BeforeAfter } from "./DifferenceList.tsx";

const perPage = 25;

export type ChangeRecordsPage = Pick<CatalogueChanges, "records" | "more">;

/** Every changed record with its fields before and after, one page at a time. */
export function ChangeTable({ changes: { records, more } }: { changes: ChangeRecordsPage }) {
  const t = useText();
  const { shown, paging } = usePages(records, perPage);
  if (records.length === 0) return null;
  return (
    <Box>
      <PlainList label={t("changes.title")}>
        {shown.map((record) => (
          <Line key={`${record.kind} ${record.subject}`} record={record} />
        ))}
      </PlainList>
      {paging}
      {more > 0 && <SecondaryText sx={{ pt: 1 }}>{t("changes.more", { smart_count: more })}</SecondaryText>}
    </Box>
  );
}

function Line({ record }: { record: RecordChange }) {
  const t = useText();
  const format = useFormat();
  const { name, eventOn } = changeSubject(record);
  const { outcome, fields, sold } = record;
  return (
    <LinedItem columns={{ xs: "minmax(0, 1fr)", md: "minmax(0, 2fr) minmax(0, 3fr)" }}>
      <Box>
        <Typography component="span" sx={{ fontWeight: 600 }}>
          {eventOn ? format.local(eventOn) : name}
        </Typography>
        {outcome !== "changed" && (
          <Chip
            color={outcome === "added" ? "success" : "error"}
            label={t(outcome === "added" ? "changes.new" : "changes.removed")}
            sx={{ ml: 1 }}
          />
        )}
        <SecondaryText>
          {eventOn ? name : t(`changes.kind.${record.kind}`)}
          {sold !== null && sold > 0 && ` · ${t("day.sold")}: ${sold}`}
        </SecondaryText>
      </Box>
      <Box>
        {fields.flatMap((field) =>
          splitByTicket(field).map((one) => (
            <Difference
              key={`${field.field} ${one.field}`}
              change={{ ...one, seen: field.seen, ...(field.outdated && { outdated: field.outdated }) }}
              isTicket={one.field !== field.field}
              outcome={outcome}
            />
          )),
        )}
      </Box>
    </LinedItem>
  );
}

/** A field, or the price of a ticket, before and after the change. A new record has only the new value. */
function Difference({
  change,
  isTicket,
  outcome,
}: {
  change: FieldChange;
  isTicket: boolean;
  outcome: RecordChange["outcome"];
}) {
  const t = useText();
  const ticketName = useTicketNames();
  const { before, after, seen, outdated = [] } = change;
  const field = isTicket ? "" : change.field;
  return (
    <Typography variant="body2" component="div">
      <SecondaryText span>{isTicket ? ticketName(change.field) : changedFieldName(field, t)}: </SecondaryText>
      <BeforeAfter
        before={outcome === "added" ? null : <ChangedValue field={field} value={before} />}
        after={<ChangedValue field={field} value={after} />}
      />
      {outdated.length > 0 && (
        <Chip
          size="small"
          color="warning"
          label={t("changes.outdated", { languages: outdated.map((lang) => t(`content.lang.${lang}`)).join(", ") })}
          sx={{ ml: 1 }}
        />
      )}
      {!seen && (
        <SecondaryText span sx={{ fontStyle: "italic" }}>
          {" "}
          ({t("changes.unseen")})
        </SecondaryText>
      )}
    </Typography>
  );
}
