import { Skipped } from "../../service/skipped.ts";
import { confirmationOf, daysOf, findSale, reserved } from "../sales.ts";
import { jsonOf, type TestedSupplier } from "../tested-supplier.ts";
import type { OctoCheck } from "./catalogue.ts";

/** How fast the supplier answers. A channel shows availability while its customer waits, and books before the customer leaves. */

/** Greatest acceptable median of the answers' times, in milliseconds. */
export const limits = { reads: 1000, bookings: 3000 } as const;
const samples = { reads: 5, bookings: 3 } as const;

const check = (
  kind: keyof typeof limits,
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
    findings.holds(median <= limits[kind], `${findings.note}; the median may be ${limits[kind]} ms`);
  },
});

const seconds = (ms: number): string => (ms === 1000 ? "a second" : `${ms / 1000} seconds`);

export const latencyChecks: OctoCheck[] = [
  check(
    "reads",
    {
      id: "latency.availability",
      says: `Half of the answers about availability take at most ${seconds(limits.reads)}`,
    },
    async (supplier) => {
      const days = daysOf(await findSale(supplier));
      return () => supplier.send("POST", "/availability", days);
    },
  ),
  check(
    "bookings",
    {
      id: "latency.bookings",
      says: `Half of the confirmations take at most ${seconds(limits.bookings)}`,
      needs: "booking",
    },
    async (supplier) => {
      const held = await reserved(supplier);
      return async () => {
        const exchange = await supplier.send("POST", `${held.path}/confirm`, confirmationOf(held));
        if (exchange.status !== 200) throw new Skipped("a booking was refused; see booking.confirmed");
        jsonOf("booking", exchange);
      };
    },
  ),
];
