import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import { Box, Button, Link, Stack, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { exactProduct } from "../../format/exact.ts";
import { type Format, Instant, useFormat } from "../../format/format.tsx";
import { type Translate, textOr, useText } from "../../i18n/index.ts";
import { mono } from "../../theme/themes.ts";
import { useTicketNames } from "../../ticketTypes/useTicketNames.ts";
import { DataTable } from "../../ui/page/DataTable.tsx";
import { Facts, Folded, fieldGrid, Section } from "../../ui/page/layout.tsx";
import { partnerText } from "../../ui/partner-name.ts";
import { PhoneLink, Secondary } from "../../ui/text.tsx";
import type { GuestAnswer, Order, Voucher } from "../order.ts";
import { Refunds } from "../parts.tsx";
import { groupAnswers } from "./passengers.ts";

/** The facts of an order, card by card. */

export function Booking({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const ticketName = useTicketNames();
  const { sold, supplier, partner, event } = order;
  return (
    <Section title={t("orders.page.booking")}>
      <Facts
        facts={[
          {
            name: t("orders.field.event"),
            wide: true,
            value: sold && (
              <>
                {format.local(sold.eventOn)}
                <Secondary span sx={{ display: "block" }}>
                  {t("orders.timeAt", { zone: sold.timeZone })}
                </Secondary>
              </>
            ),
          },
          // Only an order that waits can still get a confirmation number.
          (order.confirmation || order.status === "waitsupplier") && {
            name: t("orders.field.confirmation"),
            value: order.confirmation ? (
              <b style={{ fontFamily: mono }}>{order.confirmation}</b>
            ) : (
              t("orders.noConfirmation")
            ),
          },
          { name: t("orders.field.item"), wide: true, value: sold && `${sold.itemName} (${sold.partNumber})` },
          {
            name: t("orders.field.supplier"),
            value: order.test ? t("orders.simulator") : (supplier?.name ?? t("field.ownDesk")),
          },
          {
            name: t("orders.field.venue"),
            wide: true,
            value: sold && (
              <>
                {sold.venue}
                <Secondary span sx={{ display: "block" }}>
                  {sold.address}
                </Secondary>
              </>
            ),
          },
          { name: t("orders.field.partner"), value: partner && partnerText(partner.externalId, partner.name, t) },
          // An order of the own desk has no partner's reference.
          !order.payment && {
            name: t("orders.field.partnerReference"),
            value: <span style={{ fontFamily: mono }}>{event.externalReference ?? "–"}</span>,
          },
          { name: t("orders.field.placed"), value: <Instant at={order.createdAt} /> },
          { name: t("orders.field.language"), value: t(`content.lang.${order.lang}`) },
        ]}
      />
      <Folded summary={t("orders.page.more")}>
        <Facts facts={rareFacts(order, ticketName, t, format)} />
      </Folded>
    </Section>
  );
}

/** Returns the facts about the exchange of data, which operators rarely need. */
function rareFacts(
  { terms, event, payment, supplierDueAt }: Order,
  ticketName: (code: string) => string,
  t: Translate,
  { exactRate, money }: Format,
) {
  const prices = terms.tickets.flatMap((ticket) => ticket.prices);
  const rates = prices.map(({ rate, currencyCode }) =>
    t("orders.page.rate", { rate: exactRate(rate), currency: currencyCode }),
  );
  return [
    {
      name: t("field.currencyCode"),
      value: [...new Set(prices.map(({ currencyCode }) => currencyCode))].join(", "),
    },
    { name: t("orders.field.rate"), value: [...new Set(rates)].join(", ") },
    {
      name: t("orders.field.unitPriceUsd"),
      wide: true,
      value: terms.tickets
        .flatMap(({ code, prices }) => prices.map(({ unitUsdPrice }) => `${ticketName(code)} ${money(unitUsdPrice)}`))
        .join(", "),
    },
    supplierDueAt !== null && { name: t("orders.field.nextContact"), value: <Instant at={supplierDueAt} /> },
    // An order of the desk has no address of a guest's device.
    !payment && { name: t("orders.field.host"), value: event.remoteHost || "–" },
  ];
}

export function Traveller({ order }: { order: Order }) {
  const t = useText();
  const { email, phoneNumber } = order.event;
  return (
    <Section title={t("orders.page.traveller")}>
      <Facts
        facts={[
          {
            name: t("orders.field.email"),
            wide: true,
            value: email ? <Link href={`mailto:${email}`}>{email}</Link> : "–",
          },
          {
            name: t("orders.field.phone"),
            value: phoneNumber ? <PhoneLink number={phoneNumber} /> : "–",
          },
          order.guestNotes && { name: t("orders.field.guestNotes"), wide: true, value: order.guestNotes },
        ]}
      />
    </Section>
  );
}

export function VoucherCard({ voucher, children }: { voucher: Voucher | null; children?: ReactNode }) {
  const t = useText();
  const { instant } = useFormat();
  if (!voucher)
    return (
      <Section title={t("orders.page.voucher")}>
        <Typography sx={{ color: "text.secondary" }}>{t("orders.page.voucherNone")}</Typography>
      </Section>
    );
  const { redeemedAt, redeemedBy, voidAt } = voucher;
  return (
    <Section title={t("orders.page.voucher")} gap={1}>
      <Typography>
        {t("orders.page.voucherMade", { at: instant(voucher.madeAt) })}
        {!voidAt && !redeemedAt && ` · ${t("orders.page.voucherUnused")}`}
      </Typography>
      {voidAt && (
        <Typography sx={{ fontWeight: 600, color: "error.main" }}>
          {t("orders.page.voucherVoid", { at: instant(voidAt) })}
        </Typography>
      )}
      {redeemedAt && (
        <Typography sx={{ fontWeight: 600 }}>
          {t("orders.page.voucherRedeemed", { at: instant(redeemedAt), by: redeemedBy ?? "" })}
        </Typography>
      )}
      <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap" }}>
        {!voidAt && (
          <Button
            variant="outlined"
            endIcon={<OpenInNewIcon />}
            href={voucher.address}
            target="_blank"
            rel="noreferrer"
          >
            {t("orders.page.voucherOpen")}
          </Button>
        )}
        {children}
      </Stack>
    </Section>
  );
}

/** Answers to the booking questions, by passenger. */
export function Answers({ answers }: { answers: GuestAnswer[] }) {
  const t = useText();
  const groups = groupAnswers(answers);
  if (groups.length === 0) return null;
  return (
    <Section title={t("orders.page.answers")}>
      <Stack sx={{ gap: 2 }}>
        {groups.map(({ passenger, answers: own }) => (
          <div key={passenger ?? "order"}>
            {(passenger !== null || groups.length > 1) && (
              <Typography variant="h3" sx={{ mb: 0.75 }}>
                {passenger === null ? t("orders.page.ofOrder") : t("orders.page.passenger", { n: passenger })}
              </Typography>
            )}
            <Facts
              facts={own.map(({ code, title, text }) => ({
                name: textOr(t, `orders.question.${code}`, title),
                value: text,
              }))}
            />
          </div>
        ))}
      </Stack>
    </Section>
  );
}

/** The tickets with the agreed prices, and the terms of the sale. */
export function OrderTickets({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const ticketName = useTicketNames();
  const { terms, amounts } = order;
  // Tickets that were added later can have another price.
  const sold = terms.tickets.flatMap(({ code, prices }) => prices.map((price, nth) => ({ code, nth, ...price })));
  const seats = sold.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Section title={t("products.ticket.title")}>
      <DataTable
        label={t("products.ticket.title")}
        height="none"
        rows={sold}
        keyOf={({ code, nth }) => `${code} ${nth}`}
        columns={[
          { name: t("orders.field.ticket"), value: ({ code }) => ticketName(code), total: t("orders.field.total") },
          { name: t("orders.field.quantity"), figure: true, value: ({ quantity }) => quantity, total: seats },
          {
            name: t("orders.field.unitPrice"),
            figure: true,
            value: ({ unitPrice, currencyCode }) => format.amount(unitPrice, currencyCode),
          },
          {
            name: t("orders.field.amount"),
            figure: true,
            value: ({ unitPrice, currencyCode, quantity }) =>
              format.amount(`${exactProduct(unitPrice, quantity)}`, currencyCode),
            total: format.amount(amounts.total, amounts.currencyCode),
          },
        ]}
      />
      <Box sx={{ ...fieldGrid("13rem", 1.75), mt: 1 }}>
        {/* An operator can always cancel a sale of the desk, so it has no deadline. */}
        {!order.payment && (
          <div>
            <Typography variant="overline" component="h3" sx={{ color: "text.secondary" }}>
              {t("orders.field.cancelUntil")}
            </Typography>
            <Instant at={terms.cancelUntil} zone={order.sold?.timeZone} />
            <Secondary>{t("orders.page.cancelHours", { smart_count: terms.cancelPurchaseHour })}</Secondary>
          </div>
        )}
        <Refunds tiers={terms.refunds} zone={order.sold?.timeZone} />
      </Box>
    </Section>
  );
}
