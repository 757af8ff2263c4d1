import type { FastifyInstance } from "fastify";
import { takeNotification } from "../../domain/import/supplier-notifications.ts";
import type { Service } from "../../service.ts";
import { bearerKey, callerAddress } from "../../web/access.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { unauthorized } from "../../web/problems.ts";

/** Maximum number of bytes of a notification. The service does not read its content. */
const bodyBytes = 65_536;

/** Registers the route to which suppliers send notifications: docs/decisions/0044-buying-through-octo.md. */
export function supplierNotificationRoutes(app: FastifyInstance, { db, clock, orderContext }: Service): void {
  const misses = new CallLimit("unknown-links");
  app.post<{ Params: { supplier: string } }>(
    "/supplier/:supplier/notifications",
    { bodyLimit: bodyBytes, config: { load: "others" } },
    async (request, reply) => {
      const token = bearerKey(request.headers.authorization ?? "") ?? "";
      if (!(await takeNotification(db, request.params.supplier, token))) {
        misses.count(request, callerAddress(request), clock());
        throw unauthorized("Send the header Authorization of the subscription.");
      }
      orderContext.onSupplierNotified?.();
      return reply.code(204).send();
    },
  );
}
