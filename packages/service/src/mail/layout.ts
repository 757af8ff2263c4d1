import { escaped } from "../domain/dispatch/order-sheet.ts";
import type { Letter } from "../domain/operators/letters.ts";
import { letterHtml } from "../domain/visits/letters/letter-html.ts";

/**
 * The look of every e-mail, to guests and to suppliers. Mail programs support tables and inline styles, and little else. The style sheet
 * is only for dark mode: `data-ogsc` marks it in Outlook on the web. docs/decisions/0052-letters-to-guests.md has the reasons.
 */

export type LaidOut = Omit<Letter, "html"> & { html: string };

const colours = { band: "#0e4a5a", onBand: "#ffffff" };

/** The e-mail with its HTML. */
export function laidOut(letter: Letter, operatorName: string): LaidOut {
  const { html, ...rest } = letter;
  const body = html ? html(colours) : letterHtml(letter.text, null, colours);
  return { ...rest, html: page({ lang: letter.lang, title: letter.subject, head: escaped(operatorName), body }) };
}

const font = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const dark = {
  ".page": "background:#111416!important",
  ".card": "background:#1d2225!important;color:#e9ecee!important",
  ".card a": "color:#8fd3e3",
};
const darkRules = (within: string): string =>
  Object.entries(dark)
    .map(([selector, style]) => `${within}${selector}{${style}}`)
    .join("\n");

const page = (parts: { lang: string; title: string; head: string; body: string }): string => `<!doctype html>
<html lang="${parts.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(parts.title)}</title>
<style>
:root{color-scheme:light dark}
.card a{color:#0e4a5a}
@media (prefers-color-scheme:dark){
${darkRules("")}
}
${darkRules("[data-ogsc] ")}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f2f4f5">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f2f4f5">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;background:#ffffff;color:#1b1f22;border-radius:12px;${font};font-size:16px;line-height:1.5;text-align:left">
<tr><td style="padding:16px 24px;background:${colours.band};color:${colours.onBand};border-radius:12px 12px 0 0;font-size:18px;font-weight:700">${parts.head}</td></tr>
<tr><td style="padding:24px 24px 12px;overflow-wrap:anywhere">
${parts.body}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
