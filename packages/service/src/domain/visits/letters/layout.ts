import type { Language } from "@paseo/contract";
import { texts } from "../../../texts/texts.ts";
import { escaped } from "../../dispatch/order-sheet.ts";

/**
 * The look of every e-mail, to guests and to suppliers. Mail programs support tables and inline styles, and little else. The style sheet
 * is only for dark mode: `data-ogsc` marks it in Outlook on the web. docs/decisions/0052-letters-to-guests.md has the reasons.
 */

/** What the operator's letters look like. */
export interface LetterLook {
  operatorName: string;
}

const font = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const dark = {
  ".page": "background:#111416!important",
  ".card": "background:#1d2225!important;color:#e9ecee!important",
  ".soft": "color:#aab2b8!important",
  ".line": "border-color:#394046!important",
  ".link": "color:#7fd4b8!important",
  ".button": "background:#1f8f70!important;color:#ffffff!important",
};
const darkRules = (within: string): string =>
  Object.entries(dark)
    .map(([selector, style]) => `${within}${selector}{${style}}`)
    .join("\n");

/** A whole e-mail. `content` is HTML, `title` is text. */
export function emailPage({ operatorName }: LetterLook, lang: Language, title: string, content: string): string {
  const operator = escaped(operatorName);
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(title)}</title>
<style>
:root{color-scheme:light dark}
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
<tr><td class="line" style="padding:18px 24px;border-bottom:1px solid #e1e5e8;font-weight:700">${operator}</td></tr>
<tr><td style="padding:24px 24px 12px;overflow-wrap:anywhere">
${content}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** A link that looks like a button. */
export const emailButton = (address: string, label: string): string =>
  `<p style="margin:4px 0 20px"><a class="button" href="${escaped(address)}" style="display:inline-block;background:#0b6b53;color:#ffffff;text-decoration:none;font-weight:600;padding:13px 22px;border-radius:8px">${escaped(label)}</a></p>`;

/** A letter's text as HTML: its paragraphs and links. The line with the voucher's address becomes a button. */
export function letterHtml(
  look: LetterLook,
  { lang, subject, body, voucherLink }: { lang: Language; subject: string; body: string; voucherLink: string },
): string {
  const paragraphs = body.split(/\n{2,}/).flatMap((paragraph) => {
    const lines = paragraph.split("\n");
    const isVoucher = (line: string) => voucherLink !== "" && line.includes(voucherLink);
    const text = lines.filter((line) => !isVoucher(line) && line.trim() !== "");
    return [
      ...(text.length > 0 ? [`<p style="margin:0 0 16px">${text.map(linked).join("<br>\n")}</p>`] : []),
      ...(lines.some(isVoucher) ? [emailButton(voucherLink, texts[lang].letters.button)] : []),
    ];
  });
  return emailPage(look, lang, subject, paragraphs.join("\n"));
}

/** A line with its web addresses as links. */
const linked = (line: string): string =>
  line
    .split(/(https?:\/\/\S+)/)
    .map((part, n) => (n % 2 === 0 ? escaped(part) : link(part)))
    .join("");

/** A sentence's end is no part of an address. */
function link(found: string): string {
  const end = /[.,;:!?)\]]{0,3}$/.exec(found)!.index;
  const address = escaped(found.slice(0, end));
  return `<a class="link" href="${address}" style="color:#0b6b53">${address}</a>${escaped(found.slice(end))}`;
}
