import type { Content } from "@paseo/client";

/** Everything between `${` and `}` is escaped, except what html made itself: no text of the service can become markup. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export type Part = Html | string | number | boolean | null | undefined | readonly Part[];

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(String.raw({ raw: strings }, ...parts.map(rendered)));

function rendered(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === null || part === undefined || typeof part === "boolean") return "";
  if (typeof part === "object") return part.map(rendered).join("");
  return String(part).replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
}

/** Descriptions are Markdown: paragraphs, ### headings, bullets, bold, italic, and links to https: and mailto:. */
export const markdown = (text: string): Part =>
  text
    .replace(/^### .*$/gm, "\n$&\n")
    .replace(/^(?![-*+] ).+\n(?=[-*+] )/gm, "$&\n")
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .map((block) => {
      if (block.startsWith("### ")) return html`<h3>${spans(block.slice(4))}</h3>`;
      if (/^[-*+] /.test(block))
        return list(
          block
            .split(/^[-*+] /m)
            .slice(1)
            .map(spans),
        );
      return block && html`<p>${spans(block)}</p>`;
    });

const span =
  /\\([!-/:-@[-`{-~])|\[(.+?)\]\(((?:https:\/\/|mailto:)[^\s)]+)\)|(?:\*\*|__)(.+?)(?:\*\*|__)|\*(.+?)\*|\b_(.+?)_\b/;
function spans(text: string): Part {
  const found = span.exec(text);
  if (!found) return text;
  const [all, sign, label, href, bold, ...italic] = found;
  const part = href
    ? html`<a href="${href}" rel="nofollow">${spans(label!)}</a>`
    : (sign ?? (bold ? html`<b>${spans(bold)}</b>` : html`<i>${spans(italic.join(""))}</i>`));
  return [text.slice(0, found.index), part, spans(text.slice(found.index + all.length))];
}

export const list = (parts: readonly Part[]): Part =>
  parts.length > 0 && html`<ul>${parts.map((part) => html`<li>${part}</li>`)}</ul>`;

/** The browser takes the first type that it knows, in the width that it needs. The focus stays visible when the photo is cut. */
export function picture(service: string, photo: Content["photos"][number] | undefined, sizes: string): Part {
  if (!photo) return html`<figure><picture></picture></figure>`;
  const { alt, credit, focusX, focusY, width, height, sources } = photo;
  const types = [...new Set(sources.map(({ type }) => type))];
  const srcset = (type: string) =>
    sources.filter((source) => source.type === type).map((source) => `${service}${source.url} ${source.width}w`);
  const files = types.map((type) => html`<source type="${type}" srcset="${srcset(type).join(", ")}" sizes="${sizes}">`);
  const position = `object-position: ${focusX ?? 50}% ${focusY ?? 50}%`;
  return html`<figure><picture>${files}<img src="${service}${sources.at(-1)?.url}" alt="${alt}" width="${width}" height="${height}"
    style="${position}" loading="lazy"></picture>${credit && html`<small>© ${credit}</small>`}</figure>`;
}
