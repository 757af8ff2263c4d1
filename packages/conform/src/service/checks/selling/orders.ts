import type { Format } from "@paseo/contract";
import type { Exchange } from "../../../wire/exchange.ts";
import { type Booking, bookingRequestFor, placeSharedOrder, readOrderAnswer } from "../../bookings.ts";
import { type Check, defineChecks } from "../../check.ts";
import { findAnySale } from "../../sales.ts";
import { SkippedCheckError } from "../../skipped.ts";
import { formats, type RequestParameters, type TestedService } from "../../tested-service.ts";
import { checkDocument } from "../protocol/shapes.ts";

/** The partner's own orders, an extension of the contract. */

const clause = "extension orders; decision 39";

const list = (service: TestedService, params: RequestParameters, format: Format = "json"): Promise<Exchange> =>
  service.get(service.path("orders", params), format, { "x-api-key": service.key! });

/** Returns the run's test order, and the parameters of a list that contains it. Throws SkippedCheckError for a service that lists no orders. */
async function listable(service: TestedService): Promise<Booking & { params: RequestParameters }> {
  const { status } = await service.once("orders", () => list(service, { testmode: "true" }));
  if (status === 404) throw new SkippedCheckError("the service lists no orders");
  const booking = await placeSharedOrder(service);
  return { ...booking, params: { testmode: "true", reference: booking.request.externalReference! } };
}

const shapeCheck = (format: Format): Check => ({
  id: `orders.shape.${format}`,
  says: `orders answers in ${format === "json" ? "JSON" : "XML"} with exactly the documented fields`,
  clause,
  needs: "booking",
  run: async (service, findings) => {
    const { params } = await listable(service);
    checkDocument("orders", format, await list(service, params, format), findings);
  },
});

export const orderChecks: Check[] = defineChecks({ clause }, [
  ...formats.map(shapeCheck),
  {
    id: "orders.reference",
    says: "An order is found by its ExternalReference, as order answers it, and no other reference finds it",
    needs: "booking",
    run: async (service, findings) => {
      const { order, params } = await listable(service);
      const exchange = await list(service, params);
      const found = service.read("orders", exchange).values.find(({ id }) => id === order.id);
      if (!findings.holds(found !== undefined, `the order ${order.id} is not listed`, exchange)) return;
      const { eventOn, bookedOn, changedOn, revision, voucherUrl, refundUsd, endedBy, reason, ...rest } = found!;
      const { termsId, retail, commission, net, passes, ...listed } = rest;
      const path = service.path("order", { id: order.id! });
      const alone = await service.get(path, "json", { "x-api-key": service.key! });
      findings.equal(listed, service.read("order", alone), "the order in the list", exchange);
      const other = await list(service, { ...params, reference: `${params.reference}`.slice(1) });
      findings.equal(service.read("orders", other).values, [], "orders of another reference", other);
    },
  },
  {
    id: "orders.changes",
    says: "The cursor of a list that was read lists an order that is placed afterwards, and then nothing",
    needs: "booking",
    run: async (service, findings) => {
      const { params } = await listable(service);
      const { cursor, hasNextPage } = service.read("orders", await list(service, params));
      if (hasNextPage) throw new SkippedCheckError("the list has several pages");
      const request = bookingRequestFor(service, await findAnySale(service));
      const externalReference = `${params.reference}`;
      const { id } = readOrderAnswer(
        service,
        await service.book({ ...request, externalReference, phoneNumber: "+34 600 000 001" }),
      );
      if (id === null) throw new SkippedCheckError("the test order was refused; see booking");
      const exchange = await list(service, { cursor });
      const later = service.read("orders", exchange);
      const isListed = later.values.some((one) => one.id === id);
      findings.holds(isListed, `the order ${id} is not listed`, exchange);
      // Suppliers confirm the orders of this run meanwhile.
      const last = await list(service, { cursor: later.cursor });
      findings.holds(
        service
          .read("orders", last)
          .values.every((one) => one.revision !== later.values.find((former) => former.id === one.id)?.revision),
        `the order ${id} is listed again without a change`,
        last,
      );
    },
  },
  {
    id: "orders.parameters",
    says: "orders refuses an unknown date, an impossible one and an unknown cursor with a 400 that names the parameter",
    needs: "key",
    run: async (service, findings) => {
      const { status } = await service.once("orders", () => list(service, { testmode: "true" }));
      if (status === 404) throw new SkippedCheckError("the service lists no orders");
      for (const [name, value] of [
        ["by", "created"],
        ["from", "2026-02-30"],
        ["to", "x"],
        ["cursor", "x"],
      ] as const) {
        const exchange = await list(service, { [name]: value });
        if (!findings.status(exchange, 400, `${name} is ${value}`)) continue;
        findings.holds(exchange.text.includes(`"pointer":"${name}"`), `errors does not name ${name}`, exchange);
      }
    },
  },
  {
    id: "orders.key",
    says: "orders without a key is a 401",
    needs: "key",
    run: async (service, findings) => {
      const { status } = await service.once("orders", () => list(service, { testmode: "true" }));
      if (status === 404) throw new SkippedCheckError("the service lists no orders");
      const without = await service.send("GET", service.path("orders"), { accept: "application/json" });
      findings.status(without, 401);
    },
  },
]);
