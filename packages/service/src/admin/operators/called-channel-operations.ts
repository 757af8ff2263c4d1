import Type from "typebox";
import { addressProblem } from "../../domain/callbacks/catalog-address.ts";
import { type UnsuitableReason, unsuitableItem, unsuitableReasons } from "../../domain/catalogue/channel-products.ts";
import { categoryOf, channelCategories } from "../../domain/catalogue/ticket-categories.ts";
import { addKey, KeyRefused, keyBits, leastKeyBits } from "../../domain/partners/keys.ts";
import { instant, nullable, text } from "../../records/schemas.ts";
import { type ChannelProduct, channelProducts } from "../../store/catalogue/channel-events.ts";
import { usedTicketCodes } from "../../store/catalogue/ticket-types.ts";
import type { Db } from "../../store/database/database.ts";
import { channelItems } from "../../store/operators/channel-seats.ts";
import {
  type CalledChannel,
  type ChannelSettings,
  calledChannels,
  channelSettings,
  writeChannelSettings,
} from "../../store/operators/sales-channels.ts";
import { conflict } from "../../web/problems.ts";
import { invalidFields } from "../editing/changing.ts";
import { operation, requireRecord } from "../operation.ts";
import { existingPartner } from "../partners/partner-operations.ts";

/** Channels that call the operator in a protocol of their own: GetYourGuide and Viator. */

const word = (maxLength: number) => Type.String({ minLength: 1, maxLength });

const settings = {
  active: Type.Boolean({ description: "Whether the channel may sell." }),
  partner: Type.String({ maxLength: 128, description: "External id of the partner whose keys the channel sends." }),
  supplierId: nullable(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    "Viator's number of the operator. Null for other channels.",
  ),
  countryCode: nullable(
    Type.String({ pattern: "^[A-Z]{2}$" }),
    "ISO code of the operator's country, for Viator. Null for other channels.",
  ),
  notifyAddress: nullable(word(256), "Where the channel takes messages about seats. Null: it gets none."),
  notifyUser: nullable(word(320), "The user's name there. Null: none."),
};

const Option = Type.Object({
  itemId: Type.String({ description: "What the channel calls the product." }),
  productId: text,
  name: text,
  asked: Type.Boolean({ description: "Whether the channel has asked for it." }),
  report: nullable(text, "What the channel reported of it."),
  failures: Type.Integer({ description: "Messages about its seats in a row that the channel did not take." }),
  failure: nullable(text, "Why the channel did not take the last message."),
  retryAt: nullable(instant, "When the next message is due after a failure."),
  sentAt: nullable(instant, "When the channel last took a message about its seats."),
});

/** Maximum number of options that an answer lists. */
const maxListed = 500;

const Shown = Type.Object({
  channel: Type.Enum([...calledChannels]),
  address: Type.String({ description: "The address that the channel needs." }),
  settings: nullable(
    Type.Object({ ...settings, hasPassword: Type.Boolean({ description: "It is never answered." }) }),
    "Null: the channel was never set up.",
  ),
  categories: Type.Array(Type.String(), { description: "Categories that the channel has for tickets." }),
  tickets: Type.Array(
    Type.Object({
      code: text,
      category: nullable(text, "Null: the channel has none, so that it cannot sell items with this ticket."),
      chosen: Type.Boolean({ description: "Whether the operator chose the category." }),
    }),
    { description: "The ticket codes of all items." },
  ),
  notices: Type.Object(
    {
      sentAt: nullable(instant, "When the channel last took a message. Null: never."),
      failing: Type.Integer({ description: "Products whose last message the channel did not take." }),
    },
    { description: "Messages about changed seats." },
  ),
  total: Type.Integer({ description: "Items that the channel can sell." }),
  options: Type.Array(Option, { description: `Items that the channel can sell, at most ${maxListed}.` }),
  unsuitable: Type.Array(
    Type.Object({
      itemId: text,
      productId: text,
      name: text,
      reason: Type.Enum([...unsuitableReasons]),
      code: nullable(text, "The ticket code, of a reason about categories."),
    }),
    { description: `Items that the channel cannot sell, with the first reason; at most ${maxListed}.` },
  ),
});

export const calledChannelOperations = [
  operation({
    id: "channels.called",
    method: "GET",
    path: "/channels/{channel}",
    summary: "Read a channel that calls you (getyourguide or viator): its settings, and what it can and cannot sell",
    roles: ["owner"],
    response: Shown,
    run: ({ service: { db, orderContext }, params }) => shown(db, channelOf(params), orderContext.publicUrl),
  }),
  operation({
    id: "channels.connect",
    method: "PUT",
    path: "/channels/{channel}",
    summary: "Set up a channel that calls you, and switch it on or off",
    roles: ["owner"],
    body: Type.Object({
      ...settings,
      notifyPassword: Type.Optional(Type.String({ maxLength: 500, description: "Left out: the stored one." })),
      tickets: Type.Optional(
        Type.Array(Type.Object({ code: word(128), category: nullable(word(50), "Null: by the words of the code.") }), {
          maxItems: 500,
          description: "Categories of ticket codes. Codes that are left out keep theirs.",
        }),
      ),
    }),
    response: Shown,
    async run({ service, params, body, change }) {
      const { db, config, orderContext } = service;
      const channel = channelOf(params);
      const before = await channelSettings(db, channel);
      const { externalId: partner } = await existingPartner(db, body.partner);
      const { notifyAddress, notifyUser, notifyPassword } = body;
      const problems = [];
      if (channel === "viator" && body.supplierId === null)
        problems.push({ pointer: "/supplierId", detail: "is missing" });
      if (channel === "viator" && body.countryCode === null)
        problems.push({ pointer: "/countryCode", detail: "is missing" });
      const fault = notifyAddress === null ? null : await addressProblem(notifyAddress, config.callbackAllowPrivate);
      if (fault !== null) problems.push({ pointer: "/notifyAddress", detail: fault.replace(/\.$/, "") });
      const categories = { ...before?.categories };
      for (const { code, category } of body.tickets ?? []) {
        const known: readonly string[] = channelCategories[channel];
        if (category !== null && !known.includes(category))
          problems.push({ pointer: "/tickets", detail: `${category} is no category of the channel` });
        if (category === null) delete categories[code];
        else categories[code] = category;
      }
      const known = before?.notify;
      // Whoever may change the address must not have the password sent to it.
      const isSame = known?.address === notifyAddress && known?.user === (notifyUser ?? "");
      if (notifyAddress !== null && known?.password && !isSame && !notifyPassword)
        problems.push({
          pointer: "/notifyPassword",
          detail: "is missing: the stored one is kept only for the same address and user",
        });
      if (problems.length > 0) throw invalidFields(problems);
      const password = notifyPassword || (isSame ? known?.password : undefined) || "";
      const notify = notifyAddress === null ? null : { address: notifyAddress, user: notifyUser ?? "", password };
      const { active, supplierId, countryCode } = body;
      const chosen = { active, partner, supplierId, countryCode, categories, notify };
      await change(
        { subject: channel, ...(before && { before: withoutPassword(before) }), after: withoutPassword(chosen) },
        (tx) => writeChannelSettings(tx, channel, chosen),
      );
      return shown(db, channel, orderContext.publicUrl);
    },
  }),
  operation({
    id: "channels.addKey",
    method: "POST",
    path: "/channels/{channel}/keys",
    summary:
      "Add a key that the channel has issued, such as Viator's. It becomes a key of the channel's partner that serves this channel only",
    roles: ["owner"],
    body: Type.Object({
      key: Type.String({ minLength: 16, maxLength: 200, pattern: "^[!-~]+$" }),
      mode: Type.Enum(["live", "test"], { description: "Orders with a test key are test orders." }),
    }),
    response: Type.Object({ hint: text }),
    async run({ service, params, body: { key, mode }, now, recorded }) {
      const channel = channelOf(params);
      const { partner } = requireRecord(await channelSettings(service.db, channel), "channel");
      if (keyBits(key) < leastKeyBits)
        throw invalidFields([
          { pointer: "/key", detail: `is too easy to guess: it needs ${leastKeyBits} random bits` },
        ]);
      return recorded(
        (tx) =>
          addKey(tx, { partner, key, mode, channel, now }).catch((error) => {
            throw error instanceof KeyRefused ? conflict("too-many-keys", error.message) : error;
          }),
        ({ hint }) => ({ subject: channel, after: { hint, mode } }),
      );
    },
  }),
];

const channelOf = ({ channel }: Record<string, string>): CalledChannel =>
  requireRecord(calledChannels.find((one) => one === channel) ?? null, "channel");

/** Returns the settings without the password, for the audit log. */
const withoutPassword = (settings: ChannelSettings) => ({ ...settingsOf(settings), categories: settings.categories });

async function shown(db: Db, channel: CalledChannel, publicUrl: string): Promise<object> {
  const [stored, products, codes, asked] = await Promise.all([
    channelSettings(db, channel),
    channelProducts(db),
    usedTicketCodes(db),
    channelItems(db, channel),
  ]);
  const chosen = stored?.categories ?? {};
  const known = new Map(asked.map((one) => [one.itemId, one]));
  const items = products.flatMap((product) => itemsOf(channel, product, chosen));
  const options = items.filter(({ why }) => why === null);
  return {
    channel,
    address: `${publicUrl}/${channel}`,
    settings: stored && settingsOf(stored),
    categories: channelCategories[channel],
    tickets: codes.map(({ code }) => ({
      code,
      category: categoryOf(channel, code, chosen),
      chosen: Object.hasOwn(chosen, code),
    })),
    total: options.length,
    options: options.slice(0, maxListed).map(({ itemId, productId, name }) => {
      const of = known.get(itemId);
      return {
        ...{ itemId, productId, name },
        asked: of !== undefined,
        report: of?.report ?? null,
        failures: of?.failures ?? 0,
        failure: of?.failure ?? null,
        retryAt: of?.retryAt ?? null,
        sentAt: of?.sentAt ?? null,
      };
    }),
    notices: noticesOf(asked),
    unsuitable: items
      .filter(({ why }) => why !== null)
      .slice(0, maxListed)
      .map(({ why, ...item }) => ({ ...item, reason: why!.reason, code: why!.code ?? null })),
  };
}

function noticesOf(items: readonly { failures: number; sentAt: Date | null }[]) {
  const latest = Math.max(0, ...items.map(({ sentAt }) => sentAt?.getTime() ?? 0));
  return {
    sentAt: latest === 0 ? null : new Date(latest),
    failing: items.filter(({ failures }) => failures > 0).length,
  };
}

const settingsOf = ({ active, partner, supplierId, countryCode, notify }: ChannelSettings) => ({
  ...{ active, partner, supplierId, countryCode },
  notifyAddress: notify?.address ?? null,
  notifyUser: notify?.user || null,
  hasPassword: (notify?.password ?? "") !== "",
});

interface ShownItem {
  itemId: string;
  productId: string;
  name: string;
  why: UnsuitableReason | null;
}

const itemsOf = (channel: CalledChannel, product: ChannelProduct, chosen: ChannelSettings["categories"]): ShownItem[] =>
  product.items
    .filter(({ published }) => published)
    .map((item) => ({
      itemId: item.id,
      productId: product.id,
      name: [product.record.name, item.record.name].filter(Boolean).join(" · "),
      why: unsuitableItem(channel, product, item, chosen),
    }));
