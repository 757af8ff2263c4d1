import type { CancelledOrder, Format } from "@paseo/contract";
import type { Exchange } from "../../../wire/exchange.ts";
import { placeSeparateOrder } from "../../bookings.ts";
import type { Check } from "../../check.ts";
import { SkippedCheckError } from "../../skipped.ts";
import { formats, type PostOptions, type TestedService } from "../../tested-service.ts";
import { checkDocument } from "../protocol/shapes.ts";

/** Cancelling an order, an extension of the contract. Every order is a separate test order. */

const clause = "extension ordercancel; decision 22";

/** A new test order. Skips a service that cancels no orders, or that makes no test orders. */
async function cancellable(service: TestedService): Promise<{ id: string; totalUsd: number }> {
  const order = await placeSeparateOrder(service, "ordercancel", "the service cancels no orders");
  if (order.id === null) throw new SkippedCheckError("the test order was refused; see booking");
  return { id: order.id, totalUsd: order.event.totalUsd.value };
}

const cancel = (service: TestedService, id: string, options?: PostOptions): Promise<Exchange> =>
  service.request("ordercancel", { id, apiKey: service.key! }, options);

const shapeCheck = (format: Format): Check => ({
  id: `cancelling.shape.${format}`,
  says: `ordercancel answers in ${format === "json" ? "JSON" : "XML"} with exactly the documented fields`,
  clause,
  needs: "booking",
  run: async (service, findings) => {
    const { id } = await cancellable(service);
    checkDocument("ordercancel", format, await cancel(service, id, { sends: format, reads: format }), findings);
  },
});

export const cancellationChecks: Check[] = [
  ...formats.map(shapeCheck),
  {
    id: "cancelling.refund",
    says: "A cancelled order says what is refunded, at most its total, and says the same when it is cancelled again",
    clause,
    needs: "booking",
    run: async (service, findings) => {
      const { id, totalUsd } = await cancellable(service);
      const exchange = await cancel(service, id);
      const { isValid, refundUsd }: CancelledOrder = service.read("ordercancel", exchange);
      if (!isValid) {
        findings.equal(refundUsd, null, "RefundUsd of a refusal", exchange);
        return;
      }
      const value = refundUsd?.value ?? -1;
      findings.holds(
        value >= 0 && value <= totalUsd,
        `RefundUsd is ${refundUsd?.value}, of a total of ${totalUsd}`,
        exchange,
      );
      const again = await cancel(service, id);
      findings.equal(service.read("ordercancel", again).refundUsd, refundUsd, "RefundUsd of the second request", again);
    },
  },
];
