import type { callApi } from "../../api/client.ts";
import { newId } from "../../api/new-id.ts";
import type { Taken, ToCollect } from "../../collect/collect.ts";
import { exactDifference } from "../../format/exact.ts";
import { isUnreachable } from "../../session/away.ts";
import { deviceName } from "../device.ts";
import {
  removeAdmission,
  removePayment,
  type StoredPayment,
  storeAdmission,
  storedAdmissions,
  storedPayments,
  storePayment,
  storeTrouble,
} from "./device-store.ts";
import { canUseGuestLists } from "./list.ts";

/** Payments and admissions that this device has taken and that wait for the network, at the door and on a guide's phone. */

type Api = typeof callApi;

const unsent = <T extends { sentAt: string | null }>(all: readonly T[]): T[] =>
  all.filter(({ sentAt }) => sentAt === null);

export const waitingPayments = async (): Promise<StoredPayment[]> => unsent(await storedPayments());
export const waitingAdmissions = async () => unsent(await storedAdmissions());

/** Sends the payments that wait for the network, each with its own id. Returns whether there were any. */
export async function sendPayments(api: Api): Promise<boolean> {
  const waiting = await waitingPayments();
  for (const payment of waiting) {
    const { id, code, eventId, amount, currencyCode, method, takenAt, name } = payment;
    const body = { id, code, amount, method, takenAt, device: deviceName(), ...(eventId && { eventId }) };
    const trouble = { id, amount, currencyCode, takenAt, name };
    try {
      const { result, tooMuch } = await api("door.collect", { body });
      if (result === "unknown") await storeTrouble({ ...trouble, why: "refused" });
      else if (Number(tooMuch) > 0) await storeTrouble({ ...trouble, amount: tooMuch!, why: "too-much" });
    } catch (failed) {
      // Only a refusal of the payment itself ends its wait.
      if (![400, 404, 409].includes((failed as { status?: number }).status ?? 0)) throw failed;
      await storeTrouble({ ...trouble, why: "refused" });
    }
    await storePayment({ ...payment, sentAt: new Date().toISOString() });
  }
  return waiting.length > 0;
}

/** Deletes what the service has received. */
export async function removeSent(): Promise<void> {
  for (const { id, sentAt } of await storedAdmissions()) if (sentAt !== null) await removeAdmission(id);
  for (const { id, sentAt } of await storedPayments()) if (sentAt !== null) await removePayment(id);
}

const sentAtOnce = 100;

/** Sends the admissions that wait for the network. `eventId`: the guide's event, to which they belong. Returns whether there were any. */
export async function sendAdmissions(api: Api, eventId?: string): Promise<boolean> {
  const all = await waitingAdmissions();
  const waiting = eventId === undefined ? all : all.filter((one) => one.eventId === eventId);
  for (let n = 0; n < waiting.length; n += sentAtOnce) {
    const part = waiting.slice(n, n + sentAtOnce);
    const admissions = part.map(({ sentAt: _sent, eventId: _event, ...admission }) => admission);
    const body = { device: deviceName(), admissions, ...(eventId && { eventId }) };
    const { results } = await api("door.merge", { body });
    const taken = new Set(results.filter(({ result }) => result === "id-taken").map(({ id }) => id));
    const sentAt = new Date().toISOString();
    for (const admission of part) {
      if (!taken.has(admission.id)) await storeAdmission({ ...admission, sentAt });
      else {
        // The device sends the admission the next time, under a new id.
        await storeAdmission({ ...admission, id: newId() });
        await removeAdmission(admission.id);
      }
    }
  }
  return waiting.length > 0;
}

/**
 * Records what a guest paid. The device stores the payment before it sends it, so that a lost answer or a reload neither loses nor repeats it.
 * `waits`: the service could not be reached, and the payment waits for the network. `mayWait`: whether it may.
 */
export async function takePayment(
  api: Api,
  { code, eventId, name }: Pick<StoredPayment, "code" | "eventId" | "name">,
  { due, taken: { amount, method } }: { due: ToCollect; taken: Taken },
  { signal, mayWait }: { signal?: AbortSignal | undefined; mayWait: () => Promise<boolean> },
): Promise<{ toCollect: ToCollect | null; waits: boolean }> {
  const { currencyCode } = due;
  const takenAt = new Date().toISOString();
  const payment: StoredPayment = {
    id: newId(),
    code,
    eventId,
    amount,
    currencyCode,
    method,
    takenAt,
    name,
    sentAt: null,
  };
  const { id } = payment;
  const stored = canUseGuestLists();
  if (stored) await storePayment(payment);
  try {
    const body = { id, code, amount, method, device: deviceName(), ...(eventId && { eventId }) };
    const { toCollect } = await api("door.collect", { body, ...(signal && { signal }) });
    if (stored) await storePayment({ ...payment, sentAt: new Date().toISOString() });
    return { toCollect, waits: false };
  } catch (failed) {
    if (stored && isUnreachable(failed) && (await mayWait())) {
      const left = exactDifference(due.amount, amount);
      return { toCollect: left > 0 ? { ...due, amount: `${left}` } : null, waits: true };
    }
    if (stored) await removePayment(id);
    throw failed;
  }
}
