import AddIcon from "@mui/icons-material/Add";
import RemoveIcon from "@mui/icons-material/Remove";
import { Alert, Box, Button, FormControlLabel, IconButton, Stack, Switch, TextField, Typography } from "@mui/material";
import { useId, useState } from "react";
import { partnerLanguages } from "../../api/languages.ts";
import { eventAddress } from "../../events/EventViewLinks.tsx";
import { ProductAutocomplete, type ProductChoice, useProduct } from "../../events/pickers.tsx";
import { useFormat } from "../../format/format.tsx";
import { useText } from "../../i18n/index.ts";
import { ConfirmationNotice } from "../../letters/ConfirmationNotice.tsx";
import { stepsText } from "../../products/ticket-prices.ts";
import { isExtra, isOnePersonOneSeat, sizeText, unusualPartyText } from "../../products/ticket-size.ts";
import { useTicketNames } from "../../products/useTicketNames.ts";
import { DayField, Select } from "../../ui/form/controls.tsx";
import { choicesOf } from "../../ui/form/errors.ts";
import { type FieldProblem, fieldErrorProps } from "../../ui/form/FieldSummary.tsx";
import { fieldGrid, LinedItem, PlainList } from "../../ui/page/layout.tsx";
import { PageLink, SecondaryText } from "../../ui/text.tsx";
import { EventSelect, useEvents, useNextEvents } from "../EventSelect.tsx";
import { MethodChoice } from "../MethodChoice.tsx";
import { DepositFields } from "./group.tsx";
import {
  chosenTickets,
  paymentMethods,
  priceInputId,
  type QuotedTicket,
  type SaleProgress,
  type SaleQuote,
  saleFieldIds,
} from "./useSale.ts";

/** The fields of a sale, section by section. */

export function EventChoice({ sale: { values, set, former } }: { sale: SaleProgress }) {
  const t = useText();
  const [chosen, setProduct] = useState<ProductChoice | null | undefined>(undefined);
  const formerProduct = useProduct(former?.productId ?? undefined);
  const known = formerProduct ? { ...formerProduct.source, id: formerProduct.id } : null;
  const product = chosen === undefined ? known : chosen;
  // The default day is the day of the next event.
  const [chosenDay, setChosenDay] = useState<string | null>(null);
  const next = useNextEvents(product?.id ?? null)?.[0];
  const day = chosenDay ?? next?.eventOn.slice(0, 10) ?? "";
  const events = useEvents(product?.id ?? null, day);
  // The chosen tickets stay when the operator chooses another day or time of the product.
  const choose = (eventId: string) => set({ eventId, prices: {}, ...(!former && { answers: {} }) });
  return (
    <Stack sx={{ gap: 2, pt: 0.5 }}>
      <ProductAutocomplete
        label={t("find.product")}
        required
        value={product}
        onChange={(_, chosen) => {
          setProduct(chosen);
          setChosenDay(null);
          set({ eventId: "", quantities: {}, prices: {}, answers: {} });
        }}
      />
      <Box sx={fieldGrid()}>
        <DayField
          label={t("amendment.day")}
          value={day}
          onChange={(chosen) => {
            setChosenDay(chosen);
            choose("");
          }}
        />
        <EventSelect forDesk events={events} value={values.eventId} onChange={choose} />
      </Box>
      {product && events?.length === 0 && <NextDays productId={product.id} day={day} onChoose={setChosenDay} />}
    </Stack>
  );
}

/** The next days with events for sale, when the chosen day has none. */
function NextDays({ productId, day, onChoose }: { productId: string; day: string; onChoose: (day: string) => void }) {
  const t = useText();
  const format = useFormat();
  const next = useNextEvents(productId, { from: day });
  const days = [...new Set(next?.map(({ eventOn }) => eventOn.slice(0, 10)))].slice(0, 3);
  if (!next) return null;
  if (days.length === 0) return <SecondaryText>{t("sale.noNextDays")}</SecondaryText>;
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: "wrap", alignItems: "center" }}>
      <SecondaryText span>{t("sale.nextDays")}</SecondaryText>
      {days.map((one) => (
        <Button key={one} size="small" variant="outlined" onClick={() => onChoose(one)}>
          {format.date(one)}
        </Button>
      ))}
    </Stack>
  );
}

export function TicketFields({ sale: { values, set, offer, quote, block } }: { sale: SaleProgress }) {
  const t = useText();
  const extrasId = useId();
  const ticketName = useTicketNames();
  const { event } = offer ?? {};
  if (!event) return null;
  if (event.tickets.length === 0) return <Typography>{t("sale.none")}</Typography>;
  const party = quote && unusualPartyText(quote, chosenTickets(values), t);
  const most = event.tickets.find(
    (ticket) => !isExtra(ticket) && (values.quantities[ticket.code] ?? 0) > ticket.maximum,
  );
  const extras = event.tickets.filter(isExtra);
  const lines = (tickets: readonly QuotedTicket[]) => (
    <PlainList>
      {tickets.map((ticket) => (
        <LinedItem
          key={ticket.code}
          actions={
            <Counter
              ticket={ticket}
              name={ticketName(ticket.code)}
              value={values.quantities[ticket.code] ?? 0}
              onChange={(quantity) => set({ quantities: { ...values.quantities, [ticket.code]: quantity } })}
            />
          }
        >
          <Typography component="span" sx={{ fontWeight: 600 }}>
            {ticketName(ticket.code)}
          </Typography>
          <TicketPriceText ticket={ticket} lines={quote?.lines ?? []} currencyCode={event.currencyCode} />
          {!isOnePersonOneSeat(ticket) && !isExtra(ticket) && <SecondaryText>{sizeText(ticket, t)}</SecondaryText>}
        </LinedItem>
      ))}
    </PlainList>
  );
  return (
    <>
      {lines(event.tickets.filter((ticket) => !isExtra(ticket)))}
      {extras.length > 0 && (
        <Box role="group" aria-labelledby={extrasId} sx={{ mt: 1.5 }}>
          <Typography id={extrasId} variant="overline" component="h3" sx={{ color: "text.secondary" }}>
            {t("sale.extras")}
          </Typography>
          {lines(extras)}
        </Box>
      )}
      {party && (
        <Typography role="status" sx={{ mt: 1, fontWeight: 600 }}>
          {party}
        </Typography>
      )}
      {/* No quantity rule applies to an order from a block. */}
      {most && !block && (
        <Alert severity="info" sx={{ mt: 1 }}>
          {t("sale.group", { n: most.maximum, ticket: ticketName(most.code) })}{" "}
          <PageLink to={eventAddress(values.eventId)}>{t("sale.toBlock")}</PageLink>
        </Alert>
      )}
    </>
  );
}

/** What a ticket costs, as charged for the chosen tickets, and how its price falls with their number. */
function TicketPriceText({
  ticket: { code, amount, left, ...price },
  lines,
  currencyCode,
}: {
  ticket: QuotedTicket;
  lines: SaleQuote["lines"];
  currencyCode: string;
}) {
  const t = useText();
  const format = useFormat();
  const inCurrency = (text: string) => format.amount(text, currencyCode);
  const charged = lines.filter((line) => line.code === code);
  const isUsual = charged.every((line) => line.amount === amount);
  return (
    <>
      <SecondaryText>
        {[
          inCurrency(amount),
          ...(price.steps ? [stepsText(price, t, inCurrency)] : []),
          ...(left === undefined ? [] : [t("sale.left", { n: left })]),
        ].join(" · ")}
      </SecondaryText>
      {!isUsual && (
        <Typography variant="body2">
          {charged.map((line) => `${line.quantity} × ${inCurrency(line.amount)}`).join(" + ")}
        </Typography>
      )}
    </>
  );
}

/** A quantity with buttons, by the steps that the ticket is sold in. */
function Counter({
  ticket: { minimum, maximum, increment, left = maximum },
  name,
  value,
  onChange,
}: {
  ticket: QuotedTicket;
  name: string;
  value: number;
  onChange: (quantity: number) => void;
}) {
  const t = useText();
  const more = value < minimum ? minimum : value + increment;
  const fewer = value - increment < minimum ? 0 : value - increment;
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 0.5 }}>
      <IconButton
        aria-label={t("sale.fewer", { ticket: name })}
        disabled={value === 0}
        onClick={() => onChange(fewer)}
        sx={{ width: 44, height: 44 }}
      >
        <RemoveIcon />
      </IconButton>
      <TextField
        size="small"
        value={value}
        // A sign or a point ends the number: 1.5 are not 15 people.
        onChange={({ target }) => onChange(Number(/^\d{0,4}/.exec(target.value.trim())![0]))}
        slotProps={{ htmlInput: { inputMode: "numeric", "aria-label": name, sx: { textAlign: "center", px: 0.5 } } }}
        sx={{ width: 56 }}
      />
      <IconButton
        color="primary"
        aria-label={t("sale.more", { ticket: name })}
        disabled={more > Math.min(maximum, left)}
        onClick={() => onChange(more)}
        sx={{ width: 44, height: 44 }}
      >
        <AddIcon />
      </IconButton>
    </Stack>
  );
}

export function GuestFields({
  sale: { values, set, offer, block },
  problems,
}: {
  sale: SaleProgress;
  problems: readonly FieldProblem[];
}) {
  const t = useText();
  const asksNames = offer?.event?.asksNames && !(block && values.namesLater);
  return (
    <Stack sx={{ gap: 2, pt: 0.5 }}>
      <Box sx={fieldGrid("12rem")}>
        {/* The questions of the sale ask for the names of all travellers. */}
        {!asksNames && (
          <TextField
            label={t(block ? "balance.groupName" : "orders.question.passenger-first-name")}
            value={values.name}
            autoComplete="off"
            onChange={({ target }) => set({ name: target.value })}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
        )}
        {/* A space does not say where the last name begins: people have two given names, or two surnames. */}
        {!asksNames && !block && (
          <TextField
            label={t("orders.question.passenger-last-name")}
            value={values.lastName}
            autoComplete="off"
            onChange={({ target }) => set({ lastName: target.value })}
            slotProps={{ htmlInput: { maxLength: 200 } }}
          />
        )}
        <TextField
          type="email"
          label={t("orders.field.email")}
          value={values.email}
          autoComplete="off"
          onChange={({ target }) => set({ email: target.value })}
          slotProps={{ htmlInput: { maxLength: 256 } }}
          {...fieldErrorProps(problems, saleFieldIds.email)}
        />
        <TextField
          type="tel"
          label={t("orders.field.phone")}
          value={values.phoneNumber}
          autoComplete="off"
          onChange={({ target }) => set({ phoneNumber: target.value })}
          slotProps={{ htmlInput: { maxLength: 50 } }}
          {...fieldErrorProps(problems, saleFieldIds.phoneNumber)}
        />
        <Select
          label={t("sale.lang")}
          value={values.lang}
          choices={choicesOf(partnerLanguages, (one) => t(`frame.languages.${one}`))}
          onChange={(lang) => lang && set({ lang })}
        />
      </Box>
      <SecondaryText>{t("sale.contactLead")}</SecondaryText>
      <ConfirmationNotice email={settled(values.email)} productId={offer?.event?.productId} />
    </Stack>
  );
}

/** Returns the e-mail address once it looks complete. */
const settled = (email: string): string => (/\S@\S+\.\S/.test(email) ? email : "");

export function PaymentFields({ sale, problems }: { sale: SaleProgress; problems: readonly FieldProblem[] }) {
  const t = useText();
  const { values, set } = sale;
  return (
    <Stack sx={{ gap: 2 }}>
      <MethodChoice
        id={saleFieldIds.method}
        methods={paymentMethods}
        value={values.method}
        nameOf={(method) => t(`sale.method.${method}`)}
        onChange={(method) => set({ method })}
        problems={problems}
      />
      {sale.block && values.method !== "account" && <SecondaryText>{t("balance.depositHint")}</SecondaryText>}
      {values.method === "account" && <DepositFields sale={sale} problems={problems} />}
      {values.method !== "free" && (
        <FormControlLabel
          control={<Switch checked={values.otherPrice} onChange={(_, otherPrice) => set({ otherPrice })} />}
          label={t("sale.otherPrice")}
          sx={{ ml: 0 }}
        />
      )}
      {(values.otherPrice || values.method === "free") && <OtherPrice sale={sale} problems={problems} />}
      <TextField
        label={t("sale.note")}
        value={values.note}
        onChange={({ target }) => set({ note: target.value })}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </Stack>
  );
}

/** Other unit prices of the chosen tickets with their reason; a free sale has only the reason. */
function OtherPrice({
  sale: { values, set, offer },
  problems,
}: {
  sale: SaleProgress;
  problems: readonly FieldProblem[];
}) {
  const t = useText();
  const { typed } = useFormat();
  const ticketName = useTicketNames();
  const currency = offer?.event?.currencyCode ?? "";
  const catalogue = new Map(offer?.event?.tickets.map(({ code, amount, steps }) => [code, steps ? "" : amount]));
  return (
    <>
      {values.method !== "free" &&
        chosenTickets(values).map(({ code }) => (
          <TextField
            key={code}
            label={t("sale.priceOf", { ticket: ticketName(code), currency })}
            placeholder={typed(catalogue.get(code) ?? "")}
            value={values.prices[code] ?? ""}
            onChange={({ target }) => set({ prices: { ...values.prices, [code]: target.value } })}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { inputMode: "decimal", maxLength: 14 } }}
            {...fieldErrorProps(problems, priceInputId(code))}
          />
        ))}
      <TextField
        label={t("sale.reason")}
        value={values.reason}
        onChange={({ target }) => set({ reason: target.value })}
        slotProps={{ htmlInput: { maxLength: 500, "aria-required": true } }}
        {...fieldErrorProps(problems, saleFieldIds.reason)}
      />
    </>
  );
}
