import type { Supplier } from "./supplier.ts";

/** Answers test orders. */
export const simulator: Supplier = {
  request: async () => ({ outcome: "confirmed", confirmation: "SIM", said: null }),
  status: async () => ({ outcome: "confirmed", confirmation: "SIM", said: null }),
  cancel: async () => ({ outcome: "cancelled", said: null }),
};
