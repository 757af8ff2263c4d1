import { Box, Button, Card, Chip, Stack, Typography } from "@mui/material";
import { memo, type ReactNode, useCallback, useId, useState } from "react";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { ExpandButton } from "../../ui/ExpandButton.tsx";
import { fieldGrid } from "../../ui/page/layout.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { ErrorCount, fieldId, isBelow, useErrorCount, useOpenOnRequest } from "../form/fieldErrors.tsx";
import { FieldByLanguage, SwitchInput, TextInput } from "../form/fields.tsx";
import { needsFullWidth, RecordFieldInput } from "../form/ListInput.tsx";
import type { ItemDraft } from "../model/draft.ts";
import { itemFields, type RecordPart, recordFromDraft } from "../model/fields.ts";
import { useSameWhile } from "../model/same.ts";
import { datesText } from "../model/sentences.ts";
import { inputBinder, type ProductChange } from "../model/steps.ts";
import type { ProductType } from "../product.ts";
import { ItemDates } from "./ItemDates.tsx";
import { ItemTickets } from "./ItemTickets.tsx";

interface ItemCardProps {
  nth: number;
  item: ItemDraft;
  type: ProductType;
  currencyCode: string;
  today: string;
  /** Whether partners know the item's id. */
  saved: boolean;
  open: boolean;
  onOpen: (key: string, open: boolean) => void;
  /** Changes the item at this index. */
  change: (nth: number, make: (item: ItemDraft) => ItemDraft) => void;
  onDuplicate: (nth: number) => void;
  /** Removes the item; undefined while it is the only item. */
  onRemove: ((nth: number) => void) | undefined;
}

/** An item with its tickets, schedules and dates; collapsed, a summary. */
export const ItemCard = memo(function ItemCard(props: ItemCardProps) {
  const { nth, item, type, currencyCode, today, saved, open, onOpen, onDuplicate, onRemove } = props;
  const t = useText();
  const id = useId();
  const at = `/items/${nth}`;
  // Errors are never collapsed.
  const shown = useErrorCount(at) > 0 || open;
  const { change: changeAt } = props;
  const change: ProductChange<ItemDraft> = useCallback((make) => changeAt(nth, make), [changeAt, nth]);
  useOpenOnRequest(
    (field) => isBelow(field, [at]) && !open,
    () => onOpen(item.key, true),
  );
  // Each part is rendered again only when its own fields change.
  const named = useSameWhile(item, ["name", "names", "partNumber", "externalId", "published"]);
  const withTickets = useSameWhile(item, ["ticketRules"]);
  const withDates = useSameWhile(item, ["ticketRules", "schedules", "events"]);
  const listed = useSameWhile(item, ["listing"]);
  const name = item.name || t("productForm.item.nth", { n: nth + 1 });
  return (
    <Card component="section" aria-labelledby={id} id={fieldId(at)}>
      <Stack direction="row" sx={{ alignItems: "center", gap: 1, px: 2, py: 1.25, flexWrap: "wrap" }}>
        <Typography id={id} variant="h2" component="h3" sx={{ flex: 1, minWidth: "8rem", overflowWrap: "anywhere" }}>
          {name}
        </Typography>
        {item.published === false && <Chip label={t("productForm.item.off")} />}
        <ErrorCount paths={[at]} />
        <Button
          size="small"
          aria-label={`${t("productForm.item.duplicate")}: ${name}`}
          onClick={() => onDuplicate(nth)}
        >
          {t("products.action.duplicate.button")}
        </Button>
        {onRemove && (
          <Button
            size="small"
            color="error"
            aria-label={`${t("productForm.item.remove")}: ${name}`}
            onClick={() => onRemove(nth)}
          >
            {t("products.entries.remove")}
          </Button>
        )}
        <ExpandButton
          open={shown}
          label={t("productForm.item.open", { name })}
          onToggle={() => onOpen(item.key, !open)}
        />
      </Stack>
      {shown ? (
        <Stack sx={{ gap: 3, px: 2, pb: 2 }}>
          <Names at={at} item={named} change={change} saved={saved} />
          <Part title={t("products.ticket.title")} paths={[`${at}/ticketRules`]}>
            <ItemTickets at={at} item={withTickets} change={change} />
          </Part>
          <Part title={t("productForm.schedule.title")} paths={[`${at}/schedules`, `${at}/events`]}>
            <ItemDates at={at} item={withDates} {...{ type, currencyCode, today }} change={change} />
          </Part>
          <ItemListing at={at} item={listed} name={name} change={change} />
        </Stack>
      ) : (
        <Summary item={item} type={type} />
      )}
    </Card>
  );
});

/** The dates of a collapsed item. */
function Summary({ item, type }: { item: ItemDraft; type: ProductType }) {
  const t = useText();
  const format = useFormat();
  const dates = datesText(item, type, t, format);
  return (
    <Stack sx={{ px: 2, pb: 1.5, gap: 0.25, color: "text.secondary" }}>
      {dates.length === 0 && <Typography variant="body2">{t("productForm.item.noDates")}</Typography>}
      {dates.map((sentence, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two schedules may be equal.
        <Typography key={n} variant="body2">
          {sentence}
        </Typography>
      ))}
    </Stack>
  );
}

const Names = memo(function Names({
  at,
  item,
  change,
  saved,
}: {
  at: string;
  item: ItemDraft;
  change: ProductChange<ItemDraft>;
  saved: boolean;
}) {
  const t = useText();
  const set = (fields: Partial<ItemDraft>) => change((now) => ({ ...now, ...fields }));
  const field = inputBinder(at, item, set);
  return (
    <Stack sx={{ gap: 1.5 }}>
      <TextInput
        {...field("name")}
        required
        label={t("productForm.item.name")}
        lead={t("productForm.item.nameLead")}
        max={200}
      />
      <FieldByLanguage
        name="names"
        at={`${at}/names`}
        texts={item.names}
        most={200}
        onChange={(names) => set({ names })}
      />
      <Box sx={fieldGrid()}>
        <TextInput
          {...field("partNumber")}
          required
          label={t("productForm.item.partNumber")}
          lead={t("productForm.item.partNumberLead")}
          max={64}
        />
        <TextInput
          {...field("externalId")}
          required
          label={t("productForm.item.externalId")}
          readOnly={saved}
          max={128}
        />
        <SwitchInput
          label={t("productForm.item.published")}
          checked={item.published !== false}
          onChange={(published) => set({ published })}
        />
      </Box>
    </Stack>
  );
});

function Part({ title, paths, children }: { title: string; paths: string[]; children: ReactNode }) {
  return (
    <div>
      <Stack direction="row" sx={{ gap: 1, alignItems: "center", mb: 1 }}>
        <Typography variant="h3" component="h4">
          {title}
        </Typography>
        <ErrorCount paths={paths} />
      </Stack>
      {children}
    </div>
  );
}

/** The listing of an item, where it differs from its product. The section is collapsed while it is empty. */
const ItemListing = memo(function ItemListing({
  at,
  item,
  name,
  change,
}: {
  at: string;
  item: ItemDraft;
  /** The name of the item, for the names of its inputs. */
  name: string;
  change: ProductChange<ItemDraft>;
}) {
  const t = useText();
  const id = useId();
  const paths = itemFields.map((part) => `${at}/${part.name}`);
  const errors = useErrorCount(...paths);
  const [isOpen, setOpen] = useState(() => Object.keys(recordFromDraft(itemFields, item.listing)).length > 0);
  // Errors are never collapsed.
  const open = isOpen || errors > 0;
  const title = t("productForm.item.listing");
  const input = (part: RecordPart) => (
    <RecordFieldInput
      key={part.name}
      part={part}
      at={`${at}/${part.name}`}
      of={name}
      value={item.listing[part.name]}
      onChange={(value) => change((now) => ({ ...now, listing: { ...now.listing, [part.name]: value } }))}
    />
  );
  return (
    <Box role="group" aria-labelledby={id}>
      <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
        <Typography id={id} variant="h3" component="h4">
          {title}
        </Typography>
        <ErrorCount paths={paths} />
        <ExpandButton open={open} label={`${title}: ${name}`} onToggle={() => setOpen(!isOpen)} />
      </Stack>
      <SecondaryText>{t("productForm.item.listingLead")}</SecondaryText>
      {open && (
        <Stack sx={{ gap: 2, mt: 1.5 }}>
          <Box sx={fieldGrid("13rem")}>{itemFields.filter((part) => !needsFullWidth(part)).map(input)}</Box>
          {itemFields.filter(needsFullWidth).map(input)}
        </Stack>
      )}
    </Box>
  );
});
