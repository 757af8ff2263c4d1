import Big from "big.js";
import { publishAllotment, saveAllotment } from "../../domain/booking/allotments.ts";
import { msPerDay } from "../../domain/selling/dates.ts";
import { statementParties } from "../../domain/terms/parties.ts";
import { issueStatement, lastPeriodEnd } from "../../domain/terms/statements.ts";
import { companyOf } from "../../records/partners/company.ts";
import { writeCompany } from "../../store/terms/companies.ts";
import { insertTerms } from "../../store/terms/partner-terms.ts";
import { insertPriceList, insertPriceListVersion } from "../../store/terms/price-lists.ts";
import { insertPartnerPayment, statementById } from "../../store/terms/statements.ts";
import { addDays, demoPastDays } from "./catalogue.ts";
import { demoCompanies, listLines, listVersionId, termsId, usualTerms } from "./companies.ts";
import { type Callers, demoOperatorEmail, type Seeding } from "./place-orders.ts";
import type { DemoPartner } from "./plan.ts";

/** What the demo's operator agrees with its partners, and settles with them. */

const zone = "Europe/Madrid";

/** Agrees with the partners on their terms before they sell. */
export async function agreeDemoTerms({ tx, now, newId }: Seeding, callers: Callers): Promise<void> {
  const since = new Date(now.getTime() - (demoPastDays + 1) * msPerDay);
  const list = { id: newId("price list agencies"), name: "Agencias −25 % en flamenco" };
  await insertPriceList(tx, list);
  const version = { id: listVersionId(newId), listId: list.id, validFrom: since, createdBy: demoOperatorEmail };
  await insertPriceListVersion(tx, { ...version, lines: listLines(newId) }, since);
  for (const [partner, company] of demoCompanies()) {
    const { partnerId } = callers[partner];
    const { name, taxNumber, address, lang, accounts, terms, listed = false } = company;
    const [contact, email] = accounts;
    const contacts = [{ kind: "accounts", name: contact, email, phone: "+34 600 00 0100" } as const];
    const customerNumber = `4300${taxNumber.at(-1)}`;
    const stored = companyOf({ legalName: name, taxNumber, address, lang, contacts, customerNumber });
    // A new partner has the revision 1.
    if (!(await writeCompany(tx, partnerId, stored, 1))) throw new Error(`${partner} is not new`);
    await insertTerms(
      tx,
      {
        ...{ id: termsId(newId, partner), partnerId, validFrom: since, validUntil: null, lines: [] },
        ...{ priceListId: listed ? list.id : null, content: { ...usualTerms, ...terms }, createdBy: demoOperatorEmail },
      },
      since,
    );
  }
}

/**
 * Issues a statement for each week, records what is paid of them, and keeps seats for the hotel. `beforeLast`: what happens before the last
 * statements.
 */
export async function settleWithDemoPartners(
  seeding: Seeding,
  callers: Callers,
  beforeLast: () => Promise<void>,
): Promise<void> {
  const { tx, now, newId, check } = seeding;
  const last = lastPeriodEnd("week", { zone, now });
  for (let weeksAgo = Math.floor(demoPastDays / 7) - 1; weeksAgo >= 0; weeksAgo--) {
    check();
    if (weeksAgo === 0) await beforeLast();
    for (const [partner, company] of demoCompanies()) {
      const share = weeksAgo > 0 ? 1 : company.paid;
      await settleWeek(
        seeding,
        { partner, partnerId: callers[partner].partnerId, share },
        addDays(last, -7 * weeksAgo),
      );
    }
  }
  const today = now.toISOString().slice(0, 10);
  const fields = {
    ...({
      name: "Recepción del hotel",
      itemId: newId("item mad-flamenco-candela-2"),
      kind: "guaranteed",
      seats: 4,
    } as const),
    ...{ partnerIds: [callers["hotel-miradores"].partnerId], from: addDays(today, 21), to: addDays(today, 60) },
    ...{ weekdays: [5, 6], times: null, releaseHours: 24, closedDates: [] },
  };
  const saved = await saveAllotment(tx, { id: newId("allotment hotel-miradores"), fields }, now);
  if (saved.problems.length > 0)
    throw new Error(`the demo's allotment does not fit: ${JSON.stringify(saved.problems)}`);
  await publishAllotment(tx, saved, now);
}

/** Issues a partner's statement of a week, and records the payment of a share of it some days later. */
async function settleWeek(
  { tx, now, newId }: Seeding,
  { partner, partnerId, share }: { partner: DemoPartner; partnerId: string; share: number },
  lastOn: string,
): Promise<void> {
  const issuedAt = new Date(Date.parse(`${addDays(lastOn, 1)}T07:30:00Z`));
  const name = `${partner} ${lastOn}`;
  const id = newId(`statement ${name}`);
  const parties = await statementParties(tx, { operatorName: "Paseo" }, partnerId);
  const wish = { id, partnerId, currencyCode: "EUR", lastOn, by: demoOperatorEmail, parties };
  const at = issuedAt < now ? issuedAt : now;
  if ("problem" in (await issueStatement(tx, wish, { zone, now: at })) || share === 0) return;
  const { balanceAfter, currencyCode } = (await statementById(tx, id))!;
  const paidAt = new Date(Math.min(now.getTime(), at.getTime() + 4 * msPerDay));
  const amount = new Big(balanceAfter).times(share).toFixed(2);
  if (Number(amount) === 0) return;
  await insertPartnerPayment(tx, {
    ...{ id: newId(`partner payment ${name}`), partnerId, currencyCode, amount, method: "transfer", bankLine: null },
    ...{
      paidOn: paidAt.toISOString().slice(0, 10),
      reference: null,
      recordedAt: paidAt,
      recordedBy: demoOperatorEmail,
    },
  });
}
