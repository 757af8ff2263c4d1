import type { Visit } from "./visit.ts";

/** What the pages of a site may load: their own files, and the analytics script of the operator, if it has one. */
export function contentPolicy({ settings }: Pick<Visit["site"], "settings">): string {
  const { analytics } = settings;
  const host = analytics === null ? "" : ` ${new URL(analytics.script).origin}`;
  return (
    `default-src 'none'; script-src 'self'${host}; style-src 'self'; img-src 'self' data:; font-src 'self'; ` +
    `connect-src 'self'${host}; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
  );
}
