import type { Config } from "../config.ts";
import { replayCallback } from "../domain/dispatch/callbacks.ts";
import { addressFault } from "../domain/dispatch/catalog-address.ts";
import { liveGaps, testGaps } from "../domain/dispatch/schedule.ts";
import { type Db, inTransaction } from "../store/database/database.ts";
import type { CallbackState } from "../store/dispatch/callbacks.ts";
import { type CallbackFilter, callbacksToReplay, listCallbacks } from "../store/dispatch/delivery-list.ts";
import { recordCommand } from "../store/operators/audit.ts";
import { catalogAddress, removeCatalogAddress, setCatalogAddress } from "../store/partners/catalog-address.ts";
import { partnerRecord } from "../store/partners/partner-list.ts";
import { partnerId, setNotifyChanges } from "../store/partners/partners.ts";
import { orderId } from "./orders.ts";
import { CommandFailure, columns, minute } from "./output.ts";
import { signingSecretText } from "./secrets.ts";

/** Lists and resends callbacks. */

export interface CallbackOptions {
  partner?: string;
  order?: string;
  state?: string;
  from?: Date;
  to?: Date;
}

const shown = 100;
const mostReplayed = 10_000;

export async function listCallbacksText(db: Db, options: CallbackOptions): Promise<string> {
  const rows = await listCallbacks(db, await filterOf(db, options), shown);
  if (rows.length === 0) return "There are no such callbacks.";
  const table = rows.map((row) => {
    const last = row.log.at(-1);
    return [
      row.id,
      minute(row.createdAt),
      row.orderId,
      row.amended > 0 ? `${row.sequence}.${row.amended} changed` : `${row.sequence} ${row.status}`,
      row.state,
      String(row.attempts),
      last ? String(last.httpStatus ?? last.outcome) : "",
    ];
  });
  return columns([["CALLBACK", "CREATED (UTC)", "ORDER", "STATUS", "STATE", "ATTEMPTS", "LAST ANSWER"], ...table]);
}

/** Resends one callback, or all that the options select, oldest first. */
export async function replayText(
  db: Db,
  config: Config,
  id: string | undefined,
  options: CallbackOptions,
): Promise<string> {
  if (id === undefined && Object.keys(options).length === 0)
    throw new CommandFailure("Name a callback, or select callbacks with --partner, --order, --state, --from or --to.");
  if (id !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new CommandFailure(`"${id}" is not the id of a callback. \`paseo callbacks list\` shows the ids.`);
  const { callbackAllowPrivate: allowPrivate } = config;
  const dispatcher = { db, clock: () => new Date(), allowPrivate, gaps: { live: liveGaps, test: testGaps } };
  const callbacks = await callbacksToReplay(db, { ...(await filterOf(db, options)), id }, mostReplayed);
  if (callbacks.length === 0) throw new CommandFailure("There are no such callbacks.");
  // Recorded before they are sent, since requests cannot be undone. The callbacks' logs have the results.
  const subject = options.order ?? options.partner ?? (id === undefined ? "all partners" : callbacks[0]!.orderId);
  const after = { ...options, ...(id && { delivery: id }), callbacks: callbacks.length };
  await recordCommand(db, id === undefined ? "deliveries.replayRange" : "deliveries.replay", { subject, after });
  let received = 0;
  for (const callback of callbacks) {
    const { httpStatus } = await replayCallback(dispatcher, callback);
    if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300) received++;
  }
  return `Sent ${callbacks.length} again; ${received} received.`;
}

/** The secret that signs a partner's callbacks; with `rotate`, a new one. */
export async function secretText(db: Db, partner: string, options: { rotate?: boolean }): Promise<string> {
  const id = await partnerId(db, partner);
  if (id === null) throw new CommandFailure(`There is no partner "${partner}".`);
  const owned = { externalId: partner, owner: { partnerId: id }, requests: "Callbacks" };
  return signingSecretText(db, "partners", owned, options);
}

/** The address for messages about the catalogue; with `url` or `remove`, changes it. */
export async function catalogAddressText(
  db: Db,
  { callbackAllowPrivate }: Config,
  partner: string,
  url: string | undefined,
  { remove = false }: { remove?: boolean },
): Promise<string> {
  const id = await partnerId(db, partner);
  if (id === null) throw new CommandFailure(`There is no partner "${partner}".`);
  if (remove && url !== undefined) throw new CommandFailure("Name an address, or use --remove.");
  const fault = url === undefined ? null : await addressFault(url, callbackAllowPrivate);
  if (fault !== null) throw new CommandFailure(fault);
  const before = await catalogAddress(db, id);
  const entry = { subject: partner, ...(before && { before: { url: before.url } }) };
  if (url !== undefined)
    await inTransaction(db, async (tx) => {
      await recordCommand(tx, "partners.setCatalogAddress", { ...entry, after: { url } });
      await setCatalogAddress(tx, id, url);
    });
  if (remove && before)
    await inTransaction(db, async (tx) => {
      await recordCommand(tx, "partners.removeCatalogAddress", entry);
      await removeCatalogAddress(tx, id);
    });
  const address = await catalogAddress(db, id);
  if (!address) return `${partner} gets no messages about the catalogue.`;
  const { state, updateVersion, attempts, outcome, httpStatus, attemptedAt } = address;
  const last = attemptedAt ? `; last answer ${httpStatus ?? outcome} at ${minute(attemptedAt)} UTC` : "";
  return `${address.url}\n${state}, received version ${updateVersion}, ${attempts} failed attempts${last}`;
}

/** Whether a partner gets callbacks about changes to its orders; with `notify`, sets it. */
export async function changeCallbacksText(db: Db, partner: string, notify: boolean | undefined): Promise<string> {
  const known = await partnerRecord(db, { externalId: partner });
  if (known === null) throw new CommandFailure(`There is no partner "${partner}".`);
  const { id, notifyChanges } = known;
  if (notify !== undefined)
    await inTransaction(db, async (tx) => {
      if (!(await setNotifyChanges(tx, id, notify))) return;
      const [before, after] = [{ notifyChanges }, { notifyChanges: notify }];
      await recordCommand(tx, "partners.update", { subject: partner, before, after });
    });
  return `${partner} gets ${(notify ?? notifyChanges) ? "callbacks" : "no callbacks"} about changes to its orders.`;
}

async function filterOf(db: Db, options: CallbackOptions): Promise<CallbackFilter> {
  const partner = options.partner === undefined ? undefined : await partnerId(db, options.partner);
  if (partner === null) throw new CommandFailure(`There is no partner "${options.partner}".`);
  return {
    partnerId: partner,
    orderId: options.order === undefined ? undefined : await orderId(db, options.order),
    state: options.state as CallbackState | undefined,
    from: options.from?.toISOString(),
    to: options.to?.toISOString(),
  };
}
