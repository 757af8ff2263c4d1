import { Alert, AlertTitle, Box, Button, FormControlLabel, Stack, Switch, Typography } from "@mui/material";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { PartnerLanguage } from "../../api/languages.ts";
import { useAnswer } from "../../api/useAnswer.ts";
import { Amount } from "../../format/Amount.tsx";
import { today } from "../../format/days.ts";
import { exactDifference } from "../../format/exact.ts";
import { useFormat, useZoneCity } from "../../format/format.tsx";
import { isPrice, parseTypedAmount } from "../../format/typed.ts";
import { useLocale, useText } from "../../i18n/index.ts";
import { FieldSummary, fieldProblemsOf } from "../../ui/form/FieldSummary.tsx";
import { LoadingCard } from "../../ui/page/Loading.tsx";
import { FactList, SectionCard, TwoColumns } from "../../ui/page/layout.tsx";
import { BackInHistory, Page } from "../../ui/page/Page.tsx";
import { ProblemAlert } from "../../ui/page/states.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import type { Order } from "../order.ts";
import { usePartnerFacts } from "../page/OrderMoney.tsx";
import { QuestionInputs } from "../questions.tsx";
import { useSaleRefusals } from "../refusals.ts";
import { BuyerField, EventChoice, GuestFields, PaymentFields, TicketFields } from "./fields.tsx";
import { GroupFields } from "./group.tsx";
import { SoldOrder } from "./SoldOrder.tsx";
import { chosenTickets, type GroupBlock, type SaleProgress, type SaleQuote, useSale } from "./useSale.ts";

/** The page on which an operator sells by telephone or at the desk. A walk-in sale asks for fewer fields. */
export function SalePage() {
  const [parameters] = useSearchParams();
  const locale = useLocale();
  const eventId = parameters.get("eventId") ?? "";
  const isWalkIn = parameters.has("walkIn");
  const blockId = parameters.get("block");
  const againId = parameters.get("again");
  const former = useAnswer("orders.show", againId === null ? null : { id: againId }, { refetchOnWindowFocus: false });
  const blocks = useAnswer("blocks.list", blockId === null ? null : { query: { eventId } }, {
    refetchOnWindowFocus: false,
  });
  const block = blocks.data?.data.find(({ id }) => id === blockId) ?? null;
  // After the sale the block no longer exists, or has other seats.
  const [first, setFirst] = useState<GroupBlock | null>(null);
  if (block && !first) setFirst(block);
  if (blockId !== null && !first) return blocks.data ? <NoBlock /> : <LoadingCard of="fields" lines={5} />;
  if (againId !== null && !former.data)
    return former.error ? <ProblemAlert error={former.error} /> : <LoadingCard of="fields" lines={5} />;
  const again = former.data ?? null;
  const start = again?.sold && !isPast(again.sold) ? again.event.id : eventId;
  const shared = { isWalkIn, block: first, lang: locale as PartnerLanguage };
  return <LoadedSale key={first?.id ?? again?.id} {...shared} eventId={start} again={again} />;
}

/** Whether the day of an event is over at its location. */
const isPast = ({ eventOn, timeZone }: NonNullable<Order["sold"]>): boolean => eventOn.slice(0, 10) < today(timeZone);

/** Shows that the block was released or sold. */
function NoBlock() {
  const t = useText();
  return (
    <Page title={t("balance.sell")} above={<BackInHistory label={t("frame.action.back")} otherwise="/orders" />}>
      <Alert severity="warning">{t("balance.noBlock")}</Alert>
    </Page>
  );
}

function LoadedSale({
  eventId,
  isWalkIn,
  block,
  again,
  lang,
}: {
  eventId: string;
  isWalkIn: boolean;
  block: GroupBlock | null;
  again: Order | null;
  lang: PartnerLanguage;
}) {
  const t = useText();
  const sale = useSale(eventId, lang, { block, again });
  return (
    <Page
      title={
        again
          ? t("sale.again.title", { reference: again.reference })
          : block
            ? t("balance.sellTo", { name: block.name })
            : t(isWalkIn ? "sale.walkIn" : "sale.button")
      }
      lead={
        isWalkIn
          ? sale.offer?.event && <EventFacts event={sale.offer.event} />
          : t(again ? "sale.again.lead" : block ? "balance.lead" : "sale.lead")
      }
      above={<BackInHistory label={t("frame.action.back")} otherwise="/orders" />}
    >
      {sale.sold ? (
        <SoldOrder order={sale.sold} onNext={block ? null : sale.next} />
      ) : (
        <SaleForm sale={sale} isWalkIn={isWalkIn} fixed={eventId !== ""} />
      )}
    </Page>
  );
}

/** `fixed`: the event was chosen on the page before. */
function SaleForm({ sale, isWalkIn, fixed }: { sale: SaleProgress; isWalkIn: boolean; fixed: boolean }) {
  const t = useText();
  const [chooses, setChooses] = useState(!fixed);
  const [withGuest, setWithGuest] = useState(!isWalkIn);
  const problems = fieldProblemsOf(sale.error);
  const { values, set, asked, offer } = sale;
  return (
    <TwoColumns>
      <Stack sx={{ gap: 2, minWidth: 0 }}>
        {!isWalkIn && (
          <SectionCard title={t("orders.field.event")} gap={1.5}>
            {chooses && !sale.block && <EventChoice sale={sale} />}
            <BuyerField sale={sale} />
            {offer?.event && <EventFacts event={offer.event} blocked={sale.block?.seats ?? 0} />}
            {!chooses && !sale.block && (
              <Button size="small" onClick={() => setChooses(true)} sx={{ alignSelf: "flex-start", ml: -0.5 }}>
                {t("door.result.other-event")}
              </Button>
            )}
          </SectionCard>
        )}
        {offer?.event && (
          <SectionCard title={t("products.ticket.title")}>
            <TicketFields sale={sale} />
            <GroupFields sale={sale} />
          </SectionCard>
        )}
        {asked.length > 0 && (
          <SectionCard title={t("orders.page.answers")}>
            <QuestionInputs asked={asked} answers={values.answers} onChange={(answers) => set({ answers })} />
            {sale.mayAnswerLater && (
              <FormControlLabel
                control={
                  <Switch
                    checked={values.ownAnswersLater}
                    onChange={(_, ownAnswersLater) => set({ ownAnswersLater })}
                  />
                }
                label={t("sale.answersLater")}
                sx={{ ml: 0 }}
              />
            )}
          </SectionCard>
        )}
        {withGuest && (
          <SectionCard title={t("sale.guest")}>
            <GuestFields sale={sale} problems={problems} />
          </SectionCard>
        )}
      </Stack>
      <SectionCard title={t("sale.payment")} gap={2}>
        <PaymentFields sale={sale} problems={problems} />
        <Refusals sale={sale} />
        <FieldSummary problems={problems} />
        {problems.length === 0 && <ProblemAlert error={sale.error} />}
        <SellButton sale={sale} />
        {!withGuest && (
          <Button size="small" onClick={() => setWithGuest(true)} sx={{ alignSelf: "center" }}>
            {t("sale.addGuest")}
          </Button>
        )}
      </SectionCard>
    </TwoColumns>
  );
}

/** `blocked`: the seats that are blocked for the group. */
function EventFacts({ event, blocked = 0 }: { event: NonNullable<SaleQuote["event"]>; blocked?: number }) {
  const t = useText();
  const cityOf = useZoneCity();
  const format = useFormat();
  return (
    <Box>
      <Typography sx={{ fontWeight: 600 }}>{event.productName}</Typography>
      <div>
        {format.local(event.eventOn)} · {event.itemName}
      </div>
      <SecondaryText>
        {blocked > 0 && `${t("balance.forGroup", { smart_count: blocked })} · `}
        {event.left === null ? t("day.unlimited") : t("amendment.left", { smart_count: event.left })} ·{" "}
        {t("day.zone", { zone: cityOf(event.timeZone) })}
      </SecondaryText>
      {event.withheld > 0 && <SecondaryText>{t("allotments.withheld", { smart_count: event.withheld })}</SecondaryText>}
    </Box>
  );
}

/** The reasons why the service would refuse these tickets of the event. */
function Refusals({ sale: { offer, quote } }: { sale: SaleProgress }) {
  const t = useText();
  const errors = quote?.errors ?? (offer?.errors ?? []).filter(({ code }) => code !== "tickets-missing");
  const messages = useSaleRefusals(errors);
  if (messages.length === 0) return null;
  return (
    <Alert severity="error">
      <AlertTitle>{t("sale.impossible")}</AlertTitle>
      <ul style={{ margin: 0, paddingLeft: "1.25em" }}>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Alert>
  );
}

function SellButton({ sale }: { sale: SaleProgress }) {
  const t = useText();
  const format = useFormat();
  const { quote, isCurrent, pending, values, sell, former } = sale;
  const chosen = chosenTickets(values).length > 0;
  const total = chosen ? quote?.total : undefined;
  const printed = total && { amount: total.amount, currencyCode: quote?.event?.currencyCode ?? total.currencyCode };
  const deposit = parseTypedAmount(values.deposit, total?.currencyCode ?? "");
  const hasDeposit =
    total && values.method === "account" && isPrice(values.deposit, total.currencyCode) && Number(deposit) > 0;
  const balance = hasDeposit ? exactDifference(total.inStore, deposit) : 0;
  const partnerFacts = usePartnerFacts(chosen ? (quote?.partnerTerms ?? null) : null);
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Stack direction="row" role="status" sx={{ justifyContent: "space-between", alignItems: "baseline", gap: 1 }}>
        <Typography variant="h3" component="span">
          {t("orders.field.total")}
        </Typography>
        <Box sx={{ textAlign: "right" }}>
          <Typography component="span" sx={{ fontSize: "1.375rem", fontWeight: 700 }}>
            {total ? (
              <Amount
                amount={total.inStore}
                currencyCode={total.currencyCode}
                usd={total.usd}
                printed={printed ?? null}
              />
            ) : (
              "–"
            )}
          </Typography>
          {former && (
            <SecondaryText>
              {t("sale.again.before", { amount: format.amount(former.amounts.total, former.amounts.currencyCode) })}
            </SecondaryText>
          )}
          {total && balance > 0 && (
            <SecondaryText>
              {t("balance.depositAndRest", {
                deposit: format.amount(deposit, total.currencyCode),
                rest: format.amount(`${balance}`, total.currencyCode),
              })}
            </SecondaryText>
          )}
        </Box>
      </Stack>
      {partnerFacts.length > 0 && <FactList facts={partnerFacts} />}
      <Button
        variant="contained"
        size="large"
        loading={pending}
        disabled={!total || !isCurrent || (quote?.errors.length ?? 0) > 0}
        onClick={() => void sell()}
      >
        {total ? t("sale.sellFor", { amount: format.amount(total.inStore, total.currencyCode) }) : t("sale.sell")}
      </Button>
    </Stack>
  );
}
