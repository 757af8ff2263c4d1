import type { Answer, Line } from "../api/types.ts";

/** Callbacks of all partners. */
export type DeliveryLine = Line<"deliveries.list">;
export type Delivery = Answer<"deliveries.show">;
export type State = DeliveryLine["state"];
export const states = ["waiting", "delivered", "given-up", "stopped"] as const satisfies State[];
