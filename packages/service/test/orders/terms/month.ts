import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { importCatalogue } from "../../../src/domain/import/import.ts";
import type { TermsContent } from "../../../src/records/partners/partner-terms.ts";
import type { Db } from "../../../src/store/database/database.ts";
import { inTransaction } from "../../../src/store/database/database.ts";
import { partnerId as idOfPartner } from "../../../src/store/partners/partners.ts";
import { insertTerms } from "../../../src/store/terms/partner-terms.ts";
import { randomFrom } from "../../support/random.ts";

/**
 * A simulated month of sales: orders of partners with changed terms, in three currencies, and what happens to them until months later. The
 * table `sold` has what each order is worth, in plain columns that no code of the service reads.
 */

const currencies = [
  { code: "USD", digits: 2, rate: 1, adult: 30, child: 10.05 },
  { code: "EUR", digits: 2, rate: 0.9, adult: 27.5, child: 9.95 },
  { code: "CLP", digits: 0, rate: 930, adult: 27_990, child: 9_990 },
] as const;
type Currency = (typeof currencies)[number];

interface Sale {
  id: string;
  partnerId: string;
  currency: Currency;
  terms: { id: string; content: TermsContent };
  createdAt: Date;
  eventOn: string;
  tickets: Ticket[];
  status: string;
}

interface Ticket {
  code: string;
  quantity: number;
  retail: number;
  net: number;
}

/** What happens to an order, and when. */
interface Fate {
  at: Date;
  sale: Sale;
  kind: "less" | "more" | "cancelled" | "rejected" | "waitcancel";
  /** Share of the price that is refunded. */
  share: number;
  /** How the operator paid the refund. Null: it is due. */
  method: "account" | "cash" | null;
}

const contentOf = (n: number, version: number, currency: string | null): TermsContent => {
  const basis = n % 3 === 0 ? "net" : "commission";
  return {
    basis,
    collects: basis === "net" || n % 3 === 1 ? "partner" : "operator",
    percent: `${10 + ((7 * n + 4 * version) % 25)}`,
    percentOf: "price",
    extras: false,
    dueOn: n % 2 === 0 ? "sale" : "event",
    afterCancellation: n % 4 < 2 ? "share" : "nothing",
    noShow: "as-sold",
    paymentDays: 30,
    period: "month",
    currencyCode: currency,
    limit: null,
  };
};

const rounded = (amount: number, digits: number): number =>
  Number(`${Math.round(Number(`${amount}e${digits}`))}e-${digits}`);
const dayAt = (day: number, minutes = 0): Date => new Date(Date.UTC(2026, 5, day, 12, minutes));

export class Month {
  readonly sales: Sale[] = [];
  #fates: Fate[] = [];
  readonly #db: Db;
  readonly #random: () => number;

  constructor(db: Db, seed: number) {
    this.#db = db;
    this.#random = randomFrom(seed);
  }

  #below = (n: number): number => Math.floor(this.#random() * n);

  /** Sells in June. */
  async sell(orders: number, partners: number): Promise<void> {
    const names = Array.from({ length: partners }, (_, n) => `sim-${String(n).padStart(2, "0")}`);
    const partnersOf = names.map((externalId) => ({ externalId, name: externalId }));
    await importCatalogue(this.#db, { partners: partnersOf }, { now: dayAt(1) });
    const accounts = [];
    for (const [n, name] of names.entries()) {
      const partnerId = (await idOfPartner(this.#db, name))!;
      // Every fifth has two accounts. Versions apply from days 1, 11 and 21.
      const versions = [1, 11, 21].map((day, version) => ({
        id: randomUUID(),
        day,
        content: contentOf(n, version, null),
      }));
      await inTransaction(this.#db, async (tx) => {
        for (const { id, day, content } of versions)
          await insertTerms(
            tx,
            {
              ...{ id, partnerId, content, lines: [], priceListId: null, validUntil: null },
              validFrom: dayAt(day),
              createdBy: "a",
            },
            dayAt(day),
          );
      });
      accounts.push({ partnerId, versions, currencies: n % 5 === 0 ? [n, n + 1] : [n] });
    }
    for (let n = 0; n < orders; n++) {
      const { partnerId, versions, currencies: own } = accounts[n % accounts.length]!;
      const currency = currencies[own[this.#below(own.length)]! % currencies.length]!;
      const day = 1 + this.#below(30);
      const { id, content } = versions.findLast((one) => one.day <= day)!;
      const ticket = (code: string, retail: number, quantity: number): Ticket => {
        const commission = rounded((retail * Number(content.percent)) / 100, currency.digits);
        return { code, quantity, retail, net: rounded(retail - commission, currency.digits) };
      };
      const tickets = [
        ticket("ADULT", currency.adult, 1 + this.#below(4)),
        ticket("CHILD", currency.child, this.#below(3)),
      ];
      const sale: Sale = {
        ...{ id: randomUUID(), partnerId, currency, terms: { id, content }, createdAt: dayAt(day, this.#below(600)) },
        eventOn: `${dayAt(day + this.#below(25))
          .toISOString()
          .slice(0, 10)}T10:00:00`,
        tickets: tickets.filter(({ quantity }) => quantity > 0),
        status: this.#below(40) === 0 ? "waitsupplier" : "complete",
      };
      this.sales.push(sale);
      this.#plan(sale, day);
    }
    await sql`create table sold (id uuid primary key, partner_id uuid, currency_code text, digits int, basis text, collects text, shares boolean,
      stands boolean, total numeric, total_usd numeric, retail numeric, net numeric, returned numeric default 0, refund_usd numeric default 0, paid_out boolean default false)`.execute(
      this.#db,
    );
    await this.#insert();
  }

  #plan(sale: Sale, day: number): void {
    if (sale.status === "waitsupplier") return;
    const at = dayAt(day + 1 + this.#below(55), 700);
    const plan = (kind: Fate["kind"], share: number, ...methods: Fate["method"][]) =>
      this.#fates.push({ at, sale, kind, share, method: methods[this.#below(methods.length)]! });
    const dice = this.#below(100);
    if (dice < 10 && sale.tickets[0]!.quantity > 1) plan("less", 1, "account", "cash", null);
    else if (dice < 18) plan("more", 0, null);
    else if (dice < 33) plan("cancelled", [1, 0.5, 0][this.#below(3)]!, "account", "cash", null);
    else if (dice < 36) plan("rejected", 1, "account", null);
    else if (dice < 38) plan("waitcancel", 0.5, null);
  }

  /** Everything that happened to the orders until an instant. */
  async happen(until: Date): Promise<void> {
    const due = this.#fates.filter(({ at }) => at <= until);
    this.#fates = this.#fates.filter(({ at }) => at > until);
    const amendments: object[] = [];
    const refunds: object[] = [];
    for (const { at, sale, kind, share, method } of due) {
      const [before, beforeUsd] = [soldTickets(sale), usdOf(sale)];
      if (kind === "less" || kind === "more") sale.tickets[0]!.quantity += kind === "less" ? -1 : 2;
      else sale.status = kind;
      const difference = usdOf(sale) - beforeUsd;
      const usd = kind === "less" ? -difference : rounded(usdOf(sale) * share, 2);
      if (kind === "less" || kind === "more")
        amendments.push({
          id: sale.id,
          at,
          before,
          after: soldTickets(sale),
          difference: difference.toFixed(2),
          usd: usd.toFixed(2),
        });
      if (usd > 0 && kind !== "more") {
        const reason = kind === "less" ? "changed" : kind === "rejected" ? "rejected" : "cancelled";
        refunds.push({
          id: sale.id,
          reason,
          usd: usd.toFixed(2),
          due: kind === "waitcancel" ? null : at,
          method,
          paid: method && at,
        });
      }
    }
    const changed = due.map(({ at, sale }) => ({ ...rowOf(sale), at }));
    await sql`
      update orders o set status = x.status, tickets = x.tickets, agreed = x.agreed, total_usd = x.usd, changed_at = x.at
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as x(id uuid, status text, tickets jsonb, agreed jsonb, usd numeric, at timestamptz)
      where o.id = x.id`.execute(this.#db);
    await sql`
      insert into amendment (id, order_id, partner_id, revision, status, event_id, event_on, seats, total_usd, difference_usd, refund_usd, content,
        created_at, expires_at, accepted_at, actor, applied_at)
      select gen_random_uuid(), o.id, o.partner_id, 0, 'accepted', o.event_id, o.event_on, 0, o.total_usd, x.difference, x.usd,
        jsonb_build_object('before', x.before, 'agreed', jsonb_build_object('tickets', x.after)), x.at, x.at, x.at, 'partner', x.at
      from jsonb_to_recordset(${JSON.stringify(amendments)}::jsonb) as x(id uuid, at timestamptz, before jsonb, after jsonb, difference numeric, usd numeric)
      join orders o on o.id = x.id`.execute(this.#db);
    await sql`
      insert into refund (order_id, reason, due_usd, due_at, paid_usd, paid_at, method)
      select id, reason, usd, due, case when paid is not null then usd end, paid, method
      from jsonb_to_recordset(${JSON.stringify(refunds)}::jsonb)
        as x(id uuid, reason text, usd numeric, due timestamptz, paid timestamptz, method text)`.execute(this.#db);
    const facts = due.map(({ sale, kind, share, method }) => ({
      ...plainOf(sale),
      returned: kind === "less" ? charged(sale, sale.tickets[0]!) : 0,
      // A refund that waits for the supplier is not due yet.
      refund_usd: kind === "cancelled" || kind === "rejected" ? rounded(usdOf(sale) * share, 2).toFixed(2) : 0,
      out: method === "cash" && share > 0,
    }));
    await sql`
      update sold s set stands = x.stands, total = x.total, total_usd = x.total_usd, retail = x.retail, net = x.net, returned = x.returned,
        refund_usd = x.refund_usd, paid_out = x.out
      from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as x(id uuid, stands boolean, total numeric, total_usd numeric, retail numeric, net numeric,
        returned numeric, refund_usd numeric, out boolean) where s.id = x.id`.execute(this.#db);
  }

  /** Payments of some partners, and one to a partner. */
  async pay(at: Date): Promise<void> {
    await sql`
      insert into partner_payment (id, partner_id, currency_code, amount, paid_on, method, recorded_at, recorded_by)
      select gen_random_uuid(), partner_id, currency_code, case when nth % 7 = 0 then -5 else 10 * nth end, ${at}::date, 'transfer', ${at}, 'a'
      from (select partner_id, currency_code, row_number() over (order by partner_id, currency_code) as nth
        from sold group by 1, 2) a where nth % 3 <> 0`.execute(this.#db);
  }

  async #insert(): Promise<void> {
    const rows = this.sales.map((sale, n) => ({ ...rowOf(sale), ...plainOf(sale), number: 1_000_000 + n }));
    const given = JSON.stringify(rows);
    await sql`
      insert into orders (id, number, lang, partner_id, event_id, item_id, product_id, event_on, status, test, tickets, seats, email, phone_number,
        remote_host, total_usd, answers, agreed, cancel_purchase_hour, cancel_until, created_at, changed_at)
      select x.id, x.number, 'es', x.partner_id, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), x.event, x.status, false, x.tickets, 1,
        'a@example.com', '1', '192.0.2.1', x.usd, '[]', x.agreed, 24, x.event, x.created, x.created
      from jsonb_to_recordset(${given}::jsonb) as x(id uuid, number bigint, partner_id uuid, event timestamp, status text, tickets jsonb, usd numeric,
        agreed jsonb, created timestamptz)`.execute(this.#db);
    await sql`
      insert into sold (id, partner_id, currency_code, digits, basis, collects, shares, stands, total, total_usd, retail, net)
      select * from jsonb_to_recordset(${given}::jsonb) as x(id uuid, partner_id uuid, currency_code text, digits int, basis text, collects text,
        shares boolean, stands boolean, total numeric, total_usd numeric, retail numeric, net numeric)`.execute(
      this.#db,
    );
    await sql`analyze`.execute(this.#db);
  }
}

const charged = ({ terms }: Sale, { retail, net }: Ticket): number => (terms.content.basis === "net" ? net : retail);
const usdPrice = (sale: Sale, ticket: Ticket): number => rounded(charged(sale, ticket) / sale.currency.rate, 2);
const usdOf = (sale: Sale): number => sale.tickets.reduce((sum, one) => sum + one.quantity * usdPrice(sale, one), 0);

const soldTickets = (sale: Sale) =>
  sale.tickets.map((one) => ({
    code: one.code,
    prices: [
      {
        ...{ quantity: one.quantity, currencyCode: sale.currency.code, rate: `${sale.currency.rate}` },
        unitPrice: `${charged(sale, one)}`,
        unitUsdPrice: `${usdPrice(sale, one)}`,
        partner: { retail: `${one.retail}`, net: `${one.net}`, rule: { percent: sale.terms.content.percent } },
      },
    ],
  }));

function rowOf(sale: Sale) {
  const { id, content } = sale.terms;
  const { basis, collects, percentOf, dueOn, afterCancellation, noShow, currencyCode } = content;
  const terms = { id, listId: null, basis, collects, percentOf, dueOn, afterCancellation, noShow, currencyCode };
  return {
    ...{ id: sale.id, partner_id: sale.partnerId, event: sale.eventOn, created: sale.createdAt, status: sale.status },
    tickets: sale.tickets.map(({ code, quantity }) => ({ code, quantity })),
    usd: usdOf(sale).toFixed(2),
    agreed: { productName: "Boat", itemName: "Seat", taxRate: "21", tickets: soldTickets(sale), terms },
  };
}

function plainOf(sale: Sale) {
  const { content } = sale.terms;
  const { code, digits } = sale.currency;
  const sum = (amount: (ticket: Ticket) => number) =>
    sale.tickets.reduce((total, one) => total + one.quantity * amount(one), 0).toFixed(digits);
  return {
    ...{
      id: sale.id,
      partner_id: sale.partnerId,
      currency_code: code,
      digits,
      basis: content.basis,
      collects: content.collects,
    },
    shares: content.afterCancellation === "share",
    stands: sale.status !== "cancelled" && sale.status !== "rejected",
    total: sum((one) => charged(sale, one)),
    total_usd: usdOf(sale).toFixed(2),
    retail: sum(({ retail }) => retail),
    net: sum(({ net }) => net),
  };
}
