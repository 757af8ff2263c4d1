import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { newId } from "../api/new-id.ts";
import type { ApiAnswer } from "../api/types.ts";
import { useAnswer } from "../api/useAnswer.ts";
import { useApi } from "../api/useApi.ts";
import type { Taken, ToCollect } from "../collect/collect.ts";
import { isUnreachable, rememberOperator } from "../session/away.ts";
import { readSignedInOperator } from "../session/session.ts";
import { deviceName } from "./device.ts";
import {
  type StoredAdmission,
  type StoredPayment,
  storeAdmission,
  storedAdmissions,
  storedPayments,
} from "./offline/device-store.ts";
import {
  canUseGuestLists,
  countPeople,
  countPeopleInside,
  decideAdmission,
  findGuests,
  leftToCollect,
  type OfflineDecision,
  type OfflineGuestList,
  readGuestList,
  storeGuestList,
} from "./offline/list.ts";
import { removeSent, sendAdmissions, sendPayments, takePayment } from "./offline/payments.ts";
import { cacheConsolePage } from "./offline/shell.ts";
import { useWaiting } from "./offline/useWaiting.ts";

export type DoorState = ApiAnswer<"door.events">;

/** How old a list may be while there is network. */
const listMinutes = 5;
/** Milliseconds without an answer after which the device decides by its list. */
const patienceMs = 5000;

/** The door with and without network: events, admissions, and the list that this device needs without network. */
export function useDoor() {
  const api = useApi();
  const queries = useQueryClient();
  const [list, setList] = useState<OfflineGuestList | null>(null);
  const { count, undo: undoHere, ...device } = useWaiting();
  const [trouble, setTrouble] = useState<unknown>(null);
  const syncing = useRef(false);
  const { data, error, refetch } = useAnswer("door.events", {}, { refetchInterval: 20_000, networkMode: "always" });
  const away = error !== null && isUnreachable(error);

  /** Sends the admissions that wait for the network, then stores a new list if the old list is out of date. */
  const sync = useCallback(
    async (state: DoorState) => {
      const hasPaid = await sendPayments(api);
      const hasAdmitted = await sendAdmissions(api);
      await count();
      const known = await readGuestList(Date.now());
      const isFresh = known !== null && Date.now() - Date.parse(known.madeAt) < listMinutes * 60_000;
      if (!isFresh || hasAdmitted || hasPaid) {
        const eventIds = state.events.map(({ id }) => id);
        if (eventIds.length > 0) {
          const stored = await api("door.list", { body: { eventIds } });
          await storeGuestList(stored);
          // The new list has these admissions and payments.
          await removeSent();
          await rememberOperator(await readSignedInOperator());
          await cacheConsolePage();
          setList(stored);
        }
      } else setList(known);
      if (hasAdmitted) await refetch();
    },
    [api, count, refetch],
  );

  useEffect(() => {
    if (!canUseGuestLists()) return;
    if (data && !error && !syncing.current) {
      syncing.current = true;
      sync(data)
        .then(
          () => setTrouble(null),
          (failed) => setTrouble(isUnreachable(failed) ? null : failed),
        )
        .finally(() => {
          syncing.current = false;
        });
    } else if (error) {
      void count();
      void readGuestList(Date.now()).then(setList);
    }
  }, [data, error, sync, count]);

  // The page may have begun without network, with fewer rights.
  const wasAway = useRef(false);
  useEffect(() => {
    if (wasAway.current && !away) void queries.invalidateQueries({ queryKey: ["auth"] });
    wasAway.current = away;
  }, [away, queries]);
  useEffect(() => {
    const again = () => void refetch();
    addEventListener("online", again);
    addEventListener("offline", again);
    return () => {
      removeEventListener("online", again);
      removeEventListener("offline", again);
    };
  }, [refetch]);

  /** `unpaid`: admits although something is to be collected. */
  const admit = async (
    code: string,
    eventId: string,
    { reason: overrideReason, unpaid = false }: { reason?: string | undefined; unpaid?: boolean } = {},
  ): Promise<DoorDecision> => {
    const id = newId();
    const given = {
      ...{ code, device: deviceName(), admissionId: id },
      ...(eventId && { eventId }),
      ...(unpaid && { unpaid }),
    };
    try {
      const signal = list ? AbortSignal.timeout(patienceMs) : undefined;
      const body = { ...given, ...(overrideReason !== undefined && { overrideReason }) };
      const answer = await api("vouchers.redeem", { body, ...(signal && { signal }) });
      const now = new Date().toISOString();
      if (answer.admission && canUseGuestLists()) await storeAdmission({ id, code, at: now, sentAt: now });
      void refetch();
      return decisionOf({ id, code, at: Date.now() }, answer);
    } catch (failed) {
      const known = isUnreachable(failed) && overrideReason === undefined ? await readGuestList(Date.now()) : null;
      if (!known) throw failed;
      const decision = await decideHere(known, { id, code, eventId, unpaid });
      await count();
      void refetch();
      return decision;
    }
  };

  /** Records what a guest paid, at once or when there is network. Returns what is still to be collected. */
  const collect = async (
    { code, order }: Pick<DoorDecision, "code" | "order">,
    eventId: string,
    taken: Taken,
  ): Promise<ToCollect | null> => {
    const name = order!.lead ?? order!.link?.reference ?? code;
    const { toCollect, waits } = await takePayment(
      api,
      { code, eventId: eventId || null, name },
      { due: order!.toCollect!, taken },
      {
        ...(list && { signal: AbortSignal.timeout(patienceMs) }),
        mayWait: async () => (await readGuestList(Date.now())) !== null,
      },
    );
    if (waits) {
      await count();
      void refetch();
    }
    return toCollect;
  };

  /** Finds guests by the beginning of a last name, among the chosen event or all events that the door accepts now. */
  const find = async (lastName: string, eventId: string): Promise<FoundGuests> => {
    try {
      const signal = list ? AbortSignal.timeout(patienceMs) : undefined;
      const body = { lastName, ...(eventId && { eventId }) };
      return await api("door.find", { body, ...(signal && { signal }) });
    } catch (failed) {
      const known = isUnreachable(failed) ? await readGuestList(Date.now()) : null;
      if (!known) throw failed;
      void refetch();
      return guestsHere(known, { lastName, eventId });
    }
  };

  /** Takes an admission back. */
  const undo = async (id: string): Promise<void> => {
    await undoHere(id);
    void refetch();
  };

  return {
    ...{ ...device, state: data, list, away, trouble },
    ...{ admit, collect, find, undo, problem: away ? null : error },
  };
}

export type FoundGuests = ApiAnswer<"door.find">;

const maxGuests = 20;

/** Finds guests in the device's list. Counts people whom this device has admitted as inside. */
async function guestsHere(
  list: OfflineGuestList,
  { lastName, eventId }: { lastName: string; eventId: string },
): Promise<FoundGuests> {
  const own = await storedAdmissions();
  const payments = await storedPayments();
  const of = (order: OfflineGuestList["orders"][number]) => list.events[order.event]!;
  const found = (await findGuests(list, lastName, Date.now())).filter(
    (order) => eventId === "" || of(order).id === eventId,
  );
  const guests = found.slice(0, maxGuests).map(async (order) => {
    const { id, productName, itemName, eventOn } = of(order);
    return {
      ...{ code: order.guest, name: order.lead ?? "", eventId: id, productName, itemName, eventOn },
      tickets: order.tickets,
      people: countPeople(order.passes),
      admitted: await countPeopleInside(list, order, own),
      toCollect: await leftToCollect(list, order, payments),
      // Marking a no-show needs network.
      ...{ noShow: 0, begun: false },
    };
  });
  return { guests: await Promise.all(guests), more: found.length > maxGuests };
}

/** Decides by the list, and stores an admission until there is network. */
async function decideHere(
  list: OfflineGuestList,
  { id, code, eventId, unpaid }: { id: string; code: string; eventId: string; unpaid: boolean },
): Promise<DoorDecision> {
  const now = Date.now();
  const own: { admissions: StoredAdmission[]; payments: StoredPayment[] } = {
    admissions: await storedAdmissions(),
    payments: await storedPayments(),
  };
  const found = await decideAdmission(list, own, { code, eventId: eventId || null, now, unpaid });
  const isAdmitted = found.result === "valid";
  if (isAdmitted)
    await storeAdmission({ id, code, passes: found.passes, at: new Date(now).toISOString(), sentAt: null });
  return {
    id,
    code,
    people: found.people,
    at: now,
    away: true,
    earlier: found.earlier,
    verdict: found.result === "valid" ? "admitted" : found.result,
    admission: isAdmitted ? { id, until: now + 60_000 } : null,
    order: orderHere(found, now),
  };
}

function orderHere({ order, event, inside, toCollect }: OfflineDecision, now: number): DoorDecision["order"] {
  if (!order || !event) return null;
  const { productName, itemName, eventOn, from, until } = event;
  return {
    link: null,
    lead: order.lead,
    productName,
    itemName,
    eventOn,
    tickets: order.tickets,
    toCollect,
    inside: { people: inside, of: countPeople(order.passes) },
    accepted: { from, until },
    early: from !== null && now < Date.parse(from),
  };
}

type Redemption = ApiAnswer<"vouchers.redeem">;

/** The verdict that staff at the door see. */
export type DoorVerdict = Exclude<Redemption["result"], "valid"> | "admitted";

/** The decision about a code, made by the service or by the list of this device. */
export interface DoorDecision {
  id: string;
  /** The code as scanned or typed. */
  code: string;
  verdict: DoorVerdict;
  people: number;
  at: number;
  /** Whether the device decided without network. */
  away: boolean;
  /** The id with which the admission can be undone; null if nobody was admitted. */
  admission: { id: string; until: number } | null;
  /** The earlier admission. `by` is null if this device made it. */
  earlier: { at: string; by: string | null } | null;
  order: {
    /** Null without network, and for a guest whom the role door found by name. */
    link: { id: string | null; reference: string } | null;
    lead: string | null;
    productName: string;
    itemName: string;
    eventOn: string;
    tickets: { code: string; quantity: number }[];
    /** Null: nothing is to be collected from the guest. */
    toCollect: ToCollect | null;
    /** How many of the party are inside now. */
    inside: { people: number; of: number };
    accepted: { from: string | null; until: string } | null;
    early: boolean;
  } | null;
}

/** Converts the service's answer to a decision. */
function decisionOf(
  { id, code, at }: Pick<DoorDecision, "id" | "code" | "at">,
  { result, people, admission, voucher }: Redemption,
): DoorDecision {
  const inside = voucher?.passes.filter(({ admitted }) => admitted) ?? [];
  return {
    id,
    code,
    people,
    at,
    away: false,
    verdict: result === "valid" ? "admitted" : result,
    admission: admission && { id: admission.id, until: at + admission.undoSeconds * 1000 },
    earlier: voucher?.redeemedAt ? { at: voucher.redeemedAt, by: voucher.redeemedBy } : null,
    order: voucher && {
      link: voucher.reference === null ? null : { id: voucher.orderId, reference: voucher.reference },
      lead: voucher.leadName,
      productName: voucher.productName,
      itemName: voucher.itemName,
      eventOn: voucher.eventOn,
      tickets: voucher.tickets,
      toCollect: voucher.toCollect,
      accepted: voucher.accepted,
      early: voucher.early,
      inside: { people: countPeople(inside), of: countPeople(voucher.passes) },
    },
  };
}
