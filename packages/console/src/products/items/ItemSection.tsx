import AddIcon from "@mui/icons-material/Add";
import { Box, Button, Stack, Typography } from "@mui/material";
import { memo, useCallback, useMemo, useRef, useState } from "react";
import { today } from "../../format/days.ts";
import { useText } from "../../i18n/index.ts";
import { SecondaryText } from "../../ui/text.tsx";
import { ErrorCount, focusField } from "../form/fieldErrors.tsx";
import { sectionId, sectionPointers } from "../form/sections.ts";
import type { ItemDraft, ProductDraft } from "../model/draft.ts";
import { copyOfItem, newItem } from "../model/proposals.ts";
import { type ProductChange, removeAt, replaceAt } from "../model/steps.ts";
import { ItemCard } from "./ItemCard.tsx";

/** The items of the product, with tickets and dates. */
export const ItemSection = memo(function ItemSection({
  draft,
  change,
  saved,
}: {
  draft: ProductDraft;
  change: ProductChange<ProductDraft>;
  /** Keys of items whose ids partners know. */
  saved: ReadonlySet<string>;
}) {
  const t = useText();
  const { items, type, timeZone } = draft;
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(items.slice(0, 1).map(({ key }) => key)));
  const day = useMemo(() => today(timeZone), [timeZone]);
  const onOpen = useCallback(
    (key: string, open: boolean) =>
      setOpened((now) => new Set(open ? [...now, key] : [...now].filter((one) => one !== key))),
    [],
  );
  const changeItem = useCallback(
    (n: number, make: (item: ItemDraft) => ItemDraft) =>
      change((now) => ({ ...now, items: replaceAt(now.items, n, make) })),
    [change],
  );
  const remove = useCallback((n: number) => change((now) => ({ ...now, items: removeAt(now.items, n) })), [change]);
  /** Adds an item at this index, opens it and goes to its name. */
  const insert = (at: number, item: ItemDraft) => {
    change((now) => ({ ...now, items: [...now.items.slice(0, at), item, ...now.items.slice(at)] }));
    onOpen(item.key, true);
    setTimeout(() => focusField(`/items/${at}/name`));
  };
  // A further item is like the first one, with another name.
  const add = () =>
    insert(items.length, items[0] ? copyOfItem(items[0], "", saved.has(items[0].key)) : newItem(type, day));
  const duplicate = (n: number) => {
    const item = items[n]!;
    const name = t("products.action.duplicate.copy", { name: item.name }).slice(0, 200);
    insert(n + 1, copyOfItem(item, name, saved.has(item.key)));
  };
  const latest = useRef(duplicate);
  latest.current = duplicate;
  const onDuplicate = useCallback((n: number) => latest.current(n), []);
  return (
    <Box
      id={sectionId("items")}
      component="section"
      tabIndex={-1}
      aria-label={t("productForm.section.items")}
      sx={{ display: "grid", gap: 2, outline: "none !important" }}
    >
      <div>
        <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
          <Typography variant="h2">{t("productForm.section.items")}</Typography>
          <ErrorCount paths={sectionPointers("items")} />
        </Stack>
        <SecondaryText>{t("productForm.section.itemsLead")}</SecondaryText>
      </div>
      {items.map((item, n) => (
        <ItemCard
          key={item.key}
          nth={n}
          item={item}
          type={type}
          currencyCode={draft.currencyCode}
          today={day}
          saved={saved.has(item.key)}
          open={opened.has(item.key)}
          onOpen={onOpen}
          change={changeItem}
          onDuplicate={onDuplicate}
          onRemove={items.length > 1 ? remove : undefined}
        />
      ))}
      <div>
        <Button variant="outlined" startIcon={<AddIcon />} onClick={add}>
          {t("productForm.item.add")}
        </Button>
      </div>
    </Box>
  );
});
