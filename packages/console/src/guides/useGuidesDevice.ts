import { useCallback, useEffect, useRef } from "react";
import { newId } from "../api/new-id.ts";
import type { ApiAnswer } from "../api/types.ts";
import { useApi } from "../api/useApi.ts";
import type { Taken, ToCollect } from "../collect/collect.ts";
import { deviceName } from "../door/device.ts";
import { storeAdmission } from "../door/offline/device-store.ts";
import { canUseGuestLists, readGuestList } from "../door/offline/list.ts";
import { removeSent, sendAdmissions, sendPayments, takePayment } from "../door/offline/payments.ts";
import { useWaiting } from "../door/offline/useWaiting.ts";
import { isUnreachable } from "../session/away.ts";

/** How soon waiting payments and admissions are sent again, in milliseconds. */
const againMs = 15_000;
/** Milliseconds without an answer after which a payment or an admission waits. */
const patienceMs = 5_000;

interface Admitted {
  result: ApiAnswer<"vouchers.redeem">["result"];
  people: number;
  /** The id with which it can be undone. */
  admission: string | null;
}

/** A guide's phone, which takes payments and admits guests of one event also without network. It sends them when there is network again. */
export function useGuidesDevice(eventId: string) {
  const api = useApi();
  const { count, ...device } = useWaiting();
  const sending = useRef(false);

  const send = useCallback(async () => {
    if (sending.current || !canUseGuestLists()) return;
    sending.current = true;
    try {
      await sendPayments(api);
      await sendAdmissions(api, eventId);
      // A list of the door still needs them: it was made before.
      if ((await readGuestList(Date.now())) === null) await removeSent();
    } catch {
      // They wait. The next attempt follows.
    } finally {
      sending.current = false;
      await count();
    }
  }, [api, count, eventId]);

  useEffect(() => {
    void send();
    const timer = setInterval(() => void send(), againMs);
    const now = () => void send();
    addEventListener("online", now);
    return () => {
      clearInterval(timer);
      removeEventListener("online", now);
    };
  }, [send]);

  /** Returns what is still to be collected. */
  const collect = async (
    guest: { code: string; name: string },
    due: ToCollect,
    taken: Taken,
  ): Promise<ToCollect | null> => {
    const options = { signal: AbortSignal.timeout(patienceMs), mayWait: async () => true };
    const { toCollect, waits } = await takePayment(api, { ...guest, eventId }, { due, taken }, options);
    if (waits) await count();
    return toCollect;
  };

  /** `left`: the people who are not inside yet, all of whom a party without network is. */
  const admit = async (code: string, { unpaid, left }: { unpaid: boolean; left: number }): Promise<Admitted> => {
    const id = newId();
    try {
      const body = { code, eventId, admissionId: id, device: deviceName(), unpaid };
      const { result, people, admission } = await api("vouchers.redeem", {
        ...{ body, signal: AbortSignal.timeout(patienceMs) },
      });
      return { result, people, admission: admission?.id ?? null };
    } catch (failed) {
      if (!isUnreachable(failed) || !canUseGuestLists()) throw failed;
      await storeAdmission({ id, code, eventId, at: new Date().toISOString(), sentAt: null });
      await count();
      return { result: "valid", people: left, admission: id };
    }
  };

  return { ...device, collect, admit };
}
