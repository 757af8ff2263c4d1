import { Box, Stack, Table, TableBody, TableCell, TableHead, TableRow, Typography } from "@mui/material";
import { useFormat } from "../format/format.tsx";
import { useText } from "../i18n/index.ts";
import { Secondary } from "../ui/text.tsx";
import { type Effect, priceChange } from "./currency.ts";

/** The effect of a rate change on dollar prices: their number, and examples before and after. */
export function EffectOf({ effect }: { effect: Effect }) {
  const t = useText();
  const { money, rate, change, amount } = useFormat();
  const beyondPhones = { display: { xs: "none", sm: "table-cell" } };
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
      <Secondary>{t("currencies.effect.reach", { list })}</Secondary>
      {examples.length > 0 && (
        <Box sx={{ overflowX: "auto" }}>
          <Table
            size="small"
            sx={{ "& .MuiTableCell-root": { px: { xs: 0.5, sm: 2 } } }}
            aria-label={t("currencies.effect.examples", { code })}
          >
            <TableHead>
              <TableRow>
                <TableCell>{t("currencies.effect.example")}</TableCell>
                <TableCell align="right" sx={beyondPhones}>
                  {t("currencies.effect.price")}
                </TableCell>
                <TableCell align="right">{t("changes.before")}</TableCell>
                <TableCell align="right">{t("changes.after")}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {examples.map(({ product, ticket, price, usdBefore, usdAfter }) => (
                <TableRow key={`${product} ${ticket}`}>
                  <TableCell sx={{ overflowWrap: "anywhere", minWidth: 110 }}>
                    {product} · {ticket}
                    <Secondary sx={{ display: { sm: "none" } }}>{amount(price, code, "code")}</Secondary>
                  </TableCell>
                  <TableCell align="right" sx={beyondPhones}>
                    {amount(price, code, "code")}
                  </TableCell>
                  <TableCell align="right">
                    <Box component="del" sx={{ color: "text.secondary" }}>
                      {money(usdBefore)}
                    </Box>
                  </TableCell>
                  <TableCell align="right">
                    <Box component="ins" sx={{ textDecoration: "none", fontWeight: 700 }}>
                      {money(usdAfter)}
                    </Box>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </Stack>
  );
}
