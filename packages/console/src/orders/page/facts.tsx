import OpenInNewIcon from "@mui/icons-material/OpenInNew";
import { Box, Button, Link, Stack, Typography } from "@mui/material";
import type { ReactNode } from "react";
import { eventAddress } from "../../events/EventViewLinks.tsx";
import { exactProduct } from "../../format/exact.ts";
import { type Formatters, InstantText, useFormat, useZoneCity } from "../../format/format.tsx";
import { type Translate, textOrDefault, useText } from "../../i18n/index.ts";
import { isOnePersonOneSeat, sizeText, unusualPartyText } from "../../products/ticket-size.ts";
import { useTicketNames } from "../../products/useTicketNames.ts";
import { useRights } from "../../session/hooks.ts";
import { mono } from "../../theme/themes.ts";
import { DataTable } from "../../ui/page/DataTable.tsx";
import { FactList, FoldedSection, fieldGrid, SectionCard } from "../../ui/page/layout.tsx";
import { partnerNameText } from "../../ui/partner-name.ts";
import { PageLink, PhoneLink, SecondaryText } from "../../ui/text.tsx";
import type { GuestAnswer, Order, Voucher } from "../order.ts";
import { RefundTerms } from "../parts.tsx";
import { groupAnswers } from "./passengers.ts";

/** The facts of an order, card by card. */

export function BookingFacts({ order }: { order: Order }) {
  const t = useText();
  const cityOf = useZoneCity();
  const format = useFormat();
  const ticketName = useTicketNames();
  const rights = useRights();
  const { sold, supplier, partner, event } = order;
  return (
    <SectionCard title={t("orders.page.booking")}>
      <FactList
        facts={[
          {
            name: t("orders.field.event"),
            wide: true,
            value: sold && (
              <>
                {order.productId && rights.has("events.show") ? (
                  <PageLink to={eventAddress(event.id)}>{format.local(sold.eventOn)}</PageLink>
                ) : (
                  format.local(sold.eventOn)
                )}
                <SecondaryText span sx={{ display: "block" }}>
                  {t("orders.timeAt", { zone: cityOf(sold.timeZone) })}
                </SecondaryText>
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
                <SecondaryText span sx={{ display: "block" }}>
                  {sold.address}
                </SecondaryText>
              </>
            ),
          },
          { name: t("orders.field.partner"), value: partner && partnerNameText(partner.externalId, partner.name, t) },
          // An order of the own desk has no partner's reference.
          !order.payment && {
            name: t("orders.field.partnerReference"),
            value: <span style={{ fontFamily: mono }}>{event.externalReference ?? "–"}</span>,
          },
          { name: t("orders.field.placed"), value: <InstantText at={order.createdAt} /> },
          { name: t("orders.field.language"), value: t(`content.lang.${order.lang}`) },
        ]}
      />
      <FoldedSection summary={t("orders.page.more")}>
        <FactList facts={rareFacts(order, ticketName, t, format)} />
      </FoldedSection>
    </SectionCard>
  );
}

/** Returns the facts about the exchange of data, which operators rarely need. */
function rareFacts(
  { terms, event, payment, supplierDueAt }: Order,
  ticketName: (code: string) => string,
  t: Translate,
  { exactRate, money }: Formatters,
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
    supplierDueAt !== null && { name: t("orders.field.nextContact"), value: <InstantText at={supplierDueAt} /> },
    // An order of the desk has no address of a guest's device.
    !payment && { name: t("orders.field.host"), value: event.remoteHost || "–" },
  ];
}

export function TravellerFacts({ order }: { order: Order }) {
  const t = useText();
  const { email, phoneNumber } = order.event;
  return (
    <SectionCard title={t("orders.page.traveller")}>
      <FactList
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
    </SectionCard>
  );
}

export function VoucherCard({ voucher, children }: { voucher: Voucher | null; children?: ReactNode }) {
  const t = useText();
  const { instant } = useFormat();
  if (!voucher)
    return (
      <SectionCard title={t("orders.page.voucher")}>
        <Typography sx={{ color: "text.secondary" }}>{t("orders.page.voucherNone")}</Typography>
      </SectionCard>
    );
  const { redeemedAt, redeemedBy, voidAt } = voucher;
  return (
    <SectionCard title={t("orders.page.voucher")} gap={1}>
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
    </SectionCard>
  );
}

/** Answers to the booking questions, by passenger. */
export function GuestAnswers({ answers }: { answers: GuestAnswer[] }) {
  const t = useText();
  const format = useFormat();
  const groups = groupAnswers(answers);
  if (groups.length === 0) return null;
  return (
    <SectionCard title={t("orders.page.answers")}>
      <Stack sx={{ gap: 2 }}>
        {groups.map(({ passenger, answers: own }) => (
          <div key={passenger ?? "order"}>
            {(passenger !== null || groups.length > 1) && (
              <Typography variant="h3" sx={{ mb: 0.75 }}>
                {passenger === null ? t("orders.page.ofOrder") : t("orders.page.passenger", { n: passenger })}
              </Typography>
            )}
            <FactList
              facts={own.map(({ code, title, text }) => ({
                name: textOrDefault(t, `orders.question.${code}`, title),
                // A date arrives as the partner sent it.
                value: format.date(text),
              }))}
            />
          </div>
        ))}
      </Stack>
    </SectionCard>
  );
}

/** The tickets with the agreed prices, and the terms of the sale. */
export function OrderTickets({ order }: { order: Order }) {
  const t = useText();
  const format = useFormat();
  const ticketName = useTicketNames();
  const { terms } = order;
  const { total, currencyCode, printed } = order.amounts;
  // Tickets that were added later can have another price.
  const sold = terms.tickets.flatMap(({ code, prices }) => prices.map((price, nth) => ({ code, nth, ...price })));
  const count = sold.reduce((sum, { quantity }) => sum + quantity, 0);
  const sizes = new Map(
    terms.tickets.map(({ code, people = 1, seats = 1, wholeEvent = false }) => [code, { people, seats, wholeEvent }]),
  );
  const party = unusualPartyText(order, sold, t);
  return (
    <SectionCard title={t("products.ticket.title")}>
      <DataTable
        label={t("products.ticket.title")}
        height="none"
        rows={sold}
        keyOf={({ code, nth }) => `${code} ${nth}`}
        columns={[
          {
            name: t("orders.field.ticket"),
            value: ({ code }) => {
              const size = sizes.get(code);
              return (
                <>
                  {ticketName(code)}
                  {size && !isOnePersonOneSeat(size) && <SecondaryText>{sizeText(size, t)}</SecondaryText>}
                </>
              );
            },
            total: (
              <>
                {t("orders.field.total")}
                {party && <SecondaryText>{party}</SecondaryText>}
              </>
            ),
          },
          { name: t("orders.field.quantity"), figure: true, value: ({ quantity }) => quantity, total: count },
          {
            name: t("orders.field.unitPrice"),
            figure: true,
            value: ({ unitPrice, ...price }) => format.amount(unitPrice, price.currencyCode),
          },
          {
            name: t("orders.field.amount"),
            figure: true,
            value: ({ unitPrice, quantity, ...price }) =>
              format.amount(`${exactProduct(unitPrice, quantity)}`, price.currencyCode),
            // The rows are in the event's currency. The card of amounts has the total in the store's.
            total: format.amount(printed?.amount ?? total, printed?.currencyCode ?? currencyCode),
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
            <InstantText at={terms.cancelUntil} zone={order.sold?.timeZone} />
            <SecondaryText>{t("orders.page.cancelHours", { smart_count: terms.cancelPurchaseHour })}</SecondaryText>
          </div>
        )}
        <RefundTerms tiers={terms.refunds} zone={order.sold?.timeZone} />
      </Box>
    </SectionCard>
  );
}
