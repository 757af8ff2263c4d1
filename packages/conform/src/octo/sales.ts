import { randomUUID } from "node:crypto";
import { dayFromNow } from "../service/lists.ts";
import { SkippedCheckError } from "../service/skipped.ts";
import type { Exchange } from "../wire/exchange.ts";
import { type AnyJson, type CallOptions, jsonOfSuccess, type TestedSupplier } from "./tested-supplier.ts";

/** Finds a product, option, unit and availability that the checks can book, and books them. */

export interface OctoSale {
  product: AnyJson;
  option: AnyJson;
  unit: AnyJson;
  availability: AnyJson;
  /** Units of a booking. */
  count: number;
}

/** Number of units of a booking, unless the supplier requires more. Checks remove one unit and add one. */
const party = 2;
/** Number of days, from tomorrow, in which an availability is searched. */
const window = 28;
/** Greatest number of products that are searched. */
const maxProducts = 20;

export const productsOf = (supplier: TestedSupplier): Promise<AnyJson[]> =>
  supplier.once("products", async () => {
    const list = await supplier.read("products", "GET", "/products");
    return Array.isArray(list) ? list : [];
  });

export const availableTimes = (supplier: TestedSupplier, body: object, options?: CallOptions): Promise<AnyJson[]> =>
  supplier.read("times", "POST", "/availability", body, options);

/** Returns a request for the next days of a sale's option. */
export const nextDaysRequest = ({ product, option }: Pick<OctoSale, "product" | "option">) => ({
  productId: product.id,
  optionId: option.id,
  localDateStart: dayFromNow(1),
  localDateEnd: dayFromNow(window),
});

/** The body that asks for the sale's availability by its id. */
export const availabilityByIdRequest = ({ product, option, availability }: OctoSale) => ({
  productId: product.id,
  optionId: option.id,
  availabilityIds: [availability.id],
});

/** Finds an availability with one more seat than the party needs. Products with start availableTimes come first. Throws SkippedCheckError. */
export const findOctoSale = (supplier: TestedSupplier): Promise<OctoSale> =>
  supplier.once("sale", async () => {
    const products = await productsOf(supplier);
    const first = products.filter((one) => one?.availabilityType === "START_TIME");
    const others = products.filter((one) => one?.availabilityType !== "START_TIME");
    for (const product of [...first, ...others].slice(0, maxProducts))
      for (const option of product.options ?? []) {
        const unit = option.units?.find((one: AnyJson) => one.type === "ADULT") ?? option.units?.[0];
        if (unit === undefined) continue;
        const count = Math.max(party, option.restrictions?.minUnits ?? 1, unit.restrictions?.minQuantity ?? 1);
        const open = (await availableTimes(supplier, nextDaysRequest({ product, option }))).find(
          ({ available, vacancies }) => available === true && (vacancies ?? count + 1) > count,
        );
        if (open) return { product, option, unit, availability: open, count };
      }
    throw new SkippedCheckError(`no product has seats for ${party + 1} in the next ${window} days`);
  });

export const unitItems = ({ unit }: OctoSale, count: number): object[] =>
  Array.from({ length: count }, () => ({ unitId: unit.id }));

export const contact = {
  fullName: "Conformance Test",
  firstName: "Conformance",
  lastName: "Test",
  emailAddress: "conformance@example.com",
  phoneNumber: "+34 600 000 000",
};

/** The body of a reservation with a new uuid and reference. */
export function reservationBody(sale: OctoSale) {
  const uuid = randomUUID();
  return {
    uuid,
    productId: sale.product.id,
    optionId: sale.option.id,
    availabilityId: sale.availability.id,
    notes: "Conformance test",
    resellerReference: `conformance-${uuid}`,
    unitItems: unitItems(sale, sale.count),
  };
}

/** Sends a reservation, which the run cancels at its end. */
export function sendReservation(
  supplier: TestedSupplier,
  body: { uuid: string; [field: string]: unknown },
  options?: CallOptions,
): Promise<Exchange> {
  supplier.placed.add(body.uuid);
  return supplier.send("POST", "/bookings", body, options);
}

export interface MadeReservation {
  sale: OctoSale;
  body: ReturnType<typeof reservationBody>;
  booking: AnyJson;
  exchange: Exchange;
  path: string;
}

/** Makes a new reservation. Throws UnreadableAnswerError. */
export async function makeReservation(supplier: TestedSupplier): Promise<MadeReservation> {
  const sale = await findOctoSale(supplier);
  const body = reservationBody(sale);
  const exchange = await sendReservation(supplier, body);
  return { sale, body, exchange, booking: jsonOfSuccess("reservation", exchange), path: `/bookings/${body.uuid}` };
}

/** The body of a confirmation, with a contact for each unit. */
export const confirmationBody = ({ booking, body }: Pick<MadeReservation, "booking" | "body">) => ({
  contact,
  resellerReference: body.resellerReference,
  unitItems: booking.unitItems.map(({ uuid, unitId }: AnyJson) => ({ uuid, unitId, contact })),
});

interface Confirmed extends MadeReservation {
  confirmation: object;
}

/** Makes a new booking and confirms it. Throws UnreadableAnswerError. */
export async function makeConfirmedBooking(supplier: TestedSupplier): Promise<Confirmed> {
  const held = await makeReservation(supplier);
  const confirmation = confirmationBody(held);
  const exchange = await supplier.send("POST", `${held.path}/confirm`, confirmation);
  return { ...held, exchange, booking: jsonOfSuccess("booking", exchange), confirmation };
}

/** The first confirmed booking, for checks that only read it. */
export const firstOctoBooking = (supplier: TestedSupplier): Promise<Confirmed> =>
  supplier.once("booking", () => makeConfirmedBooking(supplier));
