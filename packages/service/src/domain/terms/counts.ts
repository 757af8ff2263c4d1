import { orderReference, parsedReference } from "@paseo/contract/order-reference";
import Big from "big.js";
import { ruleOf } from "../../records/partners/partner-terms.ts";
import { isExtra, soldSizes, ticketSizeOf } from "../../records/tickets/ticket-sizes.ts";
import type { Db } from "../../store/database/database.ts";
import { orderById } from "../../store/sale/orders.ts";
import type { CountMapping } from "../../store/terms/file-mappings.ts";
import { termsOfPartner, termsOfSale } from "../../store/terms/partner-terms.ts";
import { type CountedFacts, countedOrders } from "../../store/terms/standings.ts";
import { minorDigits } from "../selling/money.ts";
import { atRule } from "../selling/partner-prices.ts";
import { type Difference, differencesOf, explainedByTerms, type OurOrder, type TheirRow } from "./differences.ts";
import { standingOf } from "./standing.ts";

/** Compares a partner's count of a period with its orders. */

interface CountWish {
  partnerId: string;
  currencyCode: string;
  from: string;
  to: string;
  zone: string;
  mapping: CountMapping;
}

/** Amounts that differ and are compared with those of other versions of the terms. Each reads its order. */
const mostExplained = 200;

export async function differencesOfCount(db: Db, theirs: readonly TheirRow[], wish: CountWish): Promise<Difference[]> {
  const { partnerId, currencyCode, mapping, from, to, zone } = wish;
  const references = theirs.map(({ reference }) => reference);
  const numbers = references.flatMap((text) => parsedReference(text)?.number ?? []);
  const account = { partnerId, currency: { code: currencyCode, digits: minorDigits(currencyCode) } };
  const facts = await countedOrders(db, account, { by: mapping.by, from, to, zone }, { references, numbers });
  const ours = facts.map((order) => ourOrder(order, mapping, account.currency.digits));
  const differences = differencesOf(theirs, ours, { from, to });
  const open = differences.filter(({ kind, explanation }) => kind === "amount" && !explanation).slice(0, mostExplained);
  if (open.length === 0) return differences;
  const versions = await termsOfPartner(db, partnerId);
  const other = new Map<string, string[]>();
  const itemIds = new Map(facts.map(({ id, itemId }) => [id, itemId]));
  for (const { ours: order } of open) {
    const { orderId } = order!;
    const key = { orderId, itemId: itemIds.get(orderId)! };
    other.set(orderId, await amountsByTerms(db, key, versions, { currencyCode, counts: mapping.counts }));
  }
  return explainedByTerms(differences, other);
}

function ourOrder(order: CountedFacts, { counts, by }: CountMapping, digits: number): OurOrder {
  const isCancelled = order.status === "cancelled" || order.status === "rejected";
  const sold = { ...order, status: "complete" as const, refunded: "0", paidOut: "0" };
  return {
    orderId: order.id,
    reference: orderReference({ ...order, test: false }),
    externalReference: order.externalReference,
    day: order.day,
    utcDay: by === "sale" ? order.utcDay : null,
    isCancelled,
    amount: standingOf(order, null, digits)[counts],
    beforeRefunds: standingOf(sold, null, digits)[counts],
  };
}

/** Returns what an order would be worth by the versions of the terms that it was not sold by. */
async function amountsByTerms(
  db: Db,
  { orderId, itemId }: { orderId: string; itemId: string },
  versions: Awaited<ReturnType<typeof termsOfPartner>>,
  { currencyCode, counts }: { currencyCode: string; counts: CountMapping["counts"] },
): Promise<string[]> {
  const order = (await orderById(db, orderId))!;
  const { agreed, productId, eventOn } = order;
  const sizes = soldSizes(agreed.tickets);
  const amounts: string[] = [];
  for (const { id, content } of versions.filter((one) => one.id !== agreed.terms?.id)) {
    const row = await termsOfSale(db, { id, listId: agreed.terms?.listId ?? null }, { productId, itemId });
    if (!row) continue;
    let [retail, net] = [new Big(0), new Big(0)];
    for (const ticket of agreed.tickets)
      for (const { quantity, partner, unitPrice } of ticket.prices) {
        const price = partner?.retail ?? unitPrice;
        const at = { productId, itemId, day: eventOn.slice(0, 10), currencyCode, ticket: ticket.code };
        const { rule } = ruleOf(content, row, { ...at, isExtra: isExtra(ticketSizeOf(sizes, ticket.code)) });
        const terms = { ...content, taxRate: agreed.taxRate ?? null, currencyCode };
        retail = retail.plus(new Big(price).times(quantity));
        net = net.plus(new Big(atRule(price, rule, terms).partner.net).times(quantity));
      }
    const commission = retail.minus(net);
    const owed = content.collects === "partner" ? net : commission.times(-1);
    amounts.push({ retail, net, commission, owed }[counts].toFixed(minorDigits(currencyCode)));
  }
  return amounts;
}
