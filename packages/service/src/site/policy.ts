import type { Visit } from "./visit.ts";

/** What the pages of a site may load: their own files, and the analytics script of the operator, if it has one. */
export function contentPolicy({ settings }: Pick<Visit["site"], "settings">): string {
  const { analytics } = settings;
  return policy({ script: analytics === null ? "" : ` ${new URL(analytics.script).origin}`, form: "" });
}

/**
 * What the pages of a purchase and of a guest may load: their own files only, since their addresses are secret. A form may lead to the provider,
 * whose addresses are many.
 */
export const salePolicy = (publicUrl: string): string =>
  policy({ script: "", form: ` https: ${URL.parse(publicUrl)?.origin ?? ""}` });

const policy = ({ script, form }: { script: string; form: string }): string =>
  `default-src 'none'; script-src 'self'${script}; style-src 'self'; img-src 'self' data:; font-src 'self'; ` +
  `connect-src 'self'${script}; manifest-src 'self'; base-uri 'none'; form-action 'self'${form}; frame-ancestors 'none'`;
