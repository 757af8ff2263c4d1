import { Marked, type Token } from "marked";

/**
 * The Markdown of descriptions: paragraphs, bold, italic, bullet lists, headings of level 3, and links to https and mailto addresses.
 * docs/reference/catalogue-file.md describes it for operators, the guide for partners. Everything else is refused, so that any
 * renderer shows the same and no partner must remove anything.
 */

/** Returns the first part of a text that a description must not have, as the end of a sentence; undefined if there is none. */
export function markdownProblem(text: string): string | undefined {
  // Other parsers find HTML where this parser finds none, so every text that begins like a tag is refused.
  const tag = /<[A-Za-z/!?][^\s>]{0,20}/.exec(text);
  if (tag) return `has HTML at ${tag[0]}: write Markdown, or a blank after <`;
  try {
    return problemOf(parser.lexer(text));
  } catch (error) {
    // The parser calls itself for each level of quotes and lists.
    if (error instanceof RangeError) return "is nested too deeply";
    throw error;
  }
}

/** Without tables, strikethrough and links from bare addresses. */
const parser = new Marked({ gfm: false });

const plain = new Set(["paragraph", "text", "space", "strong", "em", "br", "escape", "list_item"]);

const names: Readonly<Record<string, string>> = {
  html: "HTML",
  image: "an image",
  code: "indented text or a block of code: begin lines without blanks",
  codespan: "text between backticks",
  blockquote: "a quote: begin no line with >",
  hr: "a rule",
  def: "the definition of a link: write [text](https://…)",
};

function problemOf(tokens: readonly Token[]): string | undefined {
  for (const token of tokens) {
    const problem = ownProblem(token) ?? problemOf(partsOf(token));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function ownProblem(token: Token): string | undefined {
  if (token.type === "heading") return token.depth === 3 ? undefined : "has a heading of another level than 3 (###)";
  if (token.type === "list") return token.ordered ? "has a numbered list: only bullets (-) are allowed" : undefined;
  if (token.type === "link")
    return isSafe(token.href) ? undefined : `has a link to ${token.href}: only https:// and mailto: are allowed`;
  return plain.has(token.type) ? undefined : `has ${names[token.type] ?? token.type}`;
}

const partsOf = (token: Token): readonly Token[] =>
  token.type === "list" ? token.items : ((token as { tokens?: Token[] }).tokens ?? []);

/** The scheme must be written out, because renderers read entities and control characters differently. */
const isSafe = (href: string): boolean =>
  /^(https:\/\/[^\s/]|mailto:[^\s@]+@)[^\s"'`<>\\\p{C}]*$/iu.test(href) && URL.canParse(href);
