import type { FastifyInstance } from "fastify";
import { readPhotoFile } from "../../domain/photos/photos.ts";
import type { Service } from "../../service.ts";
import { callerAddress } from "../../web/access.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { notFound } from "../../web/problems.ts";

/** Photos, for any site. The content of an address never changes. */
export function photoRoutes(app: FastifyInstance, { db, clock }: Service): void {
  const misses = new CallLimit("unknown-photos");
  app.get<{ Params: { id: string; name: string } }>(
    "/photos/:id/:name",
    { config: { load: "documents" } },
    async (request, reply) => {
      const { id, name } = request.params;
      const file = await readPhotoFile(db, id, name);
      if (!file) {
        misses.count(request, callerAddress(request), clock());
        throw notFound("There is no such photo.");
      }
      return reply
        .headers({
          "content-type": file.type,
          "cache-control": "public, max-age=31536000, immutable",
          "content-security-policy": "default-src 'none'; sandbox",
          "x-content-type-options": "nosniff",
          "cross-origin-resource-policy": "cross-origin",
          "access-control-allow-origin": "*",
        })
        .send(Buffer.from(file.bytes));
    },
  );
}
