import { escapeHtml } from "../domain/operators/email.ts";

/** Markup that is made by `html` and not escaped again. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Part = string | number | Html | null | undefined | false | readonly Part[];

/** Makes markup. Texts are escaped; nothing is written for null, undefined and false; lists are joined. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, string, n) => `${text}${markup(parts[n - 1])}${string}`));

/** Takes markup that is known to be safe as it is. */
export const safe = (text: string): Html => new Html(text);

function markup(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map(markup).join("") : escapeHtml(`${part}`);
}

/** Returns data for a script element of JSON: no text in it can end the element. */
export const jsonForScript = (value: unknown): Html => safe(JSON.stringify(value).replaceAll("<", "\\u003c"));
