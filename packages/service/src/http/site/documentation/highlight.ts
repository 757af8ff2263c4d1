import { escapeHtml } from "../../../domain/operators/email.ts";

/** Colours of code: comments, strings, numbers and keywords as `<span>`s. Anything else is plain text. */

interface Syntax {
  comment: RegExp;
  keywords: ReadonlySet<string>;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));
const none = /(?!)/;

const javascript: Syntax = {
  comment: /\/\/.*|\/\*[\s\S]*?\*\//,
  keywords: words(
    "async await break catch class const continue else export false finally for from function if import instanceof let new null of " +
      "return throw true try typeof undefined",
  ),
};
const syntaxes: Record<string, Syntax> = {
  sh: {
    comment: /(?<=^|\s)#.*/,
    keywords: words("curl do done npm npx node until sleep cat sed tr head tail mkdir export"),
  },
  js: javascript,
  ts: javascript,
  python: {
    comment: /#.*/,
    keywords: words(
      "and as assert def else except False finally for from if import in is lambda None not or raise return True try while with",
    ),
  },
  php: {
    comment: /\/\/.*|\/\*[\s\S]*?\*\//,
    keywords: words(
      "array as catch echo else exit false foreach function fn if new null return static throw true try use",
    ),
  },
  json: { comment: none, keywords: words("true false null") },
  http: { comment: none, keywords: words("GET POST HTTP") },
};

/** Renders a code block as HTML. `language` is the word after the opening fence. */
export function highlightCode(code: string, language: string): string {
  if (language === "xml") return code.replace(/<\/?[\w:]+|\/?>|"[^"]*"|[^<>"]+/g, xmlPart);
  const syntax = syntaxes[language];
  if (!syntax) return escapeHtml(code);
  // A string in single quotes or backquotes can span lines, such as the body of a curl command. A string in double
  // quotes ends on its line.
  const tokens = new RegExp(
    `(?<comment>${syntax.comment.source})|(?<string>"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\])*'|\`(?:\\\\.|[^\`\\\\])*\`)` +
      "|(?<number>\\b\\d[\\d_.]*\\b)|(?<word>[A-Za-z_][\\w-]*)",
    "gm",
  );
  let html = "";
  let at = 0;
  for (const match of code.matchAll(tokens)) {
    const [text] = match;
    html += escapeHtml(code.slice(at, match.index));
    at = match.index + text.length;
    html += span(kindOf(match.groups!, syntax, code, at, language), text);
  }
  return html + escapeHtml(code.slice(at));
}

function kindOf(
  { comment, string, number, word }: Record<string, string | undefined>,
  { keywords }: Syntax,
  code: string,
  end: number,
  language: string,
): string | null {
  if (comment !== undefined) return "c";
  if (string !== undefined) return language === "json" && /^\s*:/.test(code.slice(end, end + 5)) ? "n" : "s";
  if (number !== undefined) return "d";
  return keywords.has(word!) ? "k" : null;
}

const span = (kind: string | null, text: string): string =>
  kind === null ? escapeHtml(text) : `<span class="${kind}">${escapeHtml(text)}</span>`;

const xmlPart = (part: string): string => span(/^[</>]/.test(part) ? "k" : part.startsWith('"') ? "s" : null, part);
