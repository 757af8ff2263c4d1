import Box from "@mui/material/Box";
import Table from "@mui/material/Table";
import TableBody from "@mui/material/TableBody";
import TableCell from "@mui/material/TableCell";
import TableHead from "@mui/material/TableHead";
import TableRow from "@mui/material/TableRow";
import { useLocale } from "react-admin";
import { Instant, tagOf, useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { useWords } from "../../products/model/words.ts";
import { useTicketNames } from "../../ticketTypes/useTicketNames.ts";
import { Facts, Section } from "../../ui/page/layout.tsx";
import { Secondary } from "../../ui/text.tsx";
import { Refunds } from "../change/Refunds.tsx";
import type { Order } from "../order.ts";

/** The tickets with the agreed prices, and the terms of the sale. */
export function Tickets({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const words = useWords();
  const ticketName = useTicketNames();
  const { terms, event } = order;
  const { tickets, currencyCode } = terms;
  const foreign = currencyCode !== "USD";
  const seats = tickets.reduce((sum, { quantity }) => sum + quantity, 0);
  const number = { align: "right" } as const;
  return (
    <Section title={t("orders.page.tickets")}>
      <Box sx={{ overflowX: "auto" }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell sx={{ pl: 0 }}>{t("orders.field.ticket")}</TableCell>
              <TableCell {...number}>{t("orders.field.quantity")}</TableCell>
              <TableCell {...number}>{t("orders.field.unitPrice")}</TableCell>
              <TableCell {...number} sx={{ pr: 0 }}>
                {t("orders.field.amount")}
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {tickets.map(({ code, quantity, unitPrice, unitUsdPrice }) => (
              <TableRow key={code}>
                <TableCell sx={{ pl: 0 }}>{ticketName(code)}</TableCell>
                <TableCell {...number}>{quantity}</TableCell>
                <TableCell {...number}>
                  {format.money(unitUsdPrice)}
                  {foreign && (
                    <Secondary span sx={{ display: "block" }}>
                      {words.amount(unitPrice, currencyCode)}
                    </Secondary>
                  )}
                </TableCell>
                <TableCell {...number} sx={{ pr: 0 }}>
                  {format.money(productOf(unitUsdPrice, quantity))}
                </TableCell>
              </TableRow>
            ))}
            <TableRow sx={{ "& td": { fontWeight: 700, borderBottom: 0 } }}>
              <TableCell sx={{ pl: 0 }}>{t("orders.field.total")}</TableCell>
              <TableCell {...number}>{seats}</TableCell>
              <TableCell />
              <TableCell {...number} sx={{ pr: 0 }}>
                {format.money(event.totalUsd.value)}
              </TableCell>
            </TableRow>
          </TableBody>
        </Table>
      </Box>
      <Box sx={{ mt: 2 }}>
        <Agreed terms={terms} />
      </Box>
      <Box sx={{ mt: 2 }}>
        <Refunds tiers={terms.refunds} />
      </Box>
    </Section>
  );
}

function Agreed({ terms: { currencyCode, rate, cancelPurchaseHour, cancelUntil } }: Pick<Order, "terms">) {
  const t = useText();
  const figures = new Intl.NumberFormat(tagOf(useLocale()), { maximumFractionDigits: 12 });
  return (
    <Facts
      facts={[
        { name: t("orders.field.currency"), value: currencyCode },
        {
          name: t("orders.field.rate"),
          value: t("orders.page.rate", { rate: figures.format(Number(rate)), currency: currencyCode }),
        },
        {
          name: t("orders.field.cancelUntil"),
          wide: true,
          value: (
            <>
              <Instant at={cancelUntil} />
              <Secondary span sx={{ display: "block" }}>
                {t("orders.page.cancelHours", { smart_count: cancelPurchaseHour })}
              </Secondary>
            </>
          ),
        },
      ]}
    />
  );
}

/** An amount with at most two decimals, in whole cents, which avoids binary fractions. */
const productOf = (amount: string, quantity: number): number => (Math.round(Number(amount) * 100) * quantity) / 100;
