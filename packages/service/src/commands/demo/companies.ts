import type { MakeId } from "../../domain/editing/catalogue-records.ts";
import { eventTerms } from "../../domain/terms/event-terms.ts";
import type { BookableEvent } from "../../records/bookable-event.ts";
import type { TermsContent, TermsLine } from "../../records/partners/partner-terms.ts";
import type { DemoPartner } from "./plan.ts";

/** The companies that sell for the demo's operator, and their terms. */

export interface DemoCompany {
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
      ...{ basis: "commission", collects: "partner", percent: "12", period: "week" },
      // Its sales are on a statement before their event, so what happens later is a line of another one.
      ...{ dueOn: "sale", noShow: "no-commission" },
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

export const usualTerms: Omit<TermsContent, "basis" | "collects" | "percent" | "period"> = {
  ...{ percentOf: "price", extras: true, dueOn: "event", afterCancellation: "share", noShow: "as-sold" },
  ...{ paymentDays: 15, currencyCode: "EUR", limit: null },
};

/** The price list of agencies: more of the flamenco evening, and less of its children. */
export const listLines = (newId: MakeId): TermsLine[] => {
  const evening = { productId: newId("product mad-flamenco-candela"), itemId: null, firstOn: null, lastOn: null };
  return [
    { ...evening, ticket: null, rule: { percent: "25" } },
    { ...evening, ticket: "CHILD", rule: { percent: "10" } },
  ];
};

export const termsId = (newId: MakeId, partner: DemoPartner) => newId(`terms ${partner}`);
export const listVersionId = (newId: MakeId) => newId("price list version agencies");

export const demoCompanies = () => Object.entries(companies) as [DemoPartner, DemoCompany][];

/** Returns the event with the terms of the partner that sells it. */
export function withDemoTerms(event: BookableEvent, partner: DemoPartner, newId: MakeId): BookableEvent {
  const company = companies[partner];
  if (!company) return event;
  const { terms, listed = false } = company;
  const version = {
    id: termsId(newId, partner),
    ...(listed ? { listId: listVersionId(newId), listed: listLines(newId) } : { listId: null, listed: [] }),
    ...{ content: { ...usualTerms, ...terms }, own: [] },
  };
  return { ...event, terms: eventTerms(version, event) };
}
