import type { Language } from "@paseo/contract";
import type { SheetRow } from "../../domain/dispatch/order-sheet.ts";
import { escapeHtml } from "../../domain/operators/email.ts";
import type { CheckoutPage } from "../../records/checkout.ts";
import type { PaymentPageState } from "../../texts/shape.ts";
import { texts } from "../../texts/texts.ts";
import { head, layout, notice, pagePolicy, table } from "./supplier-page.ts";

/** The pages on which guests pay. Without scripts, so that they work in any browser. */

/** Content-Security-Policy of the pages: a form leads to the provider, whose addresses are many. */
export const paymentPagePolicy = pagePolicy("'self' https:");

export interface ShownPayment {
  lang: Language;
  operatorName: string;
  operatorPhone: string | undefined;
  state: PaymentPageState;
  rows: SheetRow[];
  /** In words. Null: nothing is asked for. */
  amount: { label: string; text: string } | null;
  providers: readonly { kind: string; label: string }[];
  test: boolean;
  /** Where the page itself is, and its query. */
  address: string;
  query: string;
  /** The site that sold the order, or the booking's page there. */
  back: { address: string; isBooking: boolean } | null;
}

const badStates: readonly PaymentPageState[] = ["not-paid", "differs", "unavailable", "later"];

/** Renders what is due and what for, or how the payment stands. */
export function paymentPage(shown: ShownPayment): string {
  const { lang, operatorName, operatorPhone, state, rows, amount, address } = shown;
  const words = texts[lang].payments;
  const { heading, text } = words.states[state];
  const isPayable = state === "due" || state === "not-paid";
  const lead = state === "due" || !badStates.includes(state) ? `<p>${escapeHtml(text)}</p>` : notice(text, "bad");
  return layout(
    lang,
    heading,
    [
      head(operatorName, heading),
      ...(shown.test ? [notice(words.test, "")] : []),
      ...(isPayable && amount
        ? [`<p class="due">${escapeHtml(amount.text)}</p><p>${escapeHtml(amount.label)}</p>`]
        : []),
      lead,
      ...(isPayable && amount ? [payForm(shown, amount.text)] : []),
      ...(state === "checking" ? [link(`${address}/return${shown.query}`, words.checkAgain)] : []),
      table(rows),
      ...(shown.back ? [wayBack(shown.back, lang)] : []),
      ...(operatorPhone ? [`<p>${escapeHtml(words.questions(operatorPhone))}</p>`] : []),
    ].join("\n"),
  );
}

const link = (address: string, label: string): string =>
  `<a class="button" href="${escapeHtml(address)}">${escapeHtml(label)}</a>`;

const wayBack = ({ address, isBooking }: { address: string; isBooking: boolean }, lang: Language): string => {
  const { backToBooking, findBooking } = texts[lang].payments;
  return `<p><a href="${escapeHtml(address)}" rel="noreferrer">${escapeHtml(isBooking ? backToBooking : findBooking)}</a></p>`;
};

function payForm({ lang, providers, address, query }: ShownPayment, amount: string): string {
  const words = texts[lang].payments;
  const choices = providers.map(
    ({ kind, label }, n) =>
      `<label class="choice"><input type="radio" name="kind" value="${escapeHtml(kind)}"${n === 0 ? " checked" : ""}>${escapeHtml(label)}</label>`,
  );
  const chosen =
    providers.length === 1
      ? `<input type="hidden" name="kind" value="${escapeHtml(providers[0]!.kind)}">`
      : `<fieldset><legend>${escapeHtml(words.choose)}</legend>\n${choices.join("\n")}\n</fieldset>`;
  return `<form method="post" action="${escapeHtml(`${address}${query}`)}">
${chosen}
<button>${escapeHtml(words.pay(amount))}</button>
</form>`;
}

/** Renders the form that leads to a provider which wants one. */
export function providerFormPage(
  { lang, operatorName }: Pick<ShownPayment, "lang" | "operatorName">,
  page: Extract<CheckoutPage, { method: "POST" }>,
  amount: string,
): string {
  const words = texts[lang].payments;
  const fields = Object.entries(page.fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  return layout(
    lang,
    words.states.due.heading,
    `${head(operatorName, words.states.due.heading)}
<p class="due">${escapeHtml(amount)}</p>
<p>${escapeHtml(words.states.due.text)}</p>
<form method="post" action="${escapeHtml(page.url)}">
${fields.join("\n")}
<button>${escapeHtml(words.goOn)}</button>
</form>`,
  );
}

/** Renders the page of the kind `sandbox`, on which a person chooses the outcome. */
export function sandboxPage(
  { lang, operatorName }: Pick<ShownPayment, "lang" | "operatorName">,
  { rows, buttons }: { rows: SheetRow[]; buttons: readonly { code: string; label: string }[] },
): string {
  const { heading, text } = texts[lang].payments.sandbox;
  const shown = buttons.map(
    ({ code, label }, n) =>
      `<button name="button" value="${escapeHtml(code)}"${n === 0 ? "" : ' class="no"'}>${escapeHtml(label)}</button>`,
  );
  return layout(
    lang,
    heading,
    `${head(operatorName, heading)}\n${notice(text, "")}\n${table(rows)}\n<form method="post">\n${shown.join("\n")}\n</form>`,
  );
}
