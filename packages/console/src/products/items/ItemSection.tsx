import AddIcon from "@mui/icons-material/Add";
import { Box, Button, Stack, Typography } from "@mui/material";
import { useCallback, useMemo, useState } from "react";
import { today } from "../../format/days.ts";
import { useText } from "../../i18n/index.ts";
import { SecondaryText } from "../../ui/text.tsx";
import { ErrorCount, sectionId, sectionPointers } from "../form/fieldErrors.tsx";
import type { ItemDraft, ProductDraft } from "../model/draft.ts";
import { newItem } from "../model/proposals.ts";
import { type ProductChange, removeAt, replaceAt } from "../model/steps.ts";
import { ItemCard } from "./ItemCard.tsx";

/** The items of the product, with tickets and dates. */
export function ItemSection({
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
  const add = () => {
    const item = newItem(type, day);
    change((now) => ({ ...now, items: [...now.items, item] }));
    onOpen(item.key, true);
  };
  return (
    <Box
      id={sectionId("items")}
      component="section"
      tabIndex={-1}
      aria-label={t("products.section.items")}
      sx={{ display: "grid", gap: 2, outline: "none !important" }}
    >
      <div>
        <Stack direction="row" sx={{ gap: 1, alignItems: "center" }}>
          <Typography variant="h2">{t("products.section.items")}</Typography>
          <ErrorCount paths={sectionPointers("items")} />
        </Stack>
        <SecondaryText>{t("products.section.itemsLead")}</SecondaryText>
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
          onRemove={items.length > 1 ? remove : undefined}
        />
      ))}
      <div>
        <Button variant="outlined" startIcon={<AddIcon />} onClick={add}>
          {t("products.item.add")}
        </Button>
      </div>
    </Box>
  );
}
