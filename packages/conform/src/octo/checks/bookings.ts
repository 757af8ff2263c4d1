import { defineChecks } from "../../service/check.ts";
import { SkippedCheckError } from "../../service/skipped.ts";
import * as models from "../models.ts";
import {
  confirmationBody,
  contact,
  firstOctoBooking,
  type MadeReservation,
  makeConfirmedBooking,
  makeReservation,
} from "../sales.ts";
import { type AnyJson, jsonOfSuccess, parseJsonAnswer } from "../tested-supplier.ts";
import { checkShape, type OctoCheck } from "./catalogue.ts";

/** The life of a booking: reserved, extended, confirmed, changed, read and cancelled. */

const page = (name: string) => `OCTO core, ${name}`;

/** The fields of a booking that repeat its request. */
const echoed = ({ uuid, productId, optionId, availabilityId, resellerReference, notes, unitItems }: AnyJson) => ({
  ...{ uuid, productId, optionId, availabilityId, resellerReference, notes },
  units: unitItems?.map(({ unitId }: AnyJson) => unitId),
});

/** A booking without the fields that time or the request changes. */
export const withoutVaryingFields = ({ utcUpdatedAt: _, availability: __, ...booking }: AnyJson): AnyJson => booking;

const fewer = ({ booking }: MadeReservation) => ({
  unitItems: booking.unitItems.slice(1).map(({ uuid, unitId }: AnyJson) => ({ uuid, unitId, contact })),
});

export const reservationChecks: OctoCheck[] = defineChecks({ needs: "booking" }, [
  {
    id: "reservation.placed",
    says: "A reservation is ON_HOLD with an expiry, and has the uuid, the product, the units and the references that were sent",
    clause: page("Booking Reservation"),
    run: async (supplier, findings) => {
      const { booking, body, exchange } = await makeReservation(supplier);
      checkShape(findings, booking, models.bookingShape, "the booking", exchange);
      findings.equal(booking.status, "ON_HOLD", "the status", exchange);
      findings.equal(echoed(booking), echoed(body), "what the booking says of the request", exchange);
      findings.holds(Date.parse(booking.utcExpiresAt) > Date.now(), "utcExpiresAt is not in the future", exchange);
      findings.equal(booking.utcConfirmedAt, null, "utcConfirmedAt", exchange);
    },
  },
  {
    id: "reservation.read",
    says: "A reservation is read by its uuid as it was answered",
    clause: page("Get Booking"),
    run: async (supplier, findings) => {
      const { booking, path } = await makeReservation(supplier);
      const exchange = await supplier.send("GET", path);
      findings.equal(
        withoutVaryingFields(jsonOfSuccess("reservation", exchange)),
        withoutVaryingFields(booking),
        "the booking",
        exchange,
      );
    },
  },
  {
    id: "reservation.extended",
    says: "An extension keeps the reservation on hold, and never shortens it",
    clause: page("Extend Reservation"),
    run: async (supplier, findings) => {
      const { booking, path } = await makeReservation(supplier);
      const exchange = await supplier.send("POST", `${path}/extend`, { expirationMinutes: 30 });
      const extended = jsonOfSuccess("reservation", exchange);
      findings.equal(extended.status, "ON_HOLD", "the status", exchange);
      const isEarlier = Date.parse(extended.utcExpiresAt) < Date.parse(booking.utcExpiresAt);
      findings.holds(
        !isEarlier,
        `utcExpiresAt moved from ${booking.utcExpiresAt} to ${extended.utcExpiresAt}`,
        exchange,
      );
    },
  },
  {
    id: "reservation.changed",
    says: "A reservation can have other units and notes",
    clause: page("Booking Update"),
    run: async (supplier, findings) => {
      const held = await makeReservation(supplier);
      const exchange = await supplier.send("PATCH", held.path, { ...fewer(held), notes: "Changed" });
      const changed = jsonOfSuccess("reservation", exchange);
      findings.equal(changed.unitItems?.length, held.booking.unitItems.length - 1, "the number of units", exchange);
      findings.equal([changed.status, changed.notes], ["ON_HOLD", "Changed"], "status and notes", exchange);
    },
  },
  {
    id: "reservation.cancelled",
    says: "A cancelled reservation is EXPIRED or CANCELLED, and cannot be confirmed",
    clause: page("Booking Cancellation"),
    run: async (supplier, findings) => {
      const held = await makeReservation(supplier);
      const exchange = await supplier.send("POST", `${held.path}/cancel`, { reason: "Conformance test" });
      const { status } = jsonOfSuccess("reservation", exchange);
      findings.holds(["EXPIRED", "CANCELLED"].includes(status), `the status is ${status}`, exchange);
      const late = await supplier.send("POST", `${held.path}/confirm`, confirmationBody(held));
      findings.status(late, 400, "the reservation was cancelled");
    },
  },
]);

export const bookingChecks: OctoCheck[] = defineChecks({ needs: "booking" }, [
  {
    id: "booking.confirmed",
    says: "A confirmed booking is CONFIRMED or PENDING, with the contact that was sent and the time of its confirmation",
    clause: page("Booking Confirmation"),
    run: async (supplier, findings) => {
      const { booking, body, exchange } = await firstOctoBooking(supplier);
      checkShape(findings, booking, models.bookingShape, "the booking", exchange);
      findings.holds(["CONFIRMED", "PENDING"].includes(booking.status), `the status is ${booking.status}`, exchange);
      findings.equal(echoed(booking), echoed(body), "what the booking says of the request", exchange);
      const { fullName, emailAddress } = booking.contact;
      findings.equal(
        { fullName, emailAddress },
        { fullName: contact.fullName, emailAddress: contact.emailAddress },
        "the contact",
        exchange,
      );
      findings.holds(typeof booking.utcConfirmedAt === "string", "utcConfirmedAt is missing", exchange);
      findings.equal(booking.utcExpiresAt, null, "utcExpiresAt", exchange);
    },
  },
  {
    id: "booking.delivered",
    says: "A confirmed booking delivers a voucher, or a ticket for each unit, in a format of its product",
    clause: page("Booking, delivery"),
    run: async (supplier, findings) => {
      const { booking, sale, exchange } = await firstOctoBooking(supplier);
      if (booking.status !== "CONFIRMED") throw new SkippedCheckError("the booking waits for its confirmation");
      const options: AnyJson[] = [booking.voucher, ...booking.unitItems.map((one: AnyJson) => one.ticket)].flatMap(
        (one) => one?.deliveryOptions ?? [],
      );
      findings.holds(options.length > 0, "nothing is delivered", exchange);
      for (const { deliveryFormat, deliveryValue } of options) {
        const isKnown = sale.product.deliveryFormats.includes(deliveryFormat);
        findings.holds(isKnown, `${deliveryFormat} is not a format of the product`, exchange);
        findings.holds(typeof deliveryValue === "string" && deliveryValue !== "", "a deliveryValue is empty", exchange);
      }
    },
  },
  {
    id: "booking.read",
    says: "A booking is read by its uuid as it was answered",
    clause: page("Get Booking"),
    run: async (supplier, findings) => {
      const { booking, path } = await firstOctoBooking(supplier);
      const exchange = await supplier.send("GET", path);
      findings.equal(
        withoutVaryingFields(jsonOfSuccess("booking", exchange)),
        withoutVaryingFields(booking),
        "the booking",
        exchange,
      );
    },
  },
  {
    id: "booking.list",
    says: "A booking is found by the reseller's reference and by the supplier's",
    clause: page("Get Bookings"),
    run: async (supplier, findings) => {
      const { booking } = await firstOctoBooking(supplier);
      for (const name of ["resellerReference", "supplierReference"])
        if (booking[name]) {
          const exchange = await supplier.send("GET", `/bookings?${name}=${encodeURIComponent(booking[name])}`);
          const ids = jsonOfSuccess("booking", exchange).map(({ id }: AnyJson) => id);
          findings.equal(ids, [booking.id], `the list of ids by ${name}`, exchange);
        }
    },
  },
  {
    id: "booking.changed",
    says: "A confirmed booking can give up a unit, or the change is refused with a code",
    clause: page("Booking Update"),
    run: async (supplier, findings) => {
      const sold = await makeConfirmedBooking(supplier);
      const exchange = await supplier.send("PATCH", sold.path, fewer(sold));
      if (exchange.status === 400 && typeof parseJsonAnswer(exchange)?.error === "string")
        throw new SkippedCheckError("the supplier refuses to change a confirmed booking");
      const changed = jsonOfSuccess("booking", exchange);
      if (changed.status === "PENDING") throw new SkippedCheckError("the change waits for its confirmation");
      findings.equal(changed.unitItems?.length, sold.booking.unitItems.length - 1, "the number of units", exchange);
      findings.equal([changed.id, changed.status], [sold.booking.id, sold.booking.status], "id and status", exchange);
    },
  },
  {
    id: "booking.cancelled",
    says: "A cancelled booking is CANCELLED with its refund and the time, and is no longer cancellable",
    clause: page("Booking Cancellation"),
    run: async (supplier, findings) => {
      const { path, booking } = await makeConfirmedBooking(supplier);
      if (!booking.cancellable) throw new SkippedCheckError("the booking is not cancellable");
      const exchange = await supplier.send("POST", `${path}/cancel`, { reason: "Conformance test" });
      const cancelled = jsonOfSuccess("booking", exchange);
      if (cancelled.status === "PENDING") throw new SkippedCheckError("the cancellation waits for its confirmation");
      findings.equal(
        [cancelled.status, cancelled.cancellable],
        ["CANCELLED", false],
        "status and cancellable",
        exchange,
      );
      checkShape(findings, cancelled.cancellation, models.cancellationShape, "the cancellation", exchange);
      const read = await supplier.send("GET", path);
      findings.equal(jsonOfSuccess("booking", read).status, "CANCELLED", "the status that is read afterwards", read);
    },
  },
]);
