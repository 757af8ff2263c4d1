import { randomUUID } from "node:crypto";
import { type Language, languages } from "@paseo/contract";
import { mailboxPattern } from "@paseo/contract/limits";
import Type from "typebox";
import {
  fillLetterText,
  letterEmail,
  letterId,
  letterOfKind,
  letterOutcome,
} from "../../domain/letters/guest-letter.ts";
import {
  currentTexts,
  type LetterText,
  letterPlaceholders,
  sampleLetterValues,
  unknownPlaceholders,
} from "../../domain/letters/letter-texts.ts";
import { partnerEmail, partnerPlaceholders, samplePartnerValues } from "../../domain/letters/partner-letters.ts";
import { operatorAuthor } from "../../domain/orders/transitions.ts";
import { nullable, Revision, text } from "../../records/schemas.ts";
import type { Service } from "../../service.ts";
import type { Tx } from "../../store/database/database.ts";
import { countSentByHand, endLetter, startLetterByHand } from "../../store/letters/guest-letters.ts";
import {
  deleteLetterSwitch,
  deleteLetterText,
  type LetterSwitchRow,
  letterSettingsOf,
  productsWithLetters,
  readProductName,
  writeLetterSwitch,
  writeLetterText,
} from "../../store/letters/letter-settings.ts";
import { addToTimeline } from "../../store/sale/timeline.ts";
import { voucherOf } from "../../store/visits/vouchers.ts";
import { refusal } from "../../texts/field-refusals.ts";
import { guestLetterKinds, isPartnerLetter, type LetterKind, letterKinds } from "../../texts/letter-kinds.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { conflict, tooManyRequests } from "../../web/problems.ts";
import { invalidFields } from "../editing/changing.ts";
import { listSchema, officeRoles, ofOrder, operation, orderRoles, requireRecord } from "../operation.ts";
import { changedMeanwhile, mailFailed } from "../operators/operator-problems.ts";
import { existingOrder } from "../orders/order-details.ts";

/** Vouchers that operators send by e-mail: the confirmation, to any address. */

/** Maximum number of e-mails within an hour. */
const maxOfOrder = 5;
const maxOfOperator = 100;

/** Refuses more e-mails of an operator, or about an order, than an hour may have. */
export async function checkSentByHand(tx: Tx, orderId: string, operatorId: string): Promise<void> {
  const sent = await countSentByHand(tx, { orderId, operatorId });
  if (sent.ofOrder > maxOfOrder || sent.ofOperator > maxOfOperator) throw tooManyRequests(3_600);
}

const sendVoucherOperation = operation({
  id: "orders.sendVoucher",
  method: "POST",
  path: "/orders/{id}/sendVoucher",
  summary: "Send an order's voucher by e-mail, to the guest or another address",
  roles: orderRoles,
  body: Type.Object({
    to: Type.Optional(
      Type.String({ pattern: mailboxPattern, maxLength: 254, description: "By default the order's own address." }),
    ),
    lang: Type.Optional(Type.Enum([...languages], { description: "By default the order's language." })),
  }),
  response: Type.Object({ to: text }),
  async run({ service, params, body, operator, now, change }) {
    const { db, mail, config, orderContext } = service;
    const order = await existingOrder(service, params.id!);
    if (!(await mail.isSet()))
      throw conflict("no-mail-server", "No mail server is set: an owner sets one in the console.");
    const voucher = await voucherOf(db, order.id);
    if (!voucher || voucher.voidAt || order.status !== "complete")
      throw conflict("no-voucher", "The order has no valid voucher.");
    const to = body.to ?? order.email;
    if (to === "") throw invalidFields([{ pointer: "/to", ...refusal("address-erased") }]);
    const lang = body.lang ?? order.lang;
    const context = { ...config, db, publicUrl: orderContext.publicUrl };
    const letter = await letterOfKind(context, "confirmation", order, { lang });
    if (!letter) throw conflict("no-voucher", "The order has no valid voucher.");
    const key = { orderId: order.id, cause: `voucher:${randomUUID()}` };
    // The audit entry is written before the e-mail is sent, since an e-mail cannot be taken back.
    await change({ ...ofOrder(order), after: { to, lang } }, async (tx) => {
      await startLetterByHand(tx, key, operator.id);
      await checkSentByHand(tx, order.id, operator.id);
      await addToTimeline(tx, order.id, { at: now, kind: "voucher", ...operatorAuthor(operator, to) });
    });
    const posted = await mail.post({ ...letter, to: { ...letter.to, address: to }, id: letterId(key) });
    await endLetter(db, key, letterOutcome(posted));
    if (!posted.posted) throw mailFailed(posted);
    return { to };
  },
});

/** Letters to guests and partners: the switches that decide which letters the service sends, and the texts. */

const lang = Type.Enum([...languages]);
const productId = Type.Optional(Type.String({ format: "uuid", description: "By default all products." }));
const given = {
  subject: Type.String({ minLength: 1, maxLength: 200, pattern: "^[^\\r\\n]*\\S[^\\r\\n]*$" }),
  body: Type.String({ minLength: 1, maxLength: 5000, pattern: "\\S" }),
};
const tried = Type.Object({
  ...given,
  order: Type.Optional(
    Type.String({ maxLength: 64, description: "An order's id or reference. By default the values of an example." }),
  ),
});
const Letter = Type.Object({ subject: text, body: text });

/** Kinds with a number of hours, and the hours that apply until an operator chooses others. */
const usualHours: Partial<Record<LetterKind, number>> = { reminder: 24, thanks: 24 };

/** Letters that an operator may send to their own address within an hour. */
const tries = new CallLimit("letter-tries", 30, 3_600_000);

const letterKind = (given: string | undefined): LetterKind =>
  requireRecord(
    letterKinds.find((one) => one === given),
    "letter",
  );
const letterLanguage = (given: string | undefined): Language =>
  requireRecord(
    languages.find((one) => one === given),
    "language",
  );

/** Returns the product that a request names, in lower case, or null for all products. */
async function productOf(
  { db }: Service,
  { productId: id }: { productId?: string | undefined },
  kind: LetterKind | null = null,
): Promise<string | null> {
  if (id === undefined) return null;
  if (kind !== null && isPartnerLetter(kind))
    throw invalidFields([{ pointer: "/productId", ...refusal("letter-has-no-product") }]);
  requireRecord(await readProductName(db, id), "product");
  return id.toLowerCase();
}

const placeholdersOf = (kind: LetterKind): readonly string[] =>
  isPartnerLetter(kind) ? partnerPlaceholders[kind] : letterPlaceholders;

/** Refuses unknown placeholders and names them. */
function checkPlaceholders(kind: LetterKind, letter: LetterText): void {
  const placeholders = placeholdersOf(kind);
  const known = placeholders.map((name) => `{${name}}`).join(" ");
  const problems = (["subject", "body"] as const).flatMap((field) =>
    unknownPlaceholders(letter[field], placeholders).map((name) => ({
      pointer: `/${field}`,
      ...refusal("placeholder-unknown", { placeholder: `{${name}}`, list: known }),
    })),
  );
  if (problems.length > 0) throw invalidFields(problems);
}

const LetterSwitch = Type.Object({
  isOn: Type.Boolean({ description: "Whether the service sends it." }),
  hours: nullable(
    Type.Integer(),
    "Of a reminder: hours before the event. Of thanks: hours after its start. Null: of all other kinds.",
  ),
  own: Type.Boolean({ description: "Whether the text is the product's own. Otherwise all products share the text." }),
  revision: Revision,
});

/** Returns the switch of a kind of letter: the product's own switch, or the switch for all products. */
function switchIn(rows: readonly LetterSwitchRow[], kind: LetterKind, product: string | null) {
  const rowOf = (id: string | null) => rows.find((row) => row.kind === kind && row.productId === id);
  const own = rowOf(product);
  const { isOn = false, hours = null } = own ?? rowOf(null) ?? {};
  return {
    isOn,
    hours: hours ?? usualHours[kind] ?? null,
    own: product !== null && own !== undefined,
    revision: own?.revision ?? 0,
  };
}

/** Makes a letter for an example or an order, with the text of the request. */
async function letterOf(
  service: Service,
  { params, body: { order: key, ...text } }: { params: Record<string, string>; body: Type.Static<typeof tried> },
) {
  const [kind, lang] = [letterKind(params.kind), letterLanguage(params.lang)];
  checkPlaceholders(kind, text);
  const context = { ...service.config, db: service.db, publicUrl: service.orderContext.publicUrl };
  if (isPartnerLetter(kind)) {
    if (key !== undefined) throw invalidFields([{ pointer: "/order", ...refusal("letter-has-no-order") }]);
    const values = samplePartnerValues(lang, context.operatorName);
    return partnerEmail(text, { lang, values, to: { name: values.contact, address: "" } });
  }
  if (key === undefined) {
    const values = sampleLetterValues(lang, context.operatorName, context.publicUrl);
    return letterEmail(fillLetterText(text, values), { lang, values, to: "" });
  }
  const order = await existingOrder(service, key);
  return requireRecord(await letterOfKind(context, kind, order, { lang, text }), "product");
}

export const letterOperations = [
  operation({
    id: "letters.list",
    method: "GET",
    path: "/letters",
    summary: "List the letters to guests and partners: whether each is sent, its texts, and its placeholders",
    roles: officeRoles,
    query: Type.Object({ productId }),
    response: Type.Object({
      ...listSchema(
        Type.Object({
          kind: Type.Enum([...letterKinds]),
          ...LetterSwitch.properties,
          to: Type.Enum(["guests", "partners"], { description: "With a product, only letters to guests are listed." }),
          placeholders: Type.Array(text),
          texts: Type.Array(
            Type.Object({
              lang,
              ...Letter.properties,
              own: Type.Boolean({ description: "Whether an operator wrote it: for the product, or for all products." }),
              revision: Revision,
              original: Letter,
            }),
          ),
        }),
      ).properties,
      placeholders: Type.Array(text, { description: "Of letters to guests." }),
      mail: Type.Boolean({ description: "Whether the service has a mail server." }),
      products: Type.Array(Type.Object({ id: text, name: text }), {
        description: "Products with a switch or a text of their own.",
      }),
    }),
    async run({ service, query }) {
      const { db, mail } = service;
      const product = await productOf(service, query);
      const switches = await letterSettingsOf(db, product);
      const data = [];
      for (const kind of product === null ? letterKinds : guestLetterKinds)
        data.push({
          ...{ kind, to: isPartnerLetter(kind) ? "partners" : "guests", placeholders: [...placeholdersOf(kind)] },
          ...{ ...switchIn(switches, kind, product), texts: await currentTexts(db, kind, product) },
        });
      return {
        ...{ data, total: data.length, placeholders: [...letterPlaceholders] },
        mail: await mail.isSet(),
        products: await productsWithLetters(db),
      };
    },
  }),
  operation({
    id: "letters.switch",
    method: "PUT",
    path: "/letters/{kind}",
    summary: "Switch a letter on or off, for all products or for one",
    roles: orderRoles,
    body: Type.Object({
      productId,
      isOn: nullable(Type.Boolean(), "Null: the product follows all products again."),
      hours: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 720, description: "Of a reminder and of thanks; 24 by default." }),
      ),
      revision: Revision,
    }),
    async run({ service, params, body, now, change }) {
      const kind = letterKind(params.kind);
      const { isOn, revision } = body;
      const productId = await productOf(service, body, kind);
      if (isOn === null && productId === null)
        throw invalidFields([{ pointer: "/isOn", ...refusal("only-product-switch-removed") }]);
      if (body.hours !== undefined && usualHours[kind] === undefined)
        throw invalidFields([{ pointer: "/hours", ...refusal("letter-has-no-hours") }]);
      const hours = body.hours ?? usualHours[kind] ?? null;
      const before = switchIn(await letterSettingsOf(service.db, productId), kind, productId);
      const after = isOn === null ? { productId } : { productId, isOn, hours };
      await change({ subject: kind, before: { isOn: before.isOn, hours: before.hours }, after }, async (tx) => {
        const row = { kind, productId, hours, revision };
        const written = isOn === null ? deleteLetterSwitch(tx, row) : writeLetterSwitch(tx, { ...row, isOn }, now);
        if (!(await written)) throw changedMeanwhile();
      });
    },
  }),
  operation({
    id: "letters.update",
    method: "PUT",
    path: "/letters/{kind}/{lang}",
    summary: "Change the text of a letter in one language, for all products or for one",
    roles: orderRoles,
    body: Type.Object({ productId, ...given, revision: Revision }),
    async run({ service, params, body, operator, now, change }) {
      const [kind, lang] = [letterKind(params.kind), letterLanguage(params.lang)];
      const { subject, body: written, revision } = body;
      const letter = { subject, body: written };
      checkPlaceholders(kind, letter);
      const productId = await productOf(service, body, kind);
      const before = (await currentTexts(service.db, kind, productId)).find((one) => one.lang === lang)!;
      const entry = {
        subject: `${kind} ${lang}`,
        before: { subject: before.subject, body: before.body },
        after: { productId, ...letter },
      };
      await change(entry, async (tx) => {
        const row = { kind, lang, productId, ...letter, revision };
        if (!(await writeLetterText(tx, row, now, operator.email))) throw changedMeanwhile();
      });
    },
  }),
  operation({
    id: "letters.delete",
    method: "DELETE",
    path: "/letters/{kind}/{lang}",
    summary: "Remove a text: the text of all products, or the service's own, is used again",
    roles: orderRoles,
    query: Type.Object({ productId }),
    async run({ service, params, query, change }) {
      const [kind, lang] = [letterKind(params.kind), letterLanguage(params.lang)];
      const productId = await productOf(service, query);
      await change({ subject: `${kind} ${lang}`, before: { productId } }, (tx) =>
        deleteLetterText(tx, { kind, lang, productId }),
      );
    },
  }),
  operation({
    id: "letters.preview",
    method: "POST",
    path: "/letters/{kind}/{lang}/preview",
    summary: "Fill in a text with the values of an example or of an order",
    roles: orderRoles,
    body: tried,
    response: Type.Object({ ...Letter.properties, html: text }),
    async run(call) {
      const letter = { ...(await letterOf(call.service, call)), id: "" };
      const { subject, text, html, attachments } = await call.service.mail.laidOut(letter);
      return { subject, body: text.trimEnd(), html: withPictures(html, attachments) };
    },
  }),
  operation({
    id: "letters.try",
    method: "POST",
    path: "/letters/{kind}/{lang}/try",
    summary: "Send a letter to yourself, with the values of an example or of an order",
    roles: orderRoles,
    body: tried,
    response: Type.Object({ to: text }),
    async run(call) {
      const { service, params, body, operator, now } = call;
      const letter = await letterOf(service, call);
      if (!(await service.mail.isSet()))
        throw conflict("no-mail-server", "No mail server is set: an owner sets one in the console.");
      call.count(tries, operator.id);
      const to = operator.email;
      const after = { to, ...(body.order && { order: body.order }) };
      // The audit entry is written before the e-mail is sent, since an e-mail cannot be taken back.
      await call.change({ subject: `${params.kind} ${params.lang}`, after }, async () => {});
      const posted = await service.mail.post({
        ...letter,
        to: { name: operator.name, address: to },
        id: `try.${operator.id}.${now.getTime()}`,
      });
      if (!posted.posted) throw mailFailed(posted);
      return { to };
    },
  }),
  sendVoucherOperation,
];

type Attachments = Awaited<ReturnType<Service["mail"]["laidOut"]>>["attachments"];

/** Puts the attached pictures into the HTML, because a browser cannot open addresses of attachments. */
const withPictures = (html: string, attachments: Attachments): string =>
  attachments.reduce((page, { cid, contentType, content }) => {
    if (cid === undefined) return page;
    return page.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content.toString("base64")}`);
  }, html);
