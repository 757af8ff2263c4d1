import { randomUUID } from "node:crypto";
import Type from "typebox";
import { addressProblem } from "../../domain/callbacks/catalog-address.ts";
import {
  deleteOctoSubscription,
  insertOctoSubscription,
  type OctoSubscription,
  octoNotificationTypes,
  octoSubscriptions,
  writeOctoSubscription,
} from "../../store/partners/octo-subscriptions.ts";
import { octoBadRequest } from "./errors.ts";
import type { OctoCall, OctoOperation } from "./operation.ts";
import { jsonBody } from "./requests.ts";

/** OCTO's operations on subscriptions. `domain/callbacks/octo-notifications.ts` sends the messages. */

/** Subscriptions of a partner's live keys, and of its test keys. */
const most = 10;

const fields = {
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  notificationTypes: Type.Array(Type.String({ maxLength: 50 }), { minItems: 1, maxItems: 10 }),
  headers: Type.Union([
    Type.Record(Type.String(), Type.String({ maxLength: 1000 }), { maxProperties: 20 }),
    Type.Null(),
  ]),
};
const NewSubscription = Type.Object({ ...fields, headers: Type.Optional(fields.headers) });
const SubscriptionChange = Type.Partial(Type.Object(fields));

const path = "/notifications/subscriptions";

export const createSubscription: OctoOperation = {
  method: "POST",
  load: "channels",
  path,
  async run(call) {
    const { url, notificationTypes, headers } = jsonBody(call.body, NewSubscription);
    const made = await checked(call, {
      id: randomUUID(),
      url,
      types: typesOf(notificationTypes),
      headers: headers ?? {},
    });
    const { service, now } = call;
    if (!(await insertOctoSubscription(service.db, ownerOf(call), made, { now, most })))
      throw octoBadRequest(`You have ${most} subscriptions, which is the limit. Delete one of them.`);
    return shown(made);
  },
};

/** The path of this operation in the spelling of the standard's page. */
export const createSubscriptionAtMisspelledPath: OctoOperation = {
  ...createSubscription,
  path: "/notifications/subcriptions",
};

export const listSubscriptions: OctoOperation = {
  method: "GET",
  load: "channels",
  path,
  run: async (call) => (await octoSubscriptions(call.service.db, ownerOf(call))).map(shown),
};

export const readSubscription: OctoOperation = {
  method: "GET",
  path: `${path}/:id`,
  load: "channels",
  run: async (call) => shown(await own(call)),
};

export const updateSubscription: OctoOperation = {
  method: "PATCH",
  path: `${path}/:id`,
  load: "channels",
  async run(call) {
    const { url, notificationTypes, headers } = jsonBody(call.body, SubscriptionChange);
    const before = await own(call);
    const after = await checked(call, {
      id: before.id,
      url: url ?? before.url,
      types: notificationTypes ? typesOf(notificationTypes) : before.types,
      headers: headers === undefined ? before.headers : (headers ?? {}),
    });
    if (!(await writeOctoSubscription(call.service.db, ownerOf(call), after))) throw unknown(call);
    return shown(after);
  },
};

export const removeSubscription: OctoOperation = {
  method: "DELETE",
  path: `${path}/:id`,
  load: "channels",
  async run(call) {
    const found = await own(call);
    await deleteOctoSubscription(call.service.db, found.id);
    return shown(found);
  },
};

/** Returns the owner of subscriptions. In a sandbox the bookings of a live key are test bookings too. */
const ownerOf = ({ service, caller: { partnerId, test } }: OctoCall) => ({
  partnerId,
  test: test || service.config.sandbox,
});

const unknown = ({ id }: OctoCall) => octoBadRequest(`There is no subscription ${id.slice(0, 100)}.`);

async function own(call: OctoCall): Promise<OctoSubscription> {
  const id = call.id.toLowerCase();
  const found = (await octoSubscriptions(call.service.db, ownerOf(call))).find((one) => one.id === id);
  if (!found) throw unknown(call);
  return found;
}

const shown = ({ id, url, types, headers }: OctoSubscription): object => ({
  ...{ id, url, notificationTypes: types, headers },
});

function typesOf(names: readonly string[]): OctoSubscription["types"] {
  const types = names.map((name) => {
    const type = octoNotificationTypes.find((one) => one === name.toUpperCase());
    if (!type) throw octoBadRequest(`notificationTypes has ${name}. It can have ${octoNotificationTypes.join(", ")}.`);
    return type;
  });
  return [...new Set(types)];
}

/** Headers that the service sets, and headers about the connection. */
const ownHeaders =
  /^(content-.*|webhook-.*|host|connection|transfer-encoding|te|trailer|upgrade|expect|keep-alive|proxy-.*)$/i;

async function checked(call: OctoCall, subscription: OctoSubscription): Promise<OctoSubscription> {
  const fault = await addressProblem(subscription.url, call.service.callbackDispatcher.allowPrivate);
  if (fault !== null) throw octoBadRequest(`url: ${fault}`);
  for (const [name, value] of Object.entries(subscription.headers)) {
    if (!/^[!#$%&'*+.^_`|~\w-]{1,100}$/.test(name))
      throw octoBadRequest(`headers has the name ${name.slice(0, 100)}, which no header can have.`);
    if (ownHeaders.test(name)) throw octoBadRequest(`headers cannot have ${name}: the service sets it.`);
    if (!/^[\t\x20-\x7e]*$/.test(value)) throw octoBadRequest(`headers.${name} must be ASCII text on one line.`);
  }
  return subscription;
}
