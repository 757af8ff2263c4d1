import { createHash } from "node:crypto";

/** Pages without scripts: one document, and a Content-Security-Policy that allows its style sheet and little else. */

export const plainStyle = `
:root { color-scheme: light dark; background: Canvas; color: CanvasText; }
body { font: 17px/1.55 system-ui, sans-serif; max-width: 46rem; margin: 12vh auto 4rem; padding: 0 1.25rem; }
h1 { font-size: 2.2rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 .5rem; }
p { margin: .5rem 0; }
ul { list-style: none; margin: .5rem 0; padding: 0; }
code, pre { font: .9rem/1.6 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: .5rem 0; padding: .8rem 1rem; border: 1px solid color-mix(in srgb, currentColor 22%, transparent); border-radius: 8px; overflow-x: auto; }
`;

export interface PlainPage {
  lang: string;
  /** Title and body as HTML. */
  title: string;
  body: string;
  style?: string;
  /** More HTML in the head, after the style sheet. */
  head?: string;
  /** Whether search engines must not list the page. */
  isHidden?: boolean;
}

export const plainPage = ({
  lang,
  title,
  body,
  style = plainStyle,
  head = "",
  isHidden = false,
}: PlainPage): string => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isHidden ? '<meta name="robots" content="noindex">\n' : ""}<link rel="icon" href="data:,">
<title>${title}</title>
<style>${style}</style>
${head && `${head}\n`}</head>
<body>
${body}
</body>
</html>
`;

/** The style sheet is allowed by its hash. `images`, `forms` and `sheets` are the sources beyond the empty icon, beyond none, and beyond that style sheet. */
export function plainPolicy(style = plainStyle, { images = "", forms = "'none'", sheets = "" } = {}): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return (
    `default-src 'none'; style-src 'sha256-${hash}'${sheets && ` ${sheets}`}; img-src ${images && `${images} `}data:; ` +
    `base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`
  );
}
