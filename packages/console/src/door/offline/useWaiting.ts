import { useCallback, useState } from "react";
import { useApi } from "../../api/useApi.ts";
import {
  type PaymentTrouble,
  removeAdmission,
  removeTrouble,
  storedAdmissions,
  storedTroubles,
} from "./device-store.ts";
import { waitingAdmissions, waitingPayments } from "./payments.ts";

/** What waits on this device for the network, and the payments that the service could not record as they were taken. */
export function useWaiting() {
  const api = useApi();
  const [waiting, setWaiting] = useState({ admissions: 0, payments: 0 });
  const [troubles, setTroubles] = useState<PaymentTrouble[]>([]);

  const count = useCallback(async () => {
    const [admissions, payments] = [await waitingAdmissions(), await waitingPayments()];
    setWaiting({ admissions: admissions.length, payments: payments.length });
    setTroubles(await storedTroubles());
  }, []);

  /** Takes an admission back: on this device if it was not sent, otherwise by the service. */
  const undo = async (id: string): Promise<void> => {
    const here = (await storedAdmissions()).find((one) => one.id === id);
    if (!here || here.sentAt !== null) await api("vouchers.undo", { body: { admissionId: id } });
    if (here) await removeAdmission(id);
    await count();
  };

  const forgetTrouble = async (id: string): Promise<void> => {
    await removeTrouble(id);
    await count();
  };

  return { waiting, troubles, count, undo, forgetTrouble };
}
