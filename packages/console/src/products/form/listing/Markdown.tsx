import { Box, Link, Typography } from "@mui/material";
import { Marked, type Token } from "marked";
import { Fragment, type ReactNode } from "react";

/**
 * The Markdown of descriptions as elements: paragraphs, headings of level 3, bullets, bold, italic, and links to https: and
 * mailto:. Anything else is shown as typed, because the service refuses it. No text becomes HTML.
 */
export function Markdown({ text }: { text: string }) {
  try {
    return <>{elementsOf(parser.lexer(text))}</>;
  } catch (error) {
    // The parser calls itself for each level of quotes and lists.
    if (error instanceof RangeError) return text;
    throw error;
  }
}

/** Reads the dialect of Markdown that the service checks descriptions with. */
const parser = new Marked({ gfm: false });

const elementsOf = (tokens: readonly Token[]): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no other key.
  tokens.map((token, n) => <Fragment key={n}>{elementOf(token)}</Fragment>);

function elementOf(token: Token): ReactNode {
  const inner = () => elementsOf((token as { tokens?: Token[] }).tokens ?? []);
  switch (token.type) {
    case "space":
      return null;
    case "br":
      return <br />;
    case "paragraph":
      return (
        <Typography variant="body2" sx={{ my: 1 }}>
          {inner()}
        </Typography>
      );
    case "strong":
      return <b>{inner()}</b>;
    case "em":
      return <i>{inner()}</i>;
    case "escape":
      return token.text;
    case "text":
      return token.tokens ? inner() : token.text;
    case "heading":
      if (token.depth !== 3) break;
      return (
        <Typography variant="subtitle2" component="h4" sx={{ mt: 1.5, fontWeight: 700 }}>
          {inner()}
        </Typography>
      );
    case "list":
      if (token.ordered) break;
      return (
        <Box component="ul" sx={{ my: 1, pl: 2.5, fontSize: "0.875rem" }}>
          {elementsOf(token.items)}
        </Box>
      );
    case "list_item":
      return <li>{inner()}</li>;
    case "link":
      if (!/^(https:\/\/|mailto:)/i.test(token.href)) break;
      return (
        <Link underline="always" href={token.href} target="_blank" rel="noopener noreferrer nofollow">
          {inner()}
        </Link>
      );
  }
  return token.raw;
}
