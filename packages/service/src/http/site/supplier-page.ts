import { createHash } from "node:crypto";
import { type Language, languages, type OrderStatus } from "@paseo/contract";
import type { SheetRow } from "../../domain/dispatch/order-sheet.ts";
import type { SupplierQuestion } from "../../domain/dispatch/supplier-answers.ts";
import { escapeHtml } from "../../domain/operators/email.ts";
import { texts } from "../../texts/texts.ts";
import { brandLink, iconLink, logoMark } from "./brand.ts";

/** The pages for suppliers' answers. Without scripts, so that they work in any browser. */

const style = `
:root { color-scheme: light dark; --accent: #0b6b53; --on-accent: #fff; --bad: #a32018; --soft: #5a6570; --line: #cfd6dc; --edge: #84909b; }
@media (prefers-color-scheme: dark) { :root { --accent: #4cc9a4; --on-accent: #06231b; --bad: #ff9d94; --soft: #a4aeb8; --line: #3b444d; --edge: #77838f; } }
* { box-sizing: border-box; }
body { font: 17px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 0 auto; padding: 1.5rem 1.1rem 4rem; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .3rem 0 .8rem; }
p { margin: .6rem 0; }
.operator { color: var(--soft); margin: 0; display: flex; align-items: center; gap: .6rem; --logo-height: 2.5rem; }
.operator-logo { display: none; }
section + section { margin-top: 2.2rem; }
.notice { border-left: 4px solid var(--accent); padding: .1rem 0 .1rem .9rem; margin: 1.2rem 0; }
.notice.bad { border-color: var(--bad); }
dl { margin: 1.4rem 0; border-top: 1px solid var(--line); }
dl div { display: grid; grid-template-columns: minmax(7.5rem, 33%) minmax(0, 1fr); gap: 0 1rem; padding: .5rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; font-weight: 600; }
form { margin: 1.6rem 0 0; padding: 1.1rem; border: 1px solid var(--line); border-radius: 12px; }
label { display: block; font-weight: 600; }
.hint { color: var(--soft); font-size: .9rem; margin: .1rem 0 .4rem; }
input, textarea { width: 100%; font: inherit; color: inherit; background: transparent; padding: .65rem .75rem; border: 1px solid var(--edge); border-radius: 8px; }
textarea { min-height: 5rem; resize: vertical; }
button { width: 100%; font: inherit; font-weight: 600; margin-top: .9rem; padding: .8rem 1rem; border-radius: 8px; border: 2px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; }
a.button { display: block; text-align: center; font-weight: 600; margin-top: .9rem; padding: .8rem 1rem; border-radius: 8px; border: 2px solid var(--accent); background: var(--accent); color: var(--on-accent); text-decoration: none; }
.due { font-size: 2rem; line-height: 1.2; font-weight: 700; margin: .4rem 0 0; }
.choice { display: flex; gap: .7rem; align-items: center; font-weight: 600; padding: .7rem 0; border-bottom: 1px solid var(--line); }
.choice input { width: auto; }
fieldset { border: 0; margin: 0; padding: 0; }
legend { padding: 0; color: var(--soft); }
button.no { background: transparent; border-color: var(--bad); color: var(--bad); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

const styleHash = createHash("sha256").update(style).digest("base64");
/** Content-Security-Policy of pages with this layout: their style sheets, the logo, and forms to these sources. */
export const pagePolicy = (formAction: string): string =>
  `default-src 'none'; style-src 'sha256-${styleHash}' 'self'; img-src 'self'; ` +
  `base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;
export const supplierPagePolicy = pagePolicy("'self'");

/** Maximum lengths of a supplier's texts, in characters. */
export const maxAnswerChars = { confirmation: 100, reason: 500 } as const;

export type SupplierPageField = keyof typeof maxAnswerChars;

interface OrderPage {
  lang: Language;
  operatorName: string;
  rows: SheetRow[];
}

/** Renders the order with the two possible answers. `wrong`: a refused answer, which the page shows again. */
export function questionPage(
  { lang, operatorName, rows }: OrderPage,
  question: SupplierQuestion,
  wrong: { fields: SupplierPageField[]; unclear: boolean; written: Partial<Record<SupplierPageField, string>> } | null,
): string {
  const { questions, hints, unfit, unclear, ...labels } = texts[lang].supplierPages;
  const { heading, lead, yes, no } = questions[question];
  const complaints = [
    ...(wrong?.fields ?? []).map((name) => unfit(labels[name], maxAnswerChars[name])),
    ...(wrong?.unclear ? [unclear] : []),
  ];
  const described = (name: SupplierPageField) => `<label for="${name}">${escapeHtml(labels[name])}</label>
<p class="hint" id="${name}-hint">${escapeHtml(hints[name])}</p>`;
  const bounded = (name: SupplierPageField) =>
    `id="${name}" name="${name}" maxlength="${maxAnswerChars[name]}" aria-describedby="${name}-hint"`;
  const written = (name: SupplierPageField) => escapeHtml(wrong?.written[name] ?? "");
  const number = `${described("confirmation")}
<input ${bounded("confirmation")} autocomplete="off" value="${written("confirmation")}">
`;
  return layout(
    lang,
    heading,
    `${head(operatorName, heading)}
${complaints.map((text) => notice(text, "bad")).join("\n")}
<p>${escapeHtml(lead)}</p>
${table(rows)}
<form method="post">
${question === "order" ? number : ""}<button name="answer" value="yes">${escapeHtml(yes)}</button>
</form>
<form method="post">
${described("reason")}
<textarea ${bounded("reason")}>${written("reason")}</textarea>
<button name="answer" value="no" class="no">${escapeHtml(no)}</button>
</form>`,
  );
}

/** Renders the order's status when no answer is needed. `answered`: this answer decided it. `late`: this answer came too late. */
export function decidedPage(
  { lang, operatorName, rows }: OrderPage,
  status: OrderStatus,
  sent: "answered" | "late" | null,
): string {
  const { thanks, late, statuses } = texts[lang].supplierPages;
  const { heading, text } = statuses[status];
  const notices = sent === null ? [] : [sent === "answered" ? notice(thanks, "") : notice(late, "bad")];
  return layout(
    lang,
    heading,
    [head(operatorName, heading), ...notices, `<p>${escapeHtml(text)}</p>`, table(rows)].join("\n"),
  );
}

/** Renders the reason why there is no order or voucher to show: in the reader's language if it is known, else in every language. */
export function noticePage(
  operatorName: string,
  noticeIn: (lang: Language) => { heading: string; text: string },
  lang: Language | null,
): string {
  const langs: readonly Language[] = lang ? [lang] : languages;
  const parts = langs.map((one) => {
    const { heading, text } = noticeIn(one);
    return `<section lang="${one}">\n<h1>${escapeHtml(heading)}</h1>\n<p>${escapeHtml(text)}</p>\n</section>`;
  });
  const [first] = langs;
  return layout(
    first!,
    noticeIn(first!).heading,
    `<p class="operator">${logoMark}${escapeHtml(operatorName)}</p>\n${parts.join("\n")}`,
  );
}

export const head = (operatorName: string, heading: string): string =>
  `<p class="operator">${logoMark}${escapeHtml(operatorName)}</p>\n<h1>${escapeHtml(heading)}</h1>`;

export const notice = (text: string, kind: "" | "bad"): string =>
  `<p class="notice${kind && ` ${kind}`}" role="status">${escapeHtml(text)}</p>`;

export function table(rows: SheetRow[]): string {
  const entries = rows.map(
    ({ label, lines }) => `<div><dt>${escapeHtml(label)}</dt><dd>${lines.map(escapeHtml).join("<br>")}</dd></div>`,
  );
  return `<dl>\n${entries.join("\n")}\n</dl>`;
}

export const layout = (lang: Language, title: string, body: string): string =>
  `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${iconLink}
<title>${escapeHtml(title)}</title>
<style>${style}</style>
${brandLink}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
