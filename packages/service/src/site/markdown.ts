import { Marked, type Token, type Tokens } from "marked";
import { escapeHtml } from "../domain/operators/email.ts";
import { type Html, safe } from "./html.ts";

/**
 * Markdown of operators as markup. A description has few elements (docs/reference/catalogue-file.md); a legal page has headings, numbered lists
 * and tables too. HTML in a text is shown as text, and links lead to https, mailto and tel addresses only.
 */

const isSafe = (href: string): boolean => /^(https:\/\/|mailto:|tel:)[^\s"'<>]+$/i.test(href);

const withShift = (shift: number): Marked =>
  new Marked({
    gfm: true,
    renderer: {
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
      image: ({ text }: Tokens.Image) => escapeHtml(text),
      heading({ tokens, depth }: Tokens.Heading) {
        const level = Math.min(6, depth + shift);
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        return isSafe(href) ? `<a href="${escapeHtml(href)}" rel="noopener nofollow">${words}</a>` : words;
      },
      checkbox: () => "",
    },
    // The attribute `align` of a cell would be refused by no policy, but is obsolete.
    walkTokens(token: Token) {
      if (token.type === "table") for (const cell of [token.header, ...token.rows].flat()) cell.align = null;
    },
  });

const description = withShift(0);
const legal = withShift(1);

/** Renders a description. Its headings are of level 3. */
export const descriptionHtml = (text: string): Html => rendered(description, text);

/** Renders a legal page, whose own heading is the only one of level 1. */
export const legalHtml = (text: string): Html => rendered(legal, text);

function rendered(parser: Marked, text: string): Html {
  try {
    return safe(parser.parse(text, { async: false }));
  } catch (error) {
    // The parser calls itself for each level of quotes and lists.
    if (error instanceof RangeError) return safe(`<p>${escapeHtml(text)}</p>`);
    throw error;
  }
}
