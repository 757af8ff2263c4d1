import type { Findings } from "../../service/check.ts";
import { SkippedCheckError } from "../../service/skipped.ts";
import * as models from "../models.ts";
import {
  availabilityByIdRequest,
  availableTimes,
  findOctoSale,
  nextDaysRequest,
  reservationBody,
  sendReservation,
} from "../sales.ts";
import type { Shape } from "../shape.ts";
import { type AnyJson, jsonOfSuccess, type TestedSupplier } from "../tested-supplier.ts";
import { checkShape, type OctoCheck } from "./catalogue.ts";

/** The capabilities pricing, content and pickups, where the supplier offers them. */

async function requireOffered(supplier: TestedSupplier, capability: string): Promise<void> {
  if (!(await supplier.offered()).has(capability))
    throw new SkippedCheckError(`the supplier does not list ${capability}`);
}

const productsWith = (supplier: TestedSupplier, capability: string): Promise<AnyJson[]> =>
  supplier.once(`products with ${capability}`, async () => {
    await requireOffered(supplier, capability);
    return supplier.read("products", "GET", "/products", undefined, { capabilities: `octo/${capability}` });
  });

/** A check of each product with a capability. */
const ofProducts = (
  capability: string,
  rest: Pick<OctoCheck, "id" | "says">,
  check: (product: AnyJson, findings: Findings) => void,
): OctoCheck => ({
  ...rest,
  clause: `OCTO ${capability}, Product`,
  run: async (supplier, findings) => {
    for (const product of await productsWith(supplier, capability)) check(product, findings);
  },
});

const priced: Shape = {
  defaultCurrency: "text",
  availableCurrencies: ["text"],
  pricingPer: { any: ["UNIT", "BOOKING"] },
};
const described: Shape = {
  title: "text",
  shortDescription: "text?",
  features: ["object"],
  media: [{ src: "address", type: "text" }],
};
const pickups: Shape = {
  pickupRequired: "flag",
  pickupAvailable: "flag",
  pickupPoints: [{ id: "text", name: "text" }],
};

export const extraChecks: OctoCheck[] = [
  ofProducts(
    "pricing",
    { id: "pricing.products", says: "With pricing, each product has its currencies, and each unit its lowest price" },
    (product, findings) => {
      checkShape(findings, product, priced, `product ${product.id}`);
      const known = product.availableCurrencies?.includes(product.defaultCurrency);
      findings.holds(known, `defaultCurrency of product ${product.id} is not one of availableCurrencies`);
      if (product.pricingPer === "UNIT")
        for (const unit of product.options.flatMap((option: AnyJson) => option.units))
          checkShape(findings, unit.pricingFrom, [models.pricingShape], `pricingFrom of unit ${unit.id}`);
    },
  ),
  {
    id: "pricing.availability",
    says: "With pricing, each availability has a price for each unit, and the sum for the units of the request",
    clause: "OCTO pricing, Availability",
    run: async (supplier, findings) => {
      await requireOffered(supplier, "pricing");
      const sale = await findOctoSale(supplier);
      const units = [{ id: sale.unit.id, quantity: sale.count }];
      const body = { ...availabilityByIdRequest(sale), units };
      const exchange = await supplier.send("POST", "/availability", body, { capabilities: "octo/pricing" });
      const [one] = jsonOfSuccess("times", exchange);
      checkShape(findings, one?.pricing, models.pricingShape, "pricing", exchange);
      if (one?.unitPricing === undefined) return;
      checkShape(
        findings,
        one.unitPricing,
        [{ ...(models.pricingShape as object), unitId: "text" }],
        "unitPricing",
        exchange,
      );
      const unit = one.unitPricing.find(({ unitId }: AnyJson) => unitId === sale.unit.id);
      findings.equal(one.pricing?.retail, unit?.retail * sale.count, "retail of the party", exchange);
    },
  },
  {
    id: "pricing.booking",
    says: "With pricing, a booking has the price of its availability, and its units have prices with this sum",
    clause: "OCTO pricing, Booking",
    needs: "booking",
    run: async (supplier, findings) => {
      await requireOffered(supplier, "pricing");
      const sale = await findOctoSale(supplier);
      const body = reservationBody(sale);
      const options = { capabilities: "octo/pricing" };
      const exchange = await sendReservation(supplier, body, options);
      const booking = jsonOfSuccess("reservation", exchange);
      checkShape(findings, booking.pricing, models.pricingShape, "pricing", exchange);
      const [offered] = await availableTimes(
        supplier,
        { ...availabilityByIdRequest(sale), units: [{ id: sale.unit.id, quantity: sale.count }] },
        options,
      );
      findings.equal(booking.pricing?.retail, offered?.pricing?.retail, "retail of the booking", exchange);
      const units: AnyJson[] = booking.unitItems.flatMap((one: AnyJson) => one.pricing ?? []);
      if (units.length === 0) return;
      const sum = units.reduce((total, { retail }) => total + retail, 0);
      findings.equal(sum, booking.pricing?.retail, "the sum of the units", exchange);
    },
  },
  {
    id: "pricing.calendar",
    says: "With pricing, each open day of the calendar has a lowest price",
    clause: "OCTO pricing, Availability Calendar",
    run: async (supplier, findings) => {
      await requireOffered(supplier, "pricing");
      const days = nextDaysRequest(await findOctoSale(supplier));
      const exchange = await supplier.send("POST", "/availability/calendar", days, { capabilities: "octo/pricing" });
      for (const day of jsonOfSuccess("times", exchange).filter((one: AnyJson) => one.available)) {
        const prices = day.unitPricingFrom ?? (day.pricingFrom ? [day.pricingFrom] : undefined);
        checkShape(findings, prices, [models.pricingShape], `prices of ${day.localDate}`, exchange);
      }
    },
  },
  ofProducts(
    "content",
    { id: "content.products", says: "With content, each product has a title, descriptions and media" },
    (product, findings) => checkShape(findings, product, described, `product ${product.id}`),
  ),
  ofProducts(
    "pickups",
    { id: "pickups.options", says: "With pickups, each option says whether there is a pickup, and where" },
    (product, findings) => checkShape(findings, product.options, [pickups], `the options of product ${product.id}`),
  ),
];
