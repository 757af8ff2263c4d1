/** Partners as the service tells of them. Amounts are decimal strings, shares from 0 to 1. */

export interface Partner {
  id: string;
  externalId: string;
  name: string;
  active: boolean;
  liveKeys: number;
  testKeys: number;
  lastUsedAt: string | null;
  /** Of the last thirty days, as are the rest. */
  orders: number;
  salesUsd: string;
  requests: number;
  mistakes: number;
  errorRate: number | null;
  revision: number;
}

export interface Key {
  id: string;
  /** Its first letters. */
  hint: string;
  mode: "live" | "test" | "demo";
  readOnly: boolean;
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

/** What was asked for on a day, by operation. */
export interface UsageRow {
  day: string;
  operation: string;
  requests: number;
  refused: number;
}

/** From here on a partner's program needs a word. */
export const highErrorRate = 0.1;
