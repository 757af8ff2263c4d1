import type { FastifyInstance } from "fastify";
import { calendarText } from "../../domain/resources/guide-calendar.ts";
import type { Service } from "../../service.ts";
import { callerAddress } from "../../web/access.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { notFound } from "../../web/problems.ts";

/** Maximum number of reads of one address within a minute. Calendar programs read a few times an hour. */
const maxReads = 30;

/** Calendars of guides at unguessable addresses. Calendar programs cannot sign in. */
export function guideCalendarRoutes(app: FastifyInstance, { db, clock, config, orderContext }: Service): void {
  const misses = new CallLimit("unknown-calendars");
  const reads = new CallLimit("calendar", maxReads);

  app.get<{ Params: { file: string } }>(
    "/calendar/:file",
    { config: { load: "documents" } },
    async (request, reply) => {
      const token = /^([\w-]{43})\.ics$/.exec(request.params.file)?.[1];
      const sender = { operatorName: config.operatorName, publicUrl: orderContext.publicUrl };
      if (token) reads.count(request, token, clock());
      const text = token ? await calendarText(db, token, sender, clock()) : null;
      if (text === null) {
        misses.count(request, callerAddress(request), clock());
        throw notFound("There is no such calendar. Its address was replaced or revoked: ask for a new one.");
      }
      return reply
        .headers({
          "content-type": "text/calendar; charset=utf-8",
          "content-disposition": 'inline; filename="calendar.ics"',
          "cache-control": "private, no-cache",
          "x-robots-tag": "noindex",
          "referrer-policy": "no-referrer",
        })
        .send(text);
    },
  );
}
