import type { FastifyInstance } from "fastify";
import { voucherContent } from "../../domain/vouchers.ts";
import type { Service } from "../../service.ts";
import { renderVoucher } from "../../vouchers/voucher.ts";
import { MissLimit } from "../miss-limit.ts";
import { gone, notFound } from "../problems.ts";

/** Vouchers, at an address that nobody can guess. Who has it needs no key: it is what a traveller opens at the door. */
export function voucherRoutes(app: FastifyInstance, { db, clock, config, desk }: Service): void {
  const misses = new MissLimit();

  app.get<{ Params: { code: string } }>("/voucher/:code", async (request, reply) => {
    misses.check(request.ip, clock());
    const { operatorName } = config;
    const content = await voucherContent(db, request.params.code, { publicUrl: desk.publicUrl, operatorName });
    if (content === null) {
      misses.miss(request.ip, clock());
      throw notFound("There is no such voucher.");
    }
    if (content === "void") throw gone("voucher-void", "The order of this voucher was cancelled.");
    return reply
      .headers({
        "content-type": "application/pdf",
        "content-disposition": `inline; filename="${content.reference}.pdf"`,
        "cache-control": "private, no-cache",
        // It is for its holder, not for those who index the web, and no page that it links to needs to know its address.
        "x-robots-tag": "noindex",
        "referrer-policy": "no-referrer",
      })
      .send(Buffer.from(await renderVoucher(content)));
  });
}
