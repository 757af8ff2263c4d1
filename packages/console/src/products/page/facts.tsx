import { Box, Button, Chip, Stack, Typography } from "@mui/material";
import { Link } from "react-router";
import { calendarAddress } from "../../events/EventViewLinks.tsx";
import { InstantText, useFormat } from "../../format/format.tsx";
import { useLocale, useText } from "../../i18n/index.ts";
import { RequirementsButton } from "../../resources/RequirementsButton.tsx";
import { RequirementsText } from "../../resources/RequirementsText.tsx";
import { useRights } from "../../session/hooks.ts";
import { mono } from "../../theme/themes.ts";
import { FoldedSection, SectionCard, FactList as Values } from "../../ui/page/layout.tsx";
import { SecondaryText } from "../../ui/text.tsx";
import { useProductChoices } from "../form/useProductChoices.ts";
import { inDateOrder } from "../model/calendar.ts";
import { draftFromSource } from "../model/draft.ts";
import {
  type FieldName,
  type ProductField,
  productField,
  productFields,
  questionNames,
  valueAtPointer,
} from "../model/fields.ts";
import { datesText } from "../model/sentences.ts";
import { fieldValueText, fullFieldName, tiersInWords } from "../model/words.ts";
import type { Item, Product, ProductSource, TicketRule } from "../product.ts";
import { priceText } from "../ticket-prices.ts";
import { isOnePersonOneSeat, perPeopleTexts, sizeText } from "../ticket-size.ts";
import { useTicketNames, useTicketTypeSizes } from "../useTicketNames.ts";

/** Figures that follow from the product's dates and orders. */
export function ProductFacts({ product: { id, facts, source } }: { product: Product }) {
  const t = useText();
  const format = useFormat();
  const rights = useRights();
  const seats =
    facts.unlimitedEvents > 0 && facts.capacity === 0 ? t("products.page.unlimited") : format.count(facts.capacity);
  const price = facts.minPrice === null ? "–" : format.amount(facts.minPrice, source.currencyCode);
  const dollars =
    facts.minUsdPrice !== null && source.currencyCode !== "USD" ? ` · ${format.money(facts.minUsdPrice)}` : "";
  const month = (facts.nextEventOn ?? "").slice(0, 7) || undefined;
  return (
    <SectionCard
      title={t("products.page.facts")}
      aside={
        rights.has("events.list") &&
        facts.comingEvents > 0 && (
          <Button size="small" component={Link} to={calendarAddress({ productId: id, month })}>
            {t("products.page.toEvents")}
          </Button>
        )
      }
    >
      <Values
        facts={[
          { name: t("field.comingEvents"), value: format.count(facts.comingEvents) },
          { name: t("field.nextEventOn"), value: facts.nextEventOn ? format.shortLocal(facts.nextEventOn) : "–" },
          { name: t("field.lastEventOn"), value: facts.lastEventOn ? format.shortLocal(facts.lastEventOn) : "–" },
          { name: t("field.capacity"), value: seats },
          { name: t("field.sold"), value: format.count(facts.soldSeats) },
          { name: t("field.minPrice"), value: price + dollars },
          {
            name: t("field.onSale"),
            value: t(facts.hasAvailability ? "products.onSale.yes" : "products.onSale.no"),
          },
          {
            name: t("field.updatedOn"),
            value: facts.updatedOn ? <InstantText at={facts.updatedOn} /> : "–",
          },
        ]}
      />
    </SectionCard>
  );
}

/** Shows each item with its tickets and a sentence for each schedule. */
export function ItemFacts({ product: { source, items } }: { product: Product }) {
  const t = useText();
  const format = useFormat();
  const draft = draftFromSource(source);
  const stored = new Map(items.map((item) => [item.externalId, item]));
  return (
    <SectionCard title={t("productForm.section.items")}>
      <Stack component="ul" sx={{ listStyle: "none", m: 0, p: 0 }}>
        {source.items.map((item, n) => {
          const { id, minPrice: price = null, requirements = [] } = stored.get(item.externalId) ?? {};
          const dates = datesText(draft.items[n]!, source.type, t, format);
          return (
            <Box
              component="li"
              key={item.externalId}
              sx={{ "& + &": { borderTop: 1, borderColor: "divider", mt: 1.5, pt: 1.5 } }}
            >
              <Stack direction="row" sx={{ gap: 1, alignItems: "baseline", flexWrap: "wrap" }}>
                <Typography sx={{ fontWeight: 600, overflowWrap: "anywhere" }}>{item.name}</Typography>
                <SecondaryText sx={{ fontFamily: mono, overflowWrap: "anywhere" }}>{item.partNumber}</SecondaryText>
                {item.published === false && <Chip label={t("productForm.item.off")} />}
                <Stack direction="row" sx={{ ml: "auto", gap: 1, alignItems: "baseline" }}>
                  {id && source.type === "scheduled" && <RequirementsButton item={{ id, name: item.name }} />}
                  {price !== null && (
                    <Typography variant="body2">
                      {t("field.minPrice")} {format.amount(price, source.currencyCode)}
                    </Typography>
                  )}
                </Stack>
              </Stack>
              <Stack direction="row" sx={{ gap: 0.75, flexWrap: "wrap", my: 0.75 }}>
                {item.ticketRules.map((rule) => (
                  <Rule key={rule.code} rule={rule} />
                ))}
              </Stack>
              {id && source.type === "scheduled" && <RequirementsText requirements={requirements} />}
              {dates.length === 0 && <Typography variant="body2">{t("productForm.item.noDates")}</Typography>}
              <Dates item={item} sentences={dates} currencyCode={source.currencyCode} />
            </Box>
          );
        })}
      </Stack>
    </SectionCard>
  );
}

/** The dates and prices of each schedule, and the number of single dates. */
function Dates({ item, sentences, currencyCode }: { item: Item; sentences: string[]; currencyCode: string }) {
  const t = useText();
  const format = useFormat();
  const ticketName = useTicketNames();
  const order = inDateOrder(item.schedules ?? []);
  return (
    <Box component="ul" sx={{ m: 0, pl: 2.25 }}>
      {sentences.map((sentence, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two schedules may say the same.
        <Box component="li" key={n} sx={{ mt: 0.5 }}>
          <Typography variant="body2">{sentence}</Typography>
          <SecondaryText>
            {(item.schedules?.[order[n] ?? -1]?.prices ?? [])
              .map(
                ({ code, ...price }) =>
                  `${ticketName(code)} ${priceText(price, t, (text) => format.amount(text, currencyCode))}`,
              )
              .join(" · ")}
          </SecondaryText>
        </Box>
      ))}
    </Box>
  );
}

function Rule({ rule }: { rule: TicketRule }) {
  const t = useText();
  const ticketName = useTicketNames();
  const typeSize = useTicketTypeSizes();
  const { code, minQuantity, maxQuantity, incrementQuantity } = rule;
  const size = { ...typeSize(code), ...rule };
  const counts = [
    t("products.ticket.rule", { code: ticketName(code), least: minQuantity, most: maxQuantity }),
    ...(incrementQuantity > 1 ? [t("products.ticket.steps", { step: incrementQuantity })] : []),
    ...(minQuantity > 0 ? [t("products.ticket.required")] : []),
    ...(isOnePersonOneSeat(size) ? [] : [sizeText(size, t)]),
    ...perPeopleTexts(rule, t),
  ];
  return <Chip label={counts.join(", ")} />;
}

/** Returns how a new order is confirmed: without a supplier, at once by the supplier, or after waiting. */
function ordersOf({ immediateBooking, supplier }: ProductSource): "confirmed" | "atOnce" | "waits" {
  if (!immediateBooking) return "waits";
  return supplier ? "atOnce" : "confirmed";
}

/** Location, supplier, end of sales and end of cancellation; then other fields with a value. */
export function ProductTerms({ source }: { source: ProductSource }) {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const { suppliers } = useProductChoices();
  const { questions, leadPurchaseDay, salesEndMinutes } = source;
  const supplier = suppliers.find(({ externalId }) => externalId === source.supplier)?.name ?? source.supplier;
  const asked = [
    ...questionNames.filter((name) => questions[name]).map((name) => t(`field.${name}`)),
    ...(source.ownQuestions ?? []).map(({ title }) => title[locale] ?? Object.values(title)[0] ?? ""),
  ];
  const fact = (field: ProductField) => ({
    name: fullFieldName(field, t),
    value: fieldValueText(field, valueAtPointer(source, field.at), t, format),
    wide:
      ["texts", "lines", "records", "choices"].includes(field.kind) ||
      (field.kind === "text" && (field.most ?? 0) >= 200),
  });
  const others = productFields.filter(
    ({ name, at, default: usual = null }) => !placed.has(name) && (valueAtPointer(source, at) ?? usual) !== usual,
  );
  // Texts in three languages, records and coordinates are as long as all other facts together.
  const isRarelyNeeded = ({ section, kind }: ProductField) =>
    section === "listing" || kind === "texts" || kind === "records" || kind === "number";
  const more = others.filter(isRarelyNeeded);
  return (
    <SectionCard title={t("products.page.details")}>
      <Values
        facts={[
          ...first.map((name) => fact(productField(name))),
          { name: t("field.supplier"), value: supplier ?? t("field.ownDesk") },
          { name: t("orders.list.title"), value: t(`products.page.${ordersOf(source)}`) },
          // Where minutes alone end the sale, their own line says when.
          ...(leadPurchaseDay === 0 && salesEndMinutes !== undefined
            ? []
            : [
                {
                  name: t("products.page.salesEnd"),
                  value:
                    leadPurchaseDay === 0
                      ? t("products.page.untilStart")
                      : t("products.page.days", { smart_count: leadPurchaseDay }),
                },
              ]),
          {
            name: t("products.page.cancelUntil"),
            value: t("products.page.hours", { smart_count: source.cancelPurchaseHour }),
          },
          {
            name: t("field.refundTiers"),
            value: tiersInWords(source.refundTiers ?? [], t) || t("products.refunds.none"),
            wide: true,
          },
          {
            name: t("productForm.section.questions"),
            value: asked.length > 0 ? format.list(asked) : t("products.page.noQuestions"),
            wide: true,
          },
          ...others.filter((field) => !isRarelyNeeded(field)).map(fact),
        ]}
      />
      {more.length > 0 && (
        <FoldedSection summary={t("products.page.more")}>
          <Values facts={more.map(fact)} />
        </FoldedSection>
      )}
    </SectionCard>
  );
}

const first = ["type", "cityCode", "venue", "address", "timeZone", "currencyCode"] as const;
/** The fields that the page's title or another fact of the terms shows. */
const placed: ReadonlySet<FieldName> = new Set([
  ...first,
  ...(["name", "externalId", "supplier", "immediateBooking"] as const),
  ...(["leadPurchaseDay", "cancelPurchaseHour", "refundTiers"] as const),
  ...questionNames,
]);
