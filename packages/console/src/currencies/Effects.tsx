import { Box, Stack, Typography } from "@mui/material";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { DataTable } from "../ui/page/DataTable.tsx";
import { SecondaryText } from "../ui/text.tsx";
import { type PriceEffect, priceChange } from "./currency.ts";

/** The effect of a rate change on dollar prices: their number, and examples before and after. */
export function RateChangeEffect({ effect }: { effect: PriceEffect }) {
  const t = useText();
  const { money, rate, change, amount } = useFormat();
  const { code, before, after, products, events, examples } = effect;
  const list = [
    t("changes.bring.products", { smart_count: products }),
    t("changes.bring.events", { smart_count: events }),
  ].join(", ");
  return (
    <Stack sx={{ gap: 1 }}>
      <Typography>
        <strong>{t("currencies.effect.rate", { before: rate(before), after: rate(after), code })}</strong>{" "}
        {t("currencies.effect.prices", { change: change(priceChange(effect)), code })}
      </Typography>
      <SecondaryText>{t("currencies.effect.reach", { list })}</SecondaryText>
      {examples.length > 0 && (
        <DataTable
          label={t("currencies.effect.examples", { code })}
          height="none"
          rows={examples}
          keyOf={({ product, ticket }) => `${product} ${ticket}`}
          columns={[
            {
              name: t("currencies.effect.example"),
              value: ({ product, ticket, price }) => (
                <>
                  {product} · {ticket}
                  <SecondaryText sx={{ display: { sm: "none" } }}>{amount(price, code, "code")}</SecondaryText>
                </>
              ),
            },
            {
              name: t("currencies.effect.price"),
              figure: true,
              wide: true,
              value: ({ price }) => amount(price, code, "code"),
            },
            {
              name: t("changes.before"),
              figure: true,
              value: ({ usdBefore }) => (
                <Box component="del" sx={{ color: "text.secondary" }}>
                  {money(usdBefore)}
                </Box>
              ),
            },
            {
              name: t("changes.after"),
              figure: true,
              value: ({ usdAfter }) => (
                <Box component="ins" sx={{ textDecoration: "none", fontWeight: 700 }}>
                  {money(usdAfter)}
                </Box>
              ),
            },
          ]}
        />
      )}
    </Stack>
  );
}
