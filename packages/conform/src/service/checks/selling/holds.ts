import { randomUUID } from "node:crypto";
import type { BookRequest, Format, Hold, HoldRequest } from "@paseo/contract";
import type { Exchange } from "../../../wire/exchange.ts";
import { bookingRequestFor, placeSharedOrder, readOrderAnswer } from "../../bookings.ts";
import { type Check, defineChecks, type Findings } from "../../check.ts";
import { findAnySale, type Sale } from "../../sales.ts";
import { SkippedCheckError } from "../../skipped.ts";
import { formats, mediaTypes, type PostOptions, type TestedService } from "../../tested-service.ts";
import { checkDocument } from "../protocol/shapes.ts";

/** Holds, an extension of the contract. Every hold is a test hold, which takes no seats. */

const clause = "extensions eventhold, holdextend and holdrelease; decision 29 of the service";

/** The selection of any sale, for a test hold. Skips a service that has no holds, or that makes no test orders. */
async function selection(service: TestedService): Promise<{ sale: Sale; request: HoldRequest }> {
  await placeSharedOrder(service);
  const sale = await findAnySale(service);
  const request = { id: sale.event.id, apiKey: service.key!, tickets: sale.tickets, testMode: true };
  // A service with holds answers that the fields are missing.
  const { status } = await service.once("holds", () => service.post("eventhold", "{}"));
  if (status === 404 || status === 405) throw new SkippedCheckError("the service has no holds");
  return { sale, request };
}

const changeOf = (service: TestedService, id: string): string => JSON.stringify({ id, apiKey: service.key });

/** A new hold, which is open. */
async function opened(
  service: TestedService,
): Promise<{ sale: Sale; held: Hold & { id: string }; exchange: Exchange; booking: BookRequest }> {
  const { sale, request } = await selection(service);
  const exchange = await service.request("eventhold", request);
  const held = service.read("eventhold", exchange);
  if (held.id === null) throw new SkippedCheckError("nothing was held; see holds.open");
  const totalUsd = held.totalUsd ?? sale.answer.totalUsd!;
  const booking = { ...bookingRequestFor(service, sale), totalUsd, externalReference: null };
  return { sale, held: { ...held, id: held.id }, exchange, booking };
}

const withHold = (id: string): PostOptions => ({ headers: { "paseo-hold": id } });

/** Adds a finding unless the booking is refused with this code. */
function checkRefused(
  service: TestedService,
  exchange: Exchange,
  code: string,
  when: string,
  findings: Findings,
): void {
  if (!findings.status(exchange, 200, "a refusal is not a failed request")) return;
  const { id, isValid, errors } = readOrderAnswer(service, exchange);
  const codes = (errors ?? []).map((error) => error.code);
  findings.equal([isValid, id, codes], [false, null, [code]], `IsValid, Id and codes ${when}`, exchange);
}

const shapeCheck = (format: Format): Check => ({
  id: `holds.shape.${format}`,
  says: `eventhold answers in ${format === "json" ? "JSON" : "XML"} with exactly the documented fields, when held and when refused`,
  clause,
  needs: "booking",
  run: async (service, findings) => {
    const { request } = await selection(service);
    const both = { sends: format, reads: format };
    checkDocument("eventhold", format, await service.request("eventhold", request, both), findings);
    checkDocument(
      "eventhold",
      format,
      await service.request("eventhold", { ...request, id: randomUUID() }, both),
      findings,
    );
  },
});

export const holdChecks: Check[] = defineChecks({ clause, needs: "booking" }, [
  ...formats.map(shapeCheck),
  {
    id: "holds.open",
    says: "eventhold holds what eventvalidate validates: the same total and questions, until a time to come",
    run: async (service, findings) => {
      const { sale, held, exchange } = await opened(service);
      const { totalUsd, questions } = sale.answer;
      findings.equal([held.status, held.isValid, held.errors], ["open", true, []], "the hold", exchange);
      findings.equal(held.totalUsd, totalUsd, "TotalUsd", exchange);
      findings.equal(held.questions, questions, "Questions", exchange);
      findings.holds(Date.parse(held.expiresAt ?? "") > Date.now(), "ExpiresAt is not a time to come", exchange);
    },
  },
  {
    id: "holds.book",
    says: "eventbook with Paseo-Hold makes one order of a hold, and other content is refused with hold-booked",
    run: async (service, findings) => {
      const { held, booking } = await opened(service);
      const exchange = await service.book(booking, withHold(held.id));
      const order = readOrderAnswer(service, exchange);
      findings.equal([order.isValid, order.event.totalUsd], [true, held.totalUsd], "the order", exchange);
      const other = await service.book({ ...booking, phoneNumber: "+34 611 111 111" }, withHold(held.id));
      checkRefused(service, other, "hold-booked", "when the hold is an order already", findings);
    },
  },
  {
    id: "holds.retry",
    says: "The same booking of a hold again is the same order, without an ExternalReference too",
    run: async (service, findings) => {
      const { held, booking } = await opened(service);
      const first = readOrderAnswer(service, await service.book(booking, withHold(held.id)));
      const exchange = await service.book(booking, withHold(held.id));
      findings.equal(readOrderAnswer(service, exchange).id, first.id, "the order's Id", exchange);
    },
  },
  {
    id: "holds.differs",
    says: "A booking with other tickets than its hold is refused with hold-differs, and the hold stays",
    run: async (service, findings) => {
      const { held, booking } = await opened(service);
      const tickets = booking.tickets.map((ticket) => ({ ...ticket, quantity: ticket.quantity + 1 }));
      const exchange = await service.book({ ...booking, tickets }, withHold(held.id));
      checkRefused(service, exchange, "hold-differs", "for other tickets", findings);
      const good = await service.book(booking, withHold(held.id));
      findings.equal(readOrderAnswer(service, good).isValid, true, "IsValid of the right booking afterwards", good);
    },
  },
  {
    id: "holds.read",
    says: "A hold is read with its partner's key: 401 without one, 404 for an unknown hold",
    run: async (service, findings) => {
      const { held } = await opened(service);
      const withKey = { "x-api-key": service.key! };
      for (const format of formats) {
        const exchange = await service.get(service.path("hold", { id: held.id }), format, withKey);
        checkDocument("hold", format, exchange, findings);
        const { id, status, extensionsLeft } = service.read("hold", exchange);
        findings.equal([id, status, extensionsLeft], [held.id, "open", held.extensionsLeft], "the hold", exchange);
      }
      const keyless = await service.send("GET", service.path("hold", { id: held.id }), { accept: mediaTypes.json });
      findings.status(keyless, 401, "without the key");
      findings.status(await service.get(service.path("hold", { id: randomUUID() }), "json", withKey), 404);
    },
  },
  {
    id: "holds.extend",
    says: "holdextend returns the open hold with a later end, and one extension less",
    run: async (service, findings) => {
      const { held } = await opened(service);
      const exchange = await service.post("holdextend", changeOf(service, held.id));
      const { id, status, expiresAt, extensionsLeft } = service.read("holdextend", exchange);
      findings.equal([id, status], [held.id, "open"], "Id and Status", exchange);
      findings.equal(extensionsLeft, held.extensionsLeft! - 1, "ExtensionsLeft", exchange);
      findings.holds(
        (expiresAt ?? "") >= held.expiresAt!,
        `ExpiresAt is ${expiresAt}, before the former end`,
        exchange,
      );
    },
  },
  {
    id: "holds.release",
    says: "holdrelease ends a hold, can be repeated, and a booking afterwards is refused with hold-released",
    run: async (service, findings) => {
      const { held, booking } = await opened(service);
      for (const time of ["the first time", "again"]) {
        const exchange = await service.post("holdrelease", changeOf(service, held.id));
        const { status, isValid } = service.read("holdrelease", exchange);
        findings.equal([status, isValid], ["released", true], `Status and IsValid ${time}`, exchange);
      }
      checkRefused(
        service,
        await service.book(booking, withHold(held.id)),
        "hold-released",
        "after the release",
        findings,
      );
    },
  },
  {
    id: "holds.unknown",
    says: "An unknown hold is a refusal of eventbook and a 404 of holdrelease, and a malformed Paseo-Hold is a 400",
    run: async (service, findings) => {
      const { booking } = await opened(service);
      const unknown = await service.book(booking, withHold(randomUUID()));
      checkRefused(service, unknown, "hold-unknown", "for an unknown hold", findings);
      findings.status(await service.post("holdrelease", changeOf(service, randomUUID())), 404);
      findings.status(await service.book(booking, withHold("the first one")), 400);
    },
  },
  {
    id: "holds.pay",
    says: "eventpay starts one payment of a hold, which its partner reads with its key: 401 without one, 404 for an unknown payment",
    clause: "extension eventpay; decision 74 of the service",
    run: async (service, findings) => {
      const { held, booking } = await opened(service);
      const request = { holdId: held.id, returnUrl: "https://shop.example.com/paid", booking };
      const exchange = await service.request("eventpay", request);
      const { status } = exchange;
      if (status === 404 || status === 405) throw new SkippedCheckError("the service has no payments");
      if (status === 409) throw new SkippedCheckError("no payment provider is set up");
      checkDocument("eventpay", "json", exchange, findings);
      const started = service.read("eventpay", exchange);
      findings.equal([started.state, started.errors], ["open", []], "State and Errors", exchange);
      findings.holds(started.page !== null, "an open payment has no page", exchange);
      const again = await service.request("eventpay", request);
      findings.equal(service.read("eventpay", again).id, started.id, "the Id of the repeated request", again);
      const withKey = { "x-api-key": service.key! };
      const path = service.path("payment", { id: started.id ?? "" });
      for (const format of formats) {
        const found = await service.get(path, format, withKey);
        checkDocument("payment", format, found, findings);
        const { id, state, amount } = service.read("payment", found);
        findings.equal([id, state, amount], [started.id, "open", started.amount], "the payment", found);
      }
      findings.status(await service.send("GET", path, { accept: mediaTypes.json }), 401, "without the key");
      findings.status(await service.get(service.path("payment", { id: randomUUID() }), "json", withKey), 404);
    },
  },
  {
    id: "holds.idempotency-key",
    says: "eventhold with the same Idempotency-Key returns the first hold again",
    run: async (service, findings) => {
      const { request } = await selection(service);
      const options = { headers: { "idempotency-key": randomUUID() } };
      const first = service.read("eventhold", await service.request("eventhold", request, options));
      const exchange = await service.request("eventhold", request, options);
      findings.equal(service.read("eventhold", exchange).id, first.id, "the hold's Id", exchange);
    },
  },
]);
