import { forbiddenCharacter, type Language } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readTicketNames } from "../../domain/catalogue/ticket-names.ts";
import { type SheetRow, sheetRows } from "../../domain/dispatch/order-sheet.ts";
import { answerSupplierLink, readSupplierLink, type SupplierLink } from "../../domain/dispatch/supplier-answers.ts";
import { readAnswers } from "../../domain/selling/own-questions.ts";
import type { Service } from "../../service.ts";
import { texts } from "../../texts/texts.ts";
import { callerAddress } from "../../web/access.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { problemFrom } from "../../web/problems.ts";
import {
  decidedPage,
  maxAnswerChars,
  noticePage,
  questionPage,
  type SupplierPageField,
  supplierPagePolicy,
} from "../site/supplier-page.ts";

/** Limit of a body in bytes: both fields need less in any encoding. */
const bodyBytes = 16_384;

interface Linked {
  Params: { token: string };
}

/**
 * Registers the page behind a supplier's link, and the answer that the page posts. A GET decides nothing, because virus scanners follow
 * every link in an e-mail.
 */
export function supplierAnswerRoutes(app: FastifyInstance, { db, clock, config, orderContext, logger }: Service): void {
  const misses = new CallLimit("unknown-links");
  const noticeOf = (why: keyof typeof texts.en.supplierPages.notices, lang: Language | null): string =>
    noticePage(config.operatorName, (one) => texts[one].supplierPages.notices[why], lang);

  app.get<Linked>("/supplier/:token", { errorHandler: asPage, config: { load: "others" } }, async (request, reply) => {
    const link = await linkOf(request, reply);
    if (!link) return reply;
    return sendPrivatePage(
      reply,
      200,
      link.open ? await questionOf(link, null) : decidedPage(await orderPage(link), link.sale.order.status, null),
    );
  });

  app.post<Linked>(
    "/supplier/:token",
    { errorHandler: asPage, bodyLimit: bodyBytes, config: { load: "others" } },
    async (request, reply) => {
      const link = await linkOf(request, reply);
      if (!link) return reply;
      const given = readAnswer(request.body);
      if (link.open && given.answer === null) return sendPrivatePage(reply, 400, await questionOf(link, given.wrong));
      const answered = given.answer !== null && (await answerSupplierLink(orderContext, link, given.answer));
      const after = await linkOf(request, reply);
      if (!after) return reply;
      const { status } = after.sale.order;
      return sendPrivatePage(
        reply,
        answered ? 200 : 409,
        decidedPage(await orderPage(after), status, answered ? "answered" : "late"),
      );
    },
  );

  /** Finds the request's link. Returns null after it has answered with a page that gives the reason. */
  async function linkOf(request: FastifyRequest<Linked>, reply: FastifyReply): Promise<SupplierLink | null> {
    const now = clock();
    const link = await readSupplierLink(db, request.params.token, now);
    if (link && "sale" in link) return link;
    // The call is counted after the lookup, so that a valid link is never refused because of other attempts.
    misses.count(request, callerAddress(request), now);
    sendPrivatePage(reply, link ? 410 : 404, noticeOf(link ? "expired" : "unknown", link?.expired ?? null));
    return null;
  }

  async function questionOf(link: SupplierLink, wrong: Parameters<typeof questionPage>[2]): Promise<string> {
    return questionPage(await orderPage(link), link.question, wrong);
  }

  async function orderPage({
    lang,
    sale,
  }: SupplierLink): Promise<{ lang: Language; operatorName: string; rows: SheetRow[] }> {
    const { order, sold } = sale;
    const { tickets, confirmation } = order;
    const answers = readAnswers(order.answers, order.agreed.questions, lang);
    const reference = orderReference(order);
    const names = await readTicketNames(db);
    return {
      lang,
      operatorName: config.operatorName,
      rows: sheetRows({ ...sold, reference, tickets, answers, confirmation }, lang, names),
    };
  }

  /** People open these links, so failures are pages as well. */
  function asPage(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const problem = problemFrom(error);
    if (problem.status === 500) logger.error({ requestId: request.id, err: error }, "request failed");
    return sendPrivatePage(reply.headers(problem.headers), problem.status, noticeOf("later", null));
  }
}

/** Sends a page for one person. Caches must not store it, search engines must not index it, and linked sites must not receive its address. */
export function sendPrivatePage(
  reply: FastifyReply,
  status: number,
  html: string,
  policy = supplierPagePolicy,
): FastifyReply {
  return reply
    .code(status)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
    })
    .send(html);
}

type Given =
  | { answer: { yes: boolean; confirmation: string | null; message: string | null } }
  | {
      answer: null;
      wrong: { fields: SupplierPageField[]; unclear: boolean; written: Partial<Record<SupplierPageField, string>> };
    };

/** Reads the answer in the form's body, or returns the problems with it. */
function readAnswer(body: unknown): Given {
  const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : "");
  const answer = form.get("answer");
  const written = {
    confirmation: (form.get("confirmation") ?? "").trim(),
    // Browsers send line ends as CRLF, which the page counts as one character.
    reason: (form.get("reason") ?? "").replaceAll("\r\n", "\n").trim(),
  };
  const fits = {
    confirmation: written.confirmation.length <= maxAnswerChars.confirmation && !/\p{Cc}/u.test(written.confirmation),
    reason: written.reason.length <= maxAnswerChars.reason,
  };
  const fields = (["confirmation", "reason"] as const).filter(
    (name) => !fits[name] || forbiddenCharacter(written[name]) !== undefined,
  );
  const unclear = answer !== "yes" && answer !== "no";
  if (fields.length > 0 || unclear) return { answer: null, wrong: { fields, unclear, written } };
  const yes = answer === "yes";
  return { answer: { yes, confirmation: (yes && written.confirmation) || null, message: written.reason || null } };
}
