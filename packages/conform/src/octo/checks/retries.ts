import { setTimeout as pause } from "node:timers/promises";
import { defineChecks, type Findings } from "../../service/check.ts";
import { SkippedCheckError } from "../../service/skipped.ts";
import type { Exchange } from "../../wire/exchange.ts";
import {
  confirmationBody,
  findOctoSale,
  makeConfirmedBooking,
  makeReservation,
  reservationBody,
  unitItems,
} from "../sales.ts";
import { type AnyJson, jsonOfSuccess, parseJsonAnswer, type TestedSupplier } from "../tested-supplier.ts";
import { withoutVaryingFields } from "./bookings.ts";
import type { OctoCheck } from "./catalogue.ts";

/** Every request can be repeated, also after an answer that was lost, and is carried out once. */

const clause = "OCTO core, Idempotency; retry after a lost answer";

/** Sends a request every second until its answer is a 200, ten times at most. Returns the last answer. */
async function sendUntilAnswered(
  supplier: TestedSupplier,
  method: string,
  path: string,
  body: object,
): Promise<Exchange> {
  for (let attempt = 1; ; attempt++) {
    const exchange = await supplier.send(method, path, body);
    if (exchange.status === 200 || attempt === 10) return exchange;
    await pause(1000);
  }
}

/** Adds a finding unless the reference names exactly this booking. */
async function isSingle(
  supplier: TestedSupplier,
  findings: Findings,
  { id, resellerReference }: AnyJson,
): Promise<void> {
  const exchange = await supplier.send("GET", `/bookings?resellerReference=${encodeURIComponent(resellerReference)}`);
  const ids = jsonOfSuccess("booking", exchange).map((one: AnyJson) => one.id);
  findings.equal(ids, [id], "the list of bookings with this reference", exchange);
}

export const retryChecks: OctoCheck[] = defineChecks({ clause, needs: "booking" }, [
  {
    id: "retry.reserve",
    says: "A repeated reservation answers the booking of its uuid, and makes no second one",
    run: async (supplier, findings) => {
      const { booking, body } = await makeReservation(supplier);
      const exchange = await supplier.send("POST", "/bookings", body);
      findings.equal(
        withoutVaryingFields(jsonOfSuccess("reservation", exchange)),
        withoutVaryingFields(booking),
        "the booking",
        exchange,
      );
      await isSingle(supplier, findings, booking);
    },
  },
  {
    id: "retry.reserve-cut",
    says: "A reservation whose answer was lost is repeated, and there is one booking",
    run: async (supplier, findings) => {
      for (const when of ["answered", "written"] as const) {
        const body = reservationBody(await findOctoSale(supplier));
        supplier.placed.add(body.uuid);
        await supplier.cut("POST", "/bookings", body, when);
        const booking = jsonOfSuccess("reservation", await sendUntilAnswered(supplier, "POST", "/bookings", body));
        findings.equal([booking.uuid, booking.status], [body.uuid, "ON_HOLD"], "uuid and status");
        await isSingle(supplier, findings, booking);
      }
    },
  },
  {
    id: "retry.reused",
    says: "A uuid with other units is refused, or answers the first booking",
    run: async (supplier, findings) => {
      const { booking, body, sale } = await makeReservation(supplier);
      const other = { ...body, unitItems: unitItems(sale, sale.count + 1) };
      const exchange = await supplier.send("POST", "/bookings", other);
      const answer = parseJsonAnswer(exchange);
      const isFirst = answer?.id === booking.id && answer?.unitItems?.length === booking.unitItems.length;
      const isRefused = exchange.status === 400 && typeof answer?.error === "string";
      findings.holds(isRefused || isFirst, "it is neither refused nor answered with the first booking", exchange);
      await isSingle(supplier, findings, booking);
    },
  },
  {
    id: "retry.extend",
    says: "A repeated extension keeps the reservation on hold",
    run: async (supplier, findings) => {
      const { booking, path } = await makeReservation(supplier);
      const body = { expirationMinutes: 20 };
      const first = jsonOfSuccess("reservation", await supplier.send("POST", `${path}/extend`, body));
      const exchange = await supplier.send("POST", `${path}/extend`, body);
      const second = jsonOfSuccess("reservation", exchange);
      findings.equal([second.id, second.status], [booking.id, "ON_HOLD"], "id and status", exchange);
      const isEarlier = Date.parse(second.utcExpiresAt) < Date.parse(first.utcExpiresAt);
      findings.holds(!isEarlier, "the repeated extension shortens the reservation", exchange);
    },
  },
  {
    id: "retry.update",
    says: "A repeated change answers the same booking",
    run: async (supplier, findings) => {
      const { booking, path } = await makeReservation(supplier);
      const body = { unitItems: booking.unitItems.slice(1).map(({ uuid, unitId }: AnyJson) => ({ uuid, unitId })) };
      const first = jsonOfSuccess("reservation", await supplier.send("PATCH", path, body));
      const exchange = await supplier.send("PATCH", path, body);
      findings.equal(
        withoutVaryingFields(jsonOfSuccess("reservation", exchange)),
        withoutVaryingFields(first),
        "the booking",
        exchange,
      );
    },
  },
  {
    id: "retry.confirm",
    says: "A repeated confirmation answers the same booking",
    run: async (supplier, findings) => {
      const { booking, path, confirmation } = await makeConfirmedBooking(supplier);
      const exchange = await supplier.send("POST", `${path}/confirm`, confirmation);
      findings.equal(
        withoutVaryingFields(jsonOfSuccess("booking", exchange)),
        withoutVaryingFields(booking),
        "the booking",
        exchange,
      );
    },
  },
  {
    id: "retry.confirm-cut",
    says: "A confirmation whose answer was lost is repeated, and there is one confirmed booking",
    run: async (supplier, findings) => {
      for (const when of ["answered", "written"] as const) {
        const held = await makeReservation(supplier);
        const body = confirmationBody(held);
        await supplier.cut("POST", `${held.path}/confirm`, body, when);
        const booking = jsonOfSuccess(
          "booking",
          await sendUntilAnswered(supplier, "POST", `${held.path}/confirm`, body),
        );
        const isSold = booking.status === "CONFIRMED" || booking.status === "PENDING";
        findings.holds(isSold, `the status is ${booking.status}`);
        findings.equal(booking.id, held.booking.id, "the id");
        await isSingle(supplier, findings, booking);
      }
    },
  },
  {
    id: "retry.cancel",
    says: "A repeated cancellation, also after a lost answer, answers the same booking",
    run: async (supplier, findings) => {
      const { booking, path } = await makeConfirmedBooking(supplier);
      if (!booking.cancellable) throw new SkippedCheckError("the booking is not cancellable");
      const body = { reason: "Conformance test" };
      await supplier.cut("POST", `${path}/cancel`, body, "answered");
      const first = jsonOfSuccess("booking", await sendUntilAnswered(supplier, "POST", `${path}/cancel`, body));
      const exchange = await supplier.send("POST", `${path}/cancel`, body);
      const second = jsonOfSuccess("booking", exchange);
      findings.equal([second.id, second.status], [booking.id, first.status], "id and status", exchange);
      findings.equal(second.cancellation, first.cancellation, "the cancellation", exchange);
    },
  },
]);
