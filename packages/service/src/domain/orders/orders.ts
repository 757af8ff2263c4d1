import type { Order } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import type { Db } from "../../store/database/database.ts";
import { type OrderRow, orderById } from "../../store/sale/orders.ts";
import { type Caller, mayUseOrder } from "../partners/keys.ts";
import { maskedOrder } from "./order-masking.ts";

/**
 * Carries out the operation order. A key reads the orders that it may use. Without a key, the unguessable id suffices and personal data is
 * masked.
 */
export async function readOrder(
  db: Db,
  id: string,
  caller: Caller | null,
  { maskKeyless }: { maskKeyless: boolean },
): Promise<Order | null> {
  const row = await orderById(db, id);
  if (!row) return null;
  if (caller !== null) return mayUseOrder(caller, row) ? orderAnswer(row) : null;
  return maskKeyless ? maskedOrder(orderAnswer(row)) : orderAnswer(row);
}

/** Returns an order as the partner interface returns it. */
export function orderAnswer(row: OrderRow): Order {
  return {
    id: row.id,
    reference: orderReference(row),
    confirmation: row.confirmation,
    status: row.status,
    isValid: true,
    errors: null,
    event: {
      id: row.eventId,
      apiKey: null,
      tickets: row.tickets,
      email: row.email,
      phoneNumber: row.phoneNumber,
      remoteHost: row.remoteHost,
      callbackUrl: row.callbackUrl,
      externalReference: row.externalReference,
      totalUsd: { currencyCode: "USD", value: Number(row.totalUsd) },
      testMode: row.test,
      answers: row.answers,
    },
  };
}
