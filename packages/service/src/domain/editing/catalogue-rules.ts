import { languages } from "@paseo/contract/codes";
import Big from "big.js";
import type {
  CatalogueFile,
  CatalogueItem,
  CatalogueProduct,
  CatalogueSupplier,
} from "../../records/catalogue-file.ts";
import { findSupplierKind, supplierKindNames } from "../../suppliers/kinds.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { isZone, zoneProblem } from "../selling/dates.ts";
import { isQuantity } from "../selling/ticket-rules.ts";
import { findUnfitTexts } from "../selling/typed-texts.ts";
import { fileLimits } from "./files/limits.ts";
import { createPause } from "./files/pauses.ts";
import { checkValue } from "./files/shapes.ts";
import { FirstPositions, findDuplicates } from "./firsts.ts";
import { listingProblems } from "./listing-rules.ts";
import { expandInSteps, type FileProblem, type PlannedEvent } from "./schedules.ts";

/** The file cannot be imported; nothing was changed. */
export class CatalogueError extends Error {
  override name = "CatalogueError";
  readonly problems: FileProblem[];
  constructor(problems: FileProblem[]) {
    super(`The catalogue has ${problems.length} problem${problems.length === 1 ? "" : "s"}; nothing was changed.`);
    this.problems = problems;
  }
}

/**
 * Checks rules across fields and records of a catalogue file that fits its schema. Pointers start at the root of the
 * file. References to currencies, suppliers or white labels outside the file are checked by the import, which reads the
 * store. A file can be checked in parts that share one `firsts`: `from` is the index of the part's first record in its
 * list. `isStored`: nobody enters the records now, so local times that clocks skip or show twice are accepted.
 */
export function catalogueProblems(
  file: CatalogueFile,
  firsts = new FirstPositions(),
  from = 0,
  isStored = false,
): FileProblem[] {
  return [...checks(file, firsts, from, isStored)].flatMap((problems) => problems ?? []);
}

/** Checks the same rules, pauses between records, and returns a bounded number of problems. */
export async function catalogueProblemsInPieces(file: CatalogueFile, pauseMs: number): Promise<FileProblem[]> {
  const pause = createPause(pauseMs);
  const found: FileProblem[] = [];
  for (const problems of checks(file, new FirstPositions(), 0)) {
    for (const problem of problems ?? []) found.push(problem);
    if (found.length >= fileLimits.records) break;
    await pause();
  }
  return found;
}

function* checks(
  file: CatalogueFile,
  firsts: FirstPositions,
  from: number,
  isStored = false,
): Generator<FileProblem[] | undefined> {
  const { currencies = [], partners = [], suppliers = [], ticketTypes = [], products = [], pages = [] } = file;
  const at = (n: number) => n + from;
  const externalIds = (kind: string, records: readonly { externalId: string }[]) =>
    firsts.repeated(
      kind,
      records.map(({ externalId }, n) => ({ value: externalId, pointer: `/${kind}/${at(n)}/externalId` })),
    );
  for (const [kind, records] of Object.entries(file))
    for (const [n, record] of records.entries()) yield within(`/${kind}/${at(n)}`, findUnfitTexts(record));
  yield [
    ...firsts.repeated(
      "currencies",
      currencies.map(({ code }, n) => ({ value: code, pointer: `/currencies/${at(n)}/code` })),
    ),
    ...currencies.flatMap(({ code, rate }, n) => within(`/currencies/${at(n)}/rate`, rateProblems(code, rate))),
    ...externalIds("partners", partners),
    ...firsts.repeated(
      "white labels",
      partners.flatMap(({ whiteLabels = [] }, n) =>
        whiteLabels.map(({ code }, m) => ({ value: code, pointer: `/partners/${at(n)}/whiteLabels/${m}/code` })),
      ),
    ),
    ...externalIds("suppliers", suppliers),
    ...suppliers.flatMap((supplier, n) => within(`/suppliers/${at(n)}`, supplierProblems(supplier))),
    ...firsts.repeated(
      "ticket types",
      ticketTypes.map(({ code }, n) => ({ value: code, pointer: `/ticketTypes/${at(n)}/code` })),
    ),
    ...ticketTypes.flatMap((type, n) => within(`/ticketTypes/${at(n)}`, ageProblems(type))),
    ...externalIds("products", products),
  ];
  for (const [n, product] of products.entries())
    yield within(`/products/${at(n)}`, yield* productProblems(product, isStored));
  yield [
    ...externalIds("pages", pages),
    ...pages.flatMap((page, n) =>
      languages.some((lang) => page[lang]) ? [] : [{ pointer: `/pages/${at(n)}`, ...refusal("page-without-language") }],
    ),
  ];
}

const within = (pointer: string, problems: readonly FileProblem[]): FileProblem[] =>
  problems.map((problem) => ({ ...problem, pointer: pointer + problem.pointer }));

function rateProblems(currencyCode: string, rate: string): FileProblem[] {
  if (!new Big(rate).gt(0)) return [{ pointer: "", ...refusal("rate-not-positive") }];
  // Rates are units for one dollar: the dollar's own rate is always 1.
  if (currencyCode === "USD" && !new Big(rate).eq(1)) return [{ pointer: "", ...refusal("rate-of-dollar") }];
  return [];
}

/** Checks the ages of a ticket type. Null and undefined: no limit. */
export function ageProblems({
  ageFrom,
  ageTo,
}: Partial<Record<"ageFrom" | "ageTo", number | null | undefined>>): FileProblem[] {
  if (ageFrom == null || ageTo == null || ageFrom <= ageTo) return [];
  return [{ pointer: "/ageTo", ...refusal("age-below-from", { value: ageTo, least: ageFrom }) }];
}

/** The supplier's kind decides what the settings may contain. */
function supplierProblems({ kind, settings = {} }: CatalogueSupplier): FileProblem[] {
  const known = findSupplierKind(kind);
  return known
    ? within("/settings", checkValue(known.given, settings))
    : [{ pointer: "/kind", ...refusal("not-one-of", { list: supplierKindNames.join(", ") }) }];
}

function* productProblems(product: CatalogueProduct, isStored: boolean): Generator<undefined, FileProblem[]> {
  const problems = [
    ...(isZone(product.timeZone) ? [] : [{ pointer: "/timeZone", ...zoneProblem(product.timeZone) }]),
    ...tierProblems(product.refundTiers ?? []),
    ...listingProblems(product),
    // An item's id is unique within its product only: many products may have "standard".
    ...findDuplicates(
      product.items.map(({ externalId }, n) => ({ value: externalId, pointer: `/items/${n}/externalId` })),
    ),
  ];
  const zone = !isStored && isZone(product.timeZone) ? product.timeZone : undefined;
  for (const [n, item] of product.items.entries())
    for (const problem of within(`/items/${n}`, yield* itemProblems(product, item, zone))) problems.push(problem);
  return problems;
}

/** Checks that each refund tier ends after the tier before it, and refunds no more than that tier. */
const tierProblems = (tiers: NonNullable<CatalogueProduct["refundTiers"]>): FileProblem[] =>
  tiers.slice(1).flatMap(({ hours, percent }, n) => {
    const before = tiers[n]!;
    const pointer = `/refundTiers/${n + 1}`;
    return [
      ...(hours < before.hours
        ? []
        : [
            {
              pointer: `${pointer}/hours`,
              ...refusal("tier-not-earlier", { value: hours, before: before.hours }),
            },
          ]),
      ...(percent <= before.percent
        ? []
        : [
            {
              pointer: `${pointer}/percent`,
              ...refusal("tier-refunds-more", { value: percent, before: before.percent }),
            },
          ]),
    ];
  });

function* itemProblems(
  product: CatalogueProduct,
  item: CatalogueItem,
  zone: string | undefined,
): Generator<undefined, FileProblem[]> {
  const plan = yield* expandInSteps(product.type, item, product.currencyCode, zone);
  return [
    ...findDuplicates(item.ticketRules.map(({ code }, n) => ({ value: code, pointer: `/ticketRules/${n}/code` }))),
    ...listingProblems(item),
    ...item.ticketRules.flatMap((rule, n) => within(`/ticketRules/${n}`, ruleProblems(rule))),
    ...(plan.ok ? wholeEventProblems(item, plan.events) : plan.problems),
  ];
}

/** Checks that a ticket for the whole event is bought once, and for events with a number of seats: nothing else says when such an event is full. */
function wholeEventProblems({ ticketRules }: CatalogueItem, events: readonly PlannedEvent[]): FileProblem[] {
  return ticketRules.flatMap(({ code, wholeEvent, maxQuantity }, n) => {
    if (wholeEvent && maxQuantity > 1)
      return [{ pointer: `/ticketRules/${n}/maxQuantity`, ...refusal("whole-event-once", { value: maxQuantity }) }];
    const unlimited = wholeEvent
      ? events.find(({ capacity, prices }) => capacity === null && prices.some((price) => price.code === code))
      : undefined;
    if (!unlimited) return [];
    const event = unlimited.eventOn.slice(0, 16).replace("T", " ");
    return [{ pointer: `/ticketRules/${n}/wholeEvent`, ...refusal("whole-event-needs-seats", { event }) }];
  });
}

function ruleProblems(rule: CatalogueItem["ticketRules"][number]): FileProblem[] {
  const { minQuantity: minimum, maxQuantity: maximum, defaultQuantity: quantity, incrementQuantity: increment } = rule;
  if (maximum < minimum)
    return [{ pointer: "/maxQuantity", ...refusal("maximum-below-minimum", { value: maximum, least: minimum }) }];
  if (isQuantity(rule, quantity)) return [];
  const values = { value: quantity, least: minimum, most: maximum, step: increment };
  return [{ pointer: "/defaultQuantity", ...refusal("quantity-not-sold", values) }];
}
