import { confirmed, notAsked, SupplierServer } from "../../packages/service/test/suppliers/supplier-server.ts";
import type { Recorder } from "../history/recorder.ts";

/** A supplier that records its requests, and gives the same answer when it is called again. */
export class RecordingSupplier {
  readonly server = new SupplierServer();
  /** State of each order at the supplier. */
  readonly booked = new Map<string, "confirmed" | "cancelled">();
  /** Calls to the supplier, with the times of request and answer. */
  readonly calls: { id: string; type: string; from: number; until: number }[] = [];
  /** Time until the supplier answers. */
  slowMs = 0;

  constructor({ clock }: Recorder) {
    const { booked, server } = this;
    const take = (type: string, id: string) => {
      const from = clock.now();
      this.calls.push({ id, type, from, until: from + this.slowMs });
      return this.slowMs > 0 ? { afterMs: this.slowMs } : {};
    };
    server.does["order.request"] = ({ orderId }) => {
      if (!booked.has(orderId)) booked.set(orderId, "confirmed");
      return { ...confirmed, ...take("request", orderId) };
    };
    server.does["order.status"] = ({ orderId }) => {
      const state = booked.get(orderId);
      const answer = state === undefined ? notAsked : state === "confirmed" ? confirmed : { json: { outcome: state } };
      return { ...answer, ...take("status", orderId) };
    };
    // The partner moves each order to one event, so that the same request has the same answer.
    server.does["order.change"] = ({ orderId }) => ({
      ...(booked.get(orderId) === "confirmed" ? confirmed : { json: { outcome: "unknown" } }),
      ...take("change", orderId),
    });
    server.does["order.cancel"] = ({ orderId }) => {
      booked.set(orderId, "cancelled");
      return { json: { outcome: "cancelled" }, ...take("cancel", orderId) };
    };
  }
}
