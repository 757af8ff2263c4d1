import type { CallbackAttempt, Status } from "../orders/order.ts";

/** Callbacks as the service tells of them, over all partners. */

export const states = ["waiting", "delivered", "given-up", "stopped"] as const;
export type State = (typeof states)[number];

export interface DeliveryLine {
  id: string;
  orderId: string;
  /** The order's. */
  reference: string;
  externalReference: string | null;
  /** The partner's external id. */
  partner: string;
  test: boolean;
  sequence: number;
  status: Status;
  state: State;
  attempts: number;
  createdAt: string;
  nextAt: string | null;
  settledAt: string | null;
  /** Of the newest attempt; null before the first. */
  outcome: string | null;
  httpStatus: number | null;
}

export interface Delivery extends DeliveryLine {
  url: string;
  body: string;
  log: CallbackAttempt[];
}
