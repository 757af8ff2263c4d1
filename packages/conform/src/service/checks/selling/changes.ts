import { randomUUID } from "node:crypto";
import type { Amendment, AmendmentRequest, Format } from "@paseo/contract";
import type { Exchange } from "../../../wire/exchange.ts";
import { placeSeparateOrder } from "../../bookings.ts";
import { type Check, defineChecks } from "../../check.ts";
import { SkippedCheckError } from "../../skipped.ts";
import { formats, type PostOptions, type TestedService } from "../../tested-service.ts";
import { checkDocument } from "../protocol/shapes.ts";

/** Amendments of an order, an extension of the contract. Every order is a separate test order. */

const clause = "extension orderamend; decision 30 of the service";

/** A new test order that is complete. Skips a service that has no changes, or that makes no test orders. */
async function changeable(service: TestedService): Promise<string> {
  const order = await placeSeparateOrder(service, "orderamend", "the service has no changes");
  if (order.id === null || order.status !== "complete")
    throw new SkippedCheckError("the test order is not complete at once");
  return order.id;
}

const send = (
  service: TestedService,
  request: Partial<AmendmentRequest> & { id: string },
  options?: PostOptions,
): Promise<Exchange> => service.request("orderamend", { apiKey: service.key!, ...request }, options);

const wish = { phoneNumber: "+34 611 111 111" };
const acceptanceOf = ({ id, quoteId, revision }: Amendment) => ({ id, quoteId, revision });

/** Requests a quote for another telephone number, which costs nothing. */
async function quoted(service: TestedService): Promise<{ quote: Amendment; exchange: Exchange }> {
  const exchange = await send(service, { id: await changeable(service), ...wish });
  const quote = service.read("orderamend", exchange);
  if (quote.quoteId === null) throw new SkippedCheckError("nothing was quoted; see changes.quote");
  return { quote, exchange };
}

const shapeCheck = (format: Format): Check => ({
  id: `changes.shape.${format}`,
  says: `orderamend answers in ${format === "json" ? "JSON" : "XML"} with exactly the documented fields, when quoted and when refused`,
  clause,
  needs: "booking",
  run: async (service, findings) => {
    const id = await changeable(service);
    const both = { sends: format, reads: format };
    checkDocument("orderamend", format, await send(service, { id, ...wish }, both), findings);
    checkDocument("orderamend", format, await send(service, { id, eventId: randomUUID() }, both), findings);
  },
});

export const changeChecks: Check[] = defineChecks({ clause, needs: "booking" }, [
  ...formats.map(shapeCheck),
  {
    id: "changes.quote",
    says: "A quote names the order, costs nothing where only the contact differs, and ends at a time to come",
    run: async (service, findings) => {
      const id = await changeable(service);
      const exchange = await send(service, { id, ...wish });
      const quote = service.read("orderamend", exchange);
      findings.equal(
        [quote.id, quote.status, quote.isValid, quote.errors],
        [id, "quoted", true, []],
        "the quote",
        exchange,
      );
      const amounts = [quote.differenceUsd?.value, quote.refundUsd?.value];
      findings.equal(amounts, [0, 0], "DifferenceUsd and RefundUsd", exchange);
      findings.holds(Date.parse(quote.expiresAt ?? "") > Date.now(), "ExpiresAt is not a time to come", exchange);
    },
  },
  {
    id: "changes.accept",
    says: "An accepted quote changes the order and raises its revision, and accepting it again returns the same change",
    run: async (service, findings) => {
      const { quote } = await quoted(service);
      const exchange = await send(service, acceptanceOf(quote));
      const change = service.read("orderamend", exchange);
      findings.equal([change.quoteId, change.isValid], [quote.quoteId, true], "QuoteId and IsValid", exchange);
      if (change.status !== "accepted")
        throw new SkippedCheckError("the supplier of test orders does not change them at once");
      findings.holds(change.revision > quote.revision, `Revision is ${change.revision}, as before`, exchange);
      const again = await send(service, acceptanceOf(quote));
      findings.equal(service.read("orderamend", again), change, "the second acceptance", again);
    },
  },
  {
    id: "changes.stale",
    says: "The quote of an order that changed meanwhile is a 409 with the code revision-stale",
    run: async (service, findings) => {
      const { quote } = await quoted(service);
      const other = service.read("orderamend", await send(service, { id: quote.id, phoneNumber: "+34 622 222 222" }));
      const accepted = service.read("orderamend", await send(service, acceptanceOf(quote)));
      if (accepted.status !== "accepted")
        throw new SkippedCheckError("the supplier of test orders does not change them at once");
      const exchange = await send(service, acceptanceOf(other));
      if (findings.status(exchange, 409))
        findings.holds(exchange.text.includes("revision-stale"), "the code is not revision-stale", exchange);
    },
  },
  {
    id: "changes.nothing",
    says: "A request that changes nothing is refused with change-nothing",
    run: async (service, findings) => {
      const exchange = await send(service, { id: await changeable(service) });
      const { isValid, quoteId, errors } = service.read("orderamend", exchange);
      const codes = errors.map(({ code }) => code);
      findings.equal(
        [isValid, quoteId, codes],
        [false, null, ["change-nothing"]],
        "IsValid, QuoteId and codes",
        exchange,
      );
    },
  },
  {
    id: "changes.fields",
    says: "An acceptance without a revision is a 400, an unknown quote is refused, and an unknown order is a 404",
    run: async (service, findings) => {
      const id = await changeable(service);
      const quoteId = randomUUID();
      findings.status(await send(service, { id, quoteId }), 400);
      const unknown = await send(service, { id, quoteId, revision: 1 });
      const { errors } = service.read("orderamend", unknown);
      findings.equal(
        errors.map(({ code }) => code),
        ["change-unknown"],
        "codes",
        unknown,
      );
      findings.status(await send(service, { id: randomUUID(), ...wish }), 404);
    },
  },
  {
    id: "changes.idempotency-key",
    says: "orderamend with the same Idempotency-Key returns the first quote again",
    run: async (service, findings) => {
      const id = await changeable(service);
      const options = { headers: { "idempotency-key": randomUUID() } };
      const first = service.read("orderamend", await send(service, { id, ...wish }, options));
      const exchange = await send(service, { id, ...wish }, options);
      findings.equal(service.read("orderamend", exchange).quoteId, first.quoteId, "QuoteId", exchange);
    },
  },
]);
