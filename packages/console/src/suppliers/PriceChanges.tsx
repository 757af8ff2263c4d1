import { Button, Stack } from "@mui/material";
import { useQueryClient } from "@tanstack/react-query";
import type { ListRecord } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { useRights } from "../session/hooks.ts";
import { useNotify } from "../ui/notices.tsx";
import { LinedItem, PlainList, SectionCard } from "../ui/page/layout.tsx";
import { useRequestOnClick } from "../ui/page/states.tsx";
import { PageLink, SecondaryText } from "../ui/text.tsx";

type Price = ListRecord<"suppliers.prices">;

/** Prices of suppliers that wait for a person, one line for the dates of an item with the same change. */
export function PriceChanges() {
  const t = useText();
  const prices = useAnswer("suppliers.prices", { query: { perPage: 500 } }).data?.data ?? [];
  if (prices.length === 0) return null;
  const groups = Map.groupBy(prices, ({ productId, itemName, before, after, afterCurrency }) =>
    JSON.stringify([productId, itemName, before, after, afterCurrency]),
  );
  return (
    <SectionCard title={t("suppliers.prices.title")}>
      <SecondaryText>{t("suppliers.prices.lead")}</SecondaryText>
      <PlainList label={t("suppliers.prices.title")}>
        {[...groups].map(([key, group]) => (
          <PriceChange key={key} prices={group} />
        ))}
      </PlainList>
    </SectionCard>
  );
}

function PriceChange({ prices }: { prices: Price[] }) {
  const t = useText();
  const { local, amount } = useFormat();
  const api = useApi();
  const queries = useQueryClient();
  const notify = useNotify();
  const { attempt, pending } = useRequestOnClick();
  const may = useRights().has("suppliers.decidePrices");
  const [first, last] = [prices[0]!, prices.at(-1)!];
  const { before, after, currencyCode, afterCurrency, supplierName, productId, productName, itemName } = first;
  const text = (amounts: Price["after"], currency: string) =>
    amounts.map((one) => `${one.code} ${amount(one.amount, currency)}`).join(", ");
  const there = text(after, afterCurrency);
  const decide = (accept: boolean) =>
    attempt(async () => {
      await api("suppliers.decidePrices", { body: { ids: prices.map(({ id }) => id), accept } });
      notify(t(accept ? "suppliers.prices.accepted" : "suppliers.prices.kept"));
      await queries.invalidateQueries();
    });
  const isOther = currencyCode !== afterCurrency;
  return (
    <LinedItem
      align="start"
      actions={
        may && (
          <Stack direction="row" sx={{ gap: 1 }}>
            <Button size="small" disabled={pending} onClick={() => void decide(false)}>
              {t("suppliers.prices.keep")}
            </Button>
            {!isOther && (
              <Button size="small" variant="contained" disabled={pending} onClick={() => void decide(true)}>
                {t("suppliers.prices.accept")}
              </Button>
            )}
          </Stack>
        )
      }
    >
      <PageLink to={`/products/${productId}`} sx={{ fontWeight: 600 }}>
        {[productName, itemName].filter(Boolean).join(" · ")}
      </PageLink>
      <div>
        {before
          ? t("suppliers.prices.change", { before: text(before, currencyCode), after: there })
          : t("suppliers.prices.isNew", { after: there })}
      </div>
      <SecondaryText>
        {`${supplierName}, ${t("suppliers.prices.dates", { smart_count: prices.length, first: local(first.eventOn), last: local(last.eventOn) })}`}
      </SecondaryText>
      {isOther && <SecondaryText>{t("suppliers.prices.otherCurrency")}</SecondaryText>}
    </LinedItem>
  );
}
