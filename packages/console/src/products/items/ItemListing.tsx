import { Box, Stack, Typography } from "@mui/material";
import { useId, useState } from "react";
import { useText } from "../../i18n/index.ts";
import { ExpandButton } from "../../ui/ExpandButton.tsx";
import { fieldGrid } from "../../ui/page/layout.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { ErrorCount, useErrorCount } from "../form/fieldErrors.tsx";
import { needsFullWidth, RecordFieldInput } from "../form/ListInput.tsx";
import type { ItemDraft } from "../model/draft.ts";
import { itemFields, type RecordPart, recordFromDraft } from "../model/fields.ts";
import type { ProductChange } from "../model/steps.ts";

/** The listing of an item, where it differs from its product. The section is collapsed while it is empty. */
export function ItemListing({
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
  const title = t("products.item.listing");
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
      <SecondaryText>{t("products.item.listingLead")}</SecondaryText>
      {open && (
        <Stack sx={{ gap: 2, mt: 1.5 }}>
          <Box sx={fieldGrid("13rem")}>{itemFields.filter((part) => !needsFullWidth(part)).map(input)}</Box>
          {itemFields.filter(needsFullWidth).map(input)}
        </Stack>
      )}
    </Box>
  );
}
