import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { balanceLinkAddress } from "../../domain/payments/links.ts";
import { voucherPdf } from "../../domain/visits/voucher-pdf.ts";
import { isVoucherCode, replacedVoucherState, voucherContent } from "../../domain/visits/vouchers.ts";
import type { Service } from "../../service.ts";
import { texts } from "../../texts/texts.ts";
import { callerAddress } from "../../web/access.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { gone, notFound, type ProblemError } from "../../web/problems.ts";
import { noticePage } from "../site/supplier-page.ts";
import { sendPrivatePage } from "./supplier-answers.ts";

/** Maximum number of cached PDFs, of about 35 KB each. Making one takes as long as sending a hundred cached pages. */
const maxCached = 100;

/** Vouchers at unguessable addresses. They need no key, because travellers open them at the entrance. */
export function voucherRoutes(app: FastifyInstance, { db, clock, config, orderContext }: Service): void {
  const misses = new CallLimit("unknown-vouchers");
  const cached = new LRUCache<string, Uint8Array>({ max: maxCached });

  app.get<{ Params: { code: string } }>("/voucher/:code", { config: { load: "documents" } }, async (request, reply) => {
    const { operatorName, operatorPhone } = config;
    const { code } = request.params;
    const { publicUrl } = orderContext;
    const payAddress = (orderId: string) => balanceLinkAddress(db, publicUrl, orderId);
    const sender = { publicUrl, operatorName, operatorPhone, payAddress };
    const content = isVoucherCode(code)
      ? ((await voucherContent(db, code, sender)) ?? (await replacedVoucherState(db, code)))
      : null;
    if (content === null) misses.count(request, callerAddress(request), clock());
    if (content === null || typeof content === "string") {
      const why = content ?? "unknown";
      if (!request.headers.accept?.includes("text/html")) throw problemOf(why);
      // A traveller opened the link in a browser.
      const html = noticePage(operatorName, (lang) => texts[lang].voucher.notices[why], null);
      return sendPrivatePage(reply, problemOf(why).status, html);
    }
    // The same content gives the same PDF, byte for byte.
    const etag = `"${createHash("sha256").update(JSON.stringify(content)).digest("base64url")}"`;
    reply.headers({
      etag,
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${content.reference}.pdf"`,
      "cache-control": "private, no-cache",
      // Search engines must not index the voucher, and linked sites must not receive its address.
      "x-robots-tag": "noindex",
      "referrer-policy": "no-referrer",
    });
    if (request.headers["if-none-match"]?.includes(etag)) return reply.status(304).send();
    const pdf = cached.get(etag) ?? (await voucherPdf(db, content));
    cached.set(etag, pdf);
    return reply.send(Buffer.from(pdf));
  });
}

const problemOf = (why: "void" | "replaced" | "unknown"): ProblemError => {
  if (why === "unknown") return notFound("There is no such voucher.");
  if (why === "void") return gone("voucher-void", "The order of this voucher was cancelled.");
  return gone("voucher-replaced", "A change of its order replaced this voucher.");
};
