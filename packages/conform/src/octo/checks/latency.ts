import { SkippedCheckError } from "../../service/skipped.ts";
import { confirmationBody, findOctoSale, makeReservation, nextDaysRequest } from "../sales.ts";
import { jsonOfSuccess, type TestedSupplier } from "../tested-supplier.ts";
import type { OctoCheck } from "./catalogue.ts";

/** How fast the supplier answers. A channel shows availability while its customer waits, and books before the customer leaves. */

/** Greatest acceptable median of the answers' times, in milliseconds. */
export const latencyLimits = { reads: 1000, bookings: 3000 } as const;
const samples = { reads: 5, bookings: 3 } as const;

const check = (
  kind: keyof typeof latencyLimits,
  rest: Pick<OctoCheck, "id" | "says" | "needs">,
  prepare: (supplier: TestedSupplier) => Promise<() => Promise<unknown>>,
): OctoCheck => ({
  ...rest,
  clause: "Latency of a channel",
  run: async (supplier, findings) => {
    const measured: number[] = [];
    for (let n = 0; n < samples[kind]; n++) {
      const send = await prepare(supplier);
      const startedMs = performance.now();
      await send();
      measured.push(performance.now() - startedMs);
    }
    measured.sort((a, b) => a - b);
    const median = Math.round(measured[Math.floor(measured.length / 2)]!);
    findings.note = `median ${median} ms, slowest ${Math.round(measured.at(-1)!)} ms of ${measured.length} answers`;
    findings.holds(median <= latencyLimits[kind], `${findings.note}; the median may be ${latencyLimits[kind]} ms`);
  },
});

const seconds = (ms: number): string => (ms === 1000 ? "a second" : `${ms / 1000} seconds`);

export const latencyChecks: OctoCheck[] = [
  check(
    "reads",
    {
      id: "latency.availability",
      says: `Half of the answers about availability take at most ${seconds(latencyLimits.reads)}`,
    },
    async (supplier) => {
      const days = nextDaysRequest(await findOctoSale(supplier));
      return () => supplier.send("POST", "/availability", days);
    },
  ),
  check(
    "bookings",
    {
      id: "latency.bookings",
      says: `Half of the confirmations take at most ${seconds(latencyLimits.bookings)}`,
      needs: "booking",
    },
    async (supplier) => {
      const held = await makeReservation(supplier);
      return async () => {
        const exchange = await supplier.send("POST", `${held.path}/confirm`, confirmationBody(held));
        if (exchange.status !== 200) throw new SkippedCheckError("a booking was refused; see booking.confirmed");
        jsonOfSuccess("booking", exchange);
      };
    },
  ),
];
