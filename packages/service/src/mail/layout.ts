import { letterHtml } from "../domain/letters/letter-html.ts";
import { type Brand, contactLines } from "../domain/operators/brand.ts";
import type { Email } from "../domain/operators/email.ts";
import { escapeHtml } from "../domain/operators/email.ts";
import { texts } from "../texts/texts.ts";

/**
 * An e-mail in the operator's frame: logo and name above, tax number and contact below. Mail programs support tables and inline styles, and
 * little else. The style sheet is only for dark mode: `data-ogsc` marks it in Outlook on the web. docs/decisions/0052-letters-to-guests.md
 * has the reasons.
 */

export type LaidOutEmail = Omit<Email, "html" | "attachments"> & { html: string; attachments: LaidOutAttachment[] };

/** `cid`: the picture's name in the HTML. */
type LaidOutAttachment = NonNullable<Email["attachments"]>[number] & { cid?: string };

/** The colours of an operator that chose none. */
const ownColours = { band: "#0e4a5a", onBand: "#ffffff" };
const plates = { light: "#ffffff", dark: "#0b1519" };
const logoId = "logo@paseo";

/** Lays an e-mail out. `logo`: the brand's logo as PNG. It is inside the e-mail, because mail programs load no pictures from elsewhere. */
export function layOutEmail(email: Email, brand: Brand, logo: Uint8Array | null): LaidOutEmail {
  const { html, text, lang, toGuest = false, attachments = [], ...rest } = email;
  const day = toGuest && brand.dayPhone !== null ? texts[lang].voucher.dayPhone(brand.dayPhone) : null;
  const noInvoice = toGuest ? [texts[lang].letters.noInvoice] : [];
  const lines = [...(day === null ? [] : [day]), ...contactLines(brand), ...noInvoice];
  const colours = brand.colours ?? ownColours;
  return {
    ...rest,
    lang,
    text: signed(text, brand.name, lines),
    html: page({
      lang,
      title: email.subject,
      head: head(brand, logo !== null),
      body: html ? html(colours) : letterHtml(text, null, colours),
      foot: [`<strong>${escapeHtml(brand.name)}</strong>`, ...lines.map(escapeHtml)].join("<br>"),
      colours,
    }),
    attachments: [
      ...attachments,
      ...(logo ? [{ filename: "logo.png", content: Buffer.from(logo), contentType: "image/png", cid: logoId }] : []),
    ],
  };
}

/** Adds the lines below the text. Omits the name if the text already ends in it. */
function signed(text: string, name: string, lines: string[]): string {
  if (lines.length === 0) return text;
  const body = text.trimEnd();
  return body.endsWith(name) ? `${body}\n${lines.join("\n")}\n` : `${body}\n\n-- \n${[name, ...lines].join("\n")}\n`;
}

function head({ name, logo }: Brand, hasLogo: boolean): string {
  const title = `<td style="font-size:18px;font-weight:700">${escapeHtml(name)}</td>`;
  if (!logo || !hasLogo) return title;
  const scale = Math.min(120 / logo.width, 44 / logo.height);
  const [width, height] = [logo.width, logo.height].map((side) => Math.max(1, Math.round(side * scale)));
  const plate = logo.ground ? `background:${plates[logo.ground]};padding:5px;border-radius:5px;` : "";
  return `<td style="width:1%;padding-right:14px"><img src="cid:${logoId}" alt="" width="${width}" height="${height}" style="display:block;${plate}"></td>${title}`;
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

const dark = {
  ".page": "background:#111416!important",
  ".card": "background:#1d2225!important;color:#e9ecee!important",
  ".card a": "color:#8fd3e3",
};
const darkRules = (within: string): string =>
  Object.entries(dark)
    .map(([selector, style]) => `${within}${selector}{${style}}`)
    .join("\n");

const page = (parts: {
  lang: string;
  title: string;
  head: string;
  body: string;
  foot: string;
  colours: { band: string; onBand: string };
}): string => `<!doctype html>
<html lang="${parts.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(parts.title)}</title>
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
<tr><td style="padding:14px 24px;background:${parts.colours.band};color:${parts.colours.onBand};border-radius:12px 12px 0 0"><table role="presentation" style="width:100%;border-collapse:collapse"><tr>${parts.head}</tr></table></td></tr>
<tr><td style="padding:24px 24px 12px;overflow-wrap:anywhere">
${parts.body}
<p style="margin:28px 0 12px;padding-top:14px;border-top:1px solid #9aa7ad;font-size:14px;opacity:.8">${parts.foot}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
