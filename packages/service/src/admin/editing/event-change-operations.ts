import { availabilityCodes } from "@paseo/contract";
import Type from "typebox";
import {
  type ChangedProduct,
  ChangeRefused,
  changeEvents,
  checkRounding,
  checkTicketCodes,
  type DaySelection,
  type EventChange,
  type EventSelection,
  type PriceChange,
  roundingSteps,
} from "../../domain/editing/bulk-changes.ts";
import { createPause } from "../../domain/editing/files/pauses.ts";
import { CatalogueChanges } from "../../domain/import/changes.ts";
import { minorDigits } from "../../domain/selling/money.ts";
import { givenAmount, givenDay, nullable, Revision, text } from "../../records/schemas.ts";
import { revisionsOf } from "../../store/editing/product-sources.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { operation } from "../operation.ts";
import {
  auditSummary,
  catalogueRoles,
  changeQuery,
  invalidFields,
  loadSourcesAtRevisions,
  runCatalogueEdit,
} from "./changing.ts";
import { checkDays } from "./event-operations.ts";

/** One change to many events. */

const strict = { additionalProperties: false };

const PriceChangeBody = Type.Object(
  {
    code: Type.Optional(
      Type.String({
        maxLength: 64,
        description: "Code of a ticket that a selected event has. By default, all tickets.",
      }),
    ),
    percent: Type.Optional(
      Type.String({ pattern: "^-?\\d{1,4}(\\.\\d{1,4})?$", description: "Percentage; 10 adds a tenth." }),
    ),
    roundTo: Type.Optional(
      Type.Enum([...roundingSteps], {
        description:
          "Step to which a change by percent rounds, half up. By default, the smallest unit of the currency. A step below that unit is refused.",
      }),
    ),
    amount: Type.Optional(Type.String({ pattern: "^-?\\d{1,9}(\\.\\d{1,4})?$", description: "Amount to add." })),
    to: Type.Optional(givenAmount("The new price.")),
  },
  strict,
);

const BulkChange = Type.Object({
  products: Type.Array(Type.Object({ id: Type.String({ format: "uuid" }), revision: Revision }, strict), {
    minItems: 1,
    maxItems: 1000,
  }),
  selection: Type.Object(
    {
      items: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { minItems: 1, maxItems: 1000 })),
      from: Type.Optional(givenDay),
      to: Type.Optional(givenDay),
      weekdays: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, description: "1 is Monday." }),
      ),
      times: Type.Optional(
        Type.Array(Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" }), { minItems: 1, maxItems: 96 }),
      ),
      events: Type.Optional(
        Type.Array(
          Type.Object(
            {
              productId: Type.String({ format: "uuid", description: "Of one of `products`." }),
              item: Type.String({ maxLength: 128, description: "External id." }),
              eventOn: Type.String({
                pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:00)?$",
                description: "Local date and time at the location, as in `events.list`.",
              }),
            },
            strict,
          ),
          { minItems: 1, maxItems: 500 },
        ),
      ),
    },
    {
      ...strict,
      description:
        "Either local days from `from` to `to` with optional filters, or single `events`. Past and unknown events are ignored.",
    },
  ),
  change: Type.Object(
    {
      availability: Type.Optional(Type.Enum([...availabilityCodes])),
      capacity: Type.Optional(
        Type.Object(
          {
            to: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 1_000_000 }))),
            by: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
          },
          { ...strict, description: "`to` so many seats, null without limit; or `by` so many more." },
        ),
      ),
      prices: Type.Optional(
        Type.Array(PriceChangeBody, {
          minItems: 1,
          maxItems: 100,
          description:
            "Applied in this order; each result is rounded half up to the currency's minor digits, or to `roundTo`.",
        }),
      ),
    },
    { ...strict, minProperties: 1 },
  ),
});

export const eventChangeOperations = [
  operation({
    id: "events.change",
    method: "POST",
    path: "/events/change",
    summary: "Change status, capacity or prices of many events. Schedules get exceptions; sold seats stay sold",
    roles: catalogueRoles,
    query: Type.Object(changeQuery),
    body: BulkChange,
    response: Type.Object({
      dryRun: Type.Boolean(),
      selected: Type.Integer({ description: "Number of selected events." }),
      rounding: Type.Record(text, Type.Integer(), {
        description: "Decimals to which prices are rounded (half up), by currency.",
      }),
      products: Type.Array(Type.Object({ id: text, revision: Type.Integer() })),
      changes: CatalogueChanges,
    }),
    async run(call) {
      const { products, selection } = call.body;
      const selectionOf = readSelection(selection, products);
      const change = readChange(call.body.change);
      let selected = 0;
      let revisions: { id: string; revision: number }[] = products;
      let currencies: string[] = [];
      const changes = await runCatalogueEdit(call, async (tx) => {
        const rows = await loadSourcesAtRevisions(tx, products);
        currencies = [...new Set(rows.map(({ source }) => source.currencyCode))].sort();
        checkRounding(change, currencies);
        checkCurrencies(change, currencies);
        const changed: ChangedProduct[] = [];
        const pause = createPause(call.service.pauseMs);
        for (const { id, source } of rows) {
          changed.push(changeEvents(source, selectionOf(id), change, call.now));
          await pause();
        }
        checkTicketCodes(change, changed);
        selected = changed.reduce((sum, one) => sum + one.selected, 0);
        return {
          file: { products: changed.map(({ product }) => product) },
          written: async (tx) => {
            const ids = products.map(({ id }) => id);
            revisions = await revisionsOf(tx, ids);
          },
          record: (changes, tx) => {
            const names = rows.map(({ externalId }) => externalId).join(", ");
            const subject = names.slice(0, 200);
            return call.auditEntry({ subject, after: { selection, change, ...auditSummary(changes) } }, tx);
          },
        };
      }).catch(refused);
      const dryRun = call.query.dryRun ?? false;
      const rounding = Object.fromEntries(currencies.map((code) => [code, minorDigits(code)]));
      return { dryRun, selected, rounding, products: revisions, changes };
    },
  }),
];

function refused(error: unknown): never {
  if (error instanceof ChangeRefused) throw invalidFields([error.field]);
  throw error;
}

type GivenSelection = Type.Static<typeof BulkChange>["selection"];

/** Reads the selection for each product, by product id. */
function readSelection(
  { events, ...days }: GivenSelection,
  products: readonly { id: string }[],
): (id: string) => EventSelection {
  if (!events) {
    const given = readDays(days);
    return () => given;
  }
  const [name] = Object.keys(days);
  if (name) throw invalidFields([{ pointer: `/selection/${name}`, ...refusal("selection-cannot-combine") }]);
  const ids = new Set(products.map(({ id }) => id.toLowerCase()));
  const stray = events.findIndex(({ productId }) => !ids.has(productId.toLowerCase()));
  if (stray >= 0)
    throw invalidFields([{ pointer: `/selection/events/${stray}/productId`, ...refusal("product-not-selected") }]);
  const chosen = Map.groupBy(events, ({ productId }) => productId.toLowerCase());
  return (id) => ({
    events: (chosen.get(id) ?? []).map(({ item, eventOn }) => ({ item, eventOn: eventOn.slice(0, 16) })),
  });
}

function readDays({ from, to, ...narrower }: Omit<GivenSelection, "events">): DaySelection {
  checkDays({ ...(from && { from }), ...(to && { to }) }, "/selection/");
  if (from && to) return { from, to, ...narrower };
  throw invalidFields([{ pointer: from ? "/selection/to" : "/selection/from", ...refusal("missing") }]);
}

type GivenChange = Type.Static<typeof BulkChange>["change"];

function readChange({ availability, capacity, prices }: GivenChange): EventChange {
  return {
    ...(availability && { availability }),
    ...(capacity && {
      capacity: oneOf<NonNullable<EventChange["capacity"]>>(capacity, "/change/capacity", ["to", "by"]),
    }),
    ...(prices && {
      prices: prices.map((price, n) => oneOf<PriceChange>(price, `/change/prices/${n}`, ["percent", "amount", "to"])),
    }),
  };
}

/** Returns the value if it has exactly one of these fields. */
function oneOf<T>(value: object, pointer: string, names: readonly string[]): T {
  if (names.filter((name) => name in value).length === 1) return value as T;
  throw invalidFields([{ pointer, ...refusal("exactly-one-needed", { list: names.join(", ") }) }]);
}

/** Refuses amounts if the products have several currencies, because an amount has another value in each. */
function checkCurrencies({ prices = [] }: EventChange, currencies: readonly string[]): void {
  const index = prices.findIndex((price) => !("percent" in price));
  if (index < 0 || currencies.length < 2) return;
  const problem = refusal("prices-in-several-currencies", { list: currencies.join(", ") });
  throw invalidFields([{ pointer: `/change/prices/${index}`, ...problem }]);
}
