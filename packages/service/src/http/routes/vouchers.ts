import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { isVoucherCode, voucherContent } from "../../domain/orders/vouchers.ts";
import type { Service } from "../../service.ts";
import type { VoucherContent } from "../../vouchers/voucher.ts";
import { callerAddress } from "../access.ts";
import { CallLimit } from "../call-limit.ts";
import { gone, notFound } from "../problems.ts";

/** PDFs that are kept for the next reader, of about 35 KB each: making one takes as long as a hundred ready pages. */
const mostReady = 100;

/** Vouchers, at an address that nobody can guess. Who has it needs no key: it is what a traveller opens at the door. */
export function voucherRoutes(app: FastifyInstance, { db, clock, config, orderContext }: Service): void {
  const misses = new CallLimit();
  const ready = new Map<string, Uint8Array>();

  app.get<{ Params: { code: string } }>("/voucher/:code", async (request, reply) => {
    const { operatorName } = config;
    const { code } = request.params;
    const content = isVoucherCode(code)
      ? await voucherContent(db, code, { publicUrl: orderContext.publicUrl, operatorName })
      : null;
    if (content === null) {
      misses.count(callerAddress(request), clock());
      throw notFound("There is no such voucher.");
    }
    if (content === "void") throw gone("voucher-void", "The order of this voucher was cancelled.");
    // The same content is the same PDF, byte for byte: who has it needs no other, and it is made once.
    const etag = `"${createHash("sha256").update(JSON.stringify(content)).digest("base64url")}"`;
    reply.headers({
      etag,
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="${content.reference}.pdf"`,
      "cache-control": "private, no-cache",
      // It is for its holder, not for those who index the web, and no page that it links to needs to know its address.
      "x-robots-tag": "noindex",
      "referrer-policy": "no-referrer",
    });
    if (request.headers["if-none-match"]?.includes(etag)) return reply.status(304).send();
    const pdf = ready.get(etag) ?? (await render(content));
    remember(etag, pdf);
    return reply.send(Buffer.from(pdf));
  });

  function remember(etag: string, pdf: Uint8Array): void {
    ready.delete(etag);
    ready.set(etag, pdf);
    if (ready.size > mostReady) ready.delete(ready.keys().next().value!);
  }
}

/** Loads what draws, fonts and all, with the first voucher: a start would wait for it, and many processes never draw one. */
async function render(content: VoucherContent): Promise<Uint8Array> {
  const { renderVoucher } = await import("../../vouchers/voucher.ts");
  return renderVoucher(content);
}
