import Big from "big.js";
import { publishAllotment, saveAllotment } from "../../domain/booking/allotments.ts";
import type { MakeId } from "../../domain/editing/catalogue-records.ts";
import { msPerDay } from "../../domain/selling/dates.ts";
import { eventTerms } from "../../domain/terms/event-terms.ts";
import { statementParties } from "../../domain/terms/parties.ts";
import { issueStatement, lastPeriodEnd } from "../../domain/terms/statements.ts";
import type { BookableEvent } from "../../records/bookable-event.ts";
import { companyOf } from "../../records/partners/company.ts";
import type { TermsContent, TermsLine } from "../../records/partners/partner-terms.ts";
import { writeCompany } from "../../store/terms/companies.ts";
import { insertTerms } from "../../store/terms/partner-terms.ts";
import { insertPriceList, insertPriceListVersion } from "../../store/terms/price-lists.ts";
import { insertPartnerPayment, statementById } from "../../store/terms/statements.ts";
import { addDays, demoPastDays } from "./catalogue.ts";
import { type Callers, demoOperatorEmail, type Seeding } from "./place-orders.ts";
import type { DemoPartner } from "./plan.ts";

/** The companies that sell for the demo's operator, their terms, and what they have settled. */

const zone = "Europe/Madrid";

interface DemoCompany {
  name: string;
  taxNumber: string;
  address: string;
  lang: "es" | "pt";
  /** Name and mailbox of the contact for accounts. */
  accounts: [name: string, mailbox: string];
  terms: Pick<TermsContent, "basis" | "collects" | "percent" | "period"> & Partial<TermsContent>;
  /** Whether the price list of agencies applies. */
  listed?: boolean;
  /** The part of the last statement that is paid. */
  paid: number;
}

const companies: Partial<Record<DemoPartner, DemoCompany>> = {
  "viajes-demo": {
    name: "Viajes Demo, S. L.",
    taxNumber: "B00000001",
    address: "Calle del Abanico 4\n28013 Madrid",
    lang: "es",
    accounts: ["Aurora Montesol", "cuentas@viajes-demo.example.com"],
    terms: {
      ...{ basis: "commission", collects: "partner", percent: "15", period: "week" },
      limit: { kind: "credit", amount: "90000", currencyCode: "EUR", warnBelow: "9000" },
    },
    paid: 1,
  },
  "ruta-y-sol": {
    name: "Ruta y Sol Viajes, S. A.",
    taxNumber: "A00000002",
    address: "Avenida de la Brisa 18\n41001 Sevilla",
    lang: "es",
    accounts: ["Jacinto Olmoverde", "administracion@ruta-y-sol.example.com"],
    terms: { basis: "net", collects: "partner", percent: "20", period: "week" },
    listed: true,
    paid: 0.4,
  },
  "passeios-lua-cheia": {
    name: "Passeios Lua Cheia, Lda.",
    taxNumber: "500000003",
    address: "Rua do Luar 7\n1100-001 Lisboa",
    lang: "pt",
    accounts: ["Benedita Campoflor", "contas@luacheia.example.com"],
    terms: {
      ...{ basis: "commission", collects: "partner", percent: "12", period: "week", dueOn: "sale" },
      limit: { kind: "credit", amount: "4000", currencyCode: "EUR", warnBelow: "1000" },
    },
    paid: 0.9,
  },
  "hotel-miradores": {
    name: "Hoteles Miradores, S. L.",
    taxNumber: "B00000004",
    address: "Plaza de las Azoteas 1\n28005 Madrid",
    lang: "es",
    accounts: ["Remedios Altavista", "recepcion@miradores.example.com"],
    terms: { basis: "commission", collects: "operator", percent: "10", period: "week" },
    paid: 0,
  },
};

export const hasDemoTerms = (partner: DemoPartner): boolean => partner in companies;

const usual: Omit<TermsContent, "basis" | "collects" | "percent" | "period"> = {
  ...{ percentOf: "price", extras: true, dueOn: "event", afterCancellation: "share", noShow: "as-sold" },
  ...{ paymentDays: 15, currencyCode: "EUR", limit: null },
};

/** The price list of agencies: more of the flamenco evening, and less of its children. */
const listLines = (newId: MakeId): TermsLine[] => {
  const evening = { productId: newId("product mad-flamenco-candela"), itemId: null, firstOn: null, lastOn: null };
  return [
    { ...evening, ticket: null, rule: { percent: "25" } },
    { ...evening, ticket: "CHILD", rule: { percent: "10" } },
  ];
};

const termsId = (newId: MakeId, partner: DemoPartner) => newId(`terms ${partner}`);
const listVersionId = (newId: MakeId) => newId("price list version agencies");

/** Agrees with the partners on their terms before they sell. */
export async function agreeDemoTerms({ tx, now, newId }: Seeding, callers: Callers): Promise<void> {
  const since = new Date(now.getTime() - (demoPastDays + 1) * msPerDay);
  const list = { id: newId("price list agencies"), name: "Agencias −25 % en flamenco" };
  await insertPriceList(tx, list);
  const version = { id: listVersionId(newId), listId: list.id, validFrom: since, createdBy: demoOperatorEmail };
  await insertPriceListVersion(tx, { ...version, lines: listLines(newId) }, since);
  for (const [partner, company] of entries()) {
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
        ...{ priceListId: listed ? list.id : null, content: { ...usual, ...terms }, createdBy: demoOperatorEmail },
      },
      since,
    );
  }
}

const entries = () => Object.entries(companies) as [DemoPartner, DemoCompany][];

/** Returns the event with the terms of the partner that sells it. */
export function withDemoTerms(event: BookableEvent, partner: DemoPartner, newId: MakeId): BookableEvent {
  const company = companies[partner];
  if (!company) return event;
  const { terms, listed = false } = company;
  const version = {
    id: termsId(newId, partner),
    ...(listed ? { listId: listVersionId(newId), listed: listLines(newId) } : { listId: null, listed: [] }),
    ...{ content: { ...usual, ...terms }, own: [] },
  };
  return { ...event, terms: eventTerms(version, event) };
}

/** Issues a statement for each week, records what is paid of them, and keeps seats for the hotel. */
export async function settleWithDemoPartners(seeding: Seeding, callers: Callers): Promise<void> {
  const { tx, now, newId, check } = seeding;
  const last = lastPeriodEnd("week", { zone, now });
  for (let weeksAgo = Math.floor(demoPastDays / 7) - 1; weeksAgo >= 0; weeksAgo--) {
    check();
    for (const [partner, company] of entries()) {
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
