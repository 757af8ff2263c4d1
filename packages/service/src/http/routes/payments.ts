import { type Language, languages } from "@paseo/contract";
import { orderReference } from "@paseo/contract/order-reference";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readTicketNames } from "../../domain/catalogue/ticket-names.ts";
import { dayText, sheetRows } from "../../domain/dispatch/order-sheet.ts";
import { amountInWords, amountOfMinor } from "../../domain/payments/amounts.ts";
import { isLinkCode, type LinkPage, linkAddress, payLink, readLinkPage } from "../../domain/payments/links.ts";
import { takeNotification } from "../../domain/payments/run.ts";
import { wayBackOf } from "../../domain/site/guest-page.ts";
import { pressSandboxButton, sandboxButtons } from "../../payments/kinds/sandbox.ts";
import type { Service } from "../../service.ts";
import { texts } from "../../texts/texts.ts";
import { callerAddress } from "../../web/access.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { badRequest, notFound, problemFrom } from "../../web/problems.ts";
import {
  paymentPage,
  paymentPagePolicy,
  providerFormPage,
  type ShownPayment,
  sandboxPage,
} from "../site/payment-page.ts";
import { noticePage } from "../site/supplier-page.ts";
import { sendPrivatePage } from "./supplier-answers.ts";

/** Limits of bodies in bytes: of the guest's form, and of a provider's report. */
const formBytes = 4_096;
const reportBytes = 262_144;

interface Coded {
  Params: { code: string };
}

/** Registers the guest's payment pages, and the addresses to which providers report. */
export function paymentRoutes(app: FastifyInstance, service: Service): void {
  const { clock, config, logger, payments, db } = service;
  const misses = new CallLimit("unknown-links");
  const attempts = new CallLimit("payments", 60, 600_000);

  const options = { errorHandler: asPage, config: { load: "others" } } as const;
  app.get<Coded>("/pay/:code", options, (request, reply) => show(request, reply, false));
  app.get<Coded>("/pay/:code/return", options, (request, reply) => show(request, reply, true));
  // Some providers send the browser back by a form.
  app.post<Coded>("/pay/:code/return", { ...options, bodyLimit: reportBytes }, (request, reply) =>
    reply.redirect(`/pay/${encodeURIComponent(request.params.code)}/return${queryOf(bookingCode(request))}`, 303),
  );
  app.post<Coded>("/pay/:code", { ...options, bodyLimit: formBytes }, async (request, reply) => {
    const now = clock();
    attempts.count(request, callerAddress(request), now);
    const page = await pageOf(request, reply, false);
    if (!page) return reply;
    const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : "");
    const booking = bookingCode(request);
    const query = queryOf(booking);
    const started = await payLink(payments, page, { kind: form.get("kind") ?? "", query }, now);
    if (started?.outcome === "open") {
      const { page: at } = started.checkout;
      if (at?.method === "GET") return reply.header("cache-control", "no-store").redirect(at.url, 303);
      const amount = amountInWords(page.amount, page.currencyCode, page.sale.order.lang);
      if (at) return sendPage(reply, 200, providerFormPage(await shownOf(page, booking), at, amount));
    }
    const back = `/pay/${request.params.code}`;
    if (started === null || started.outcome === "paid") return reply.redirect(`${back}/return${query}`, 303);
    const shown = await shownOf({ ...page, state: started.outcome === "refused" ? "unavailable" : "later" }, booking);
    return sendPage(reply, 503, paymentPage(shown));
  });

  app.post<{ Params: { kind: string } }>(
    "/payments/:kind",
    { bodyLimit: reportBytes, config: { load: "others" } },
    async (request, reply) => {
      const { kind } = request.params;
      const caller = callerAddress(request);
      misses.refuse(caller, clock());
      if (!payments.kinds.some((one) => one.kind === kind)) {
        misses.count(request, caller, clock());
        throw notFound("There is no such provider of payments.");
      }
      const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : new Uint8Array();
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
      );
      if ((await takeNotification(payments, kind, { headers, body })) !== "refused") return reply.code(200).send();
      misses.count(request, caller, clock());
      throw badRequest("invalid-report", "The report is not signed by the provider, or is malformed.", []);
    },
  );

  registerSandboxPage();

  /** The page of the kind `sandbox`, which is its own provider. */
  function registerSandboxPage(): void {
    const { sandbox } = payments.context;
    if (!sandbox) return;
    const path = "/pay/sandbox/:id";
    const read = (id: string) => sandbox.change(id, (stored) => stored);
    const gone = (reply: FastifyReply) =>
      sendPage(
        reply,
        404,
        noticePage(config.operatorName, (one) => ({ heading: texts[one].payments.sandbox.gone, text: "" }), null),
      );
    app.get<{ Params: { id: string } }>(path, options, async (request, reply) => {
      const held = await read(request.params.id);
      if (!held) {
        misses.count(request, callerAddress(request), clock());
        return gone(reply);
      }
      const lang = languages.find((one) => one === held.lang) ?? "en";
      const { minor, currencyCode } = held.amount;
      const amount = amountInWords(amountOfMinor(minor, currencyCode), currencyCode, lang);
      const rows = [{ label: held.description, lines: [amount] }];
      const buttons = sandboxButtons.map(({ code, label }) => ({ code, label: label[lang] }));
      return sendPage(reply, 200, sandboxPage({ lang, operatorName: config.operatorName }, { rows, buttons }));
    });
    app.post<{ Params: { id: string } }>(path, { ...options, bodyLimit: formBytes }, async (request, reply) => {
      const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : "");
      const button = sandboxButtons.find(({ code }) => code === form.get("button"));
      if (!button) return reply.redirect(`/pay/sandbox/${encodeURIComponent(request.params.id)}`, 303);
      const pressed = await pressSandboxButton(sandbox, request.params.id, button.code, clock);
      if (!pressed) return gone(reply);
      for (const { afterSeconds, notification } of pressed.reports) {
        const take = () => takeNotification(payments, "sandbox", notification);
        if (afterSeconds === 0) await take();
        else
          setTimeout(() => {
            // A lost report is found by reading.
            take().catch((error: unknown) => logger.warn({ err: error }, "a report of the sandbox was lost"));
          }, afterSeconds * 1000).unref();
      }
      return reply.redirect(pressed.returnUrl, 303);
    });
  }

  async function show(request: FastifyRequest<Coded>, reply: FastifyReply, isReturn: boolean): Promise<FastifyReply> {
    const page = await pageOf(request, reply, isReturn);
    if (!page) return reply;
    return sendPage(
      reply,
      page.state === "revoked" ? 410 : 200,
      paymentPage(await shownOf(page, bookingCode(request))),
    );
  }

  /** Finds the request's link. Returns null after it has answered that there is none. */
  async function pageOf(request: FastifyRequest<Coded>, reply: FastifyReply, isReturn: boolean) {
    const now = clock();
    const page = await readLinkPage(payments, request.params.code, { isReturn, now });
    if (page) return page;
    // The call is counted after the lookup, so that a valid link is never refused because of other attempts.
    misses.count(request, callerAddress(request), now);
    sendPage(reply, 404, noticeOf("unknown", null));
    return null;
  }

  async function shownOf(page: LinkPage, booking: string | null): Promise<ShownPayment> {
    const { link, sale, state, currencyCode, amount, rest, due, dueOn, providers, checkout } = page;
    const { order, sold } = sale;
    const { lang, tickets, confirmation } = order;
    const words = texts[lang].payments;
    const names = await readTicketNames(db);
    const reference = orderReference(order);
    const isPayable = state === "due" || state === "not-paid";
    const inWords = (value: string) => amountInWords(value, currencyCode, lang);
    const hasRest = state === "paid" && Number(due) > 0;
    const paid =
      checkout?.paidMinor != null && !isPayable
        ? amountInWords(amountOfMinor(checkout.paidMinor, checkout.paidCurrency!), checkout.paidCurrency!, lang)
        : null;
    return {
      ...{ lang, state, operatorName: config.operatorName, operatorPhone: config.operatorPhone },
      rows: [
        ...(paid ? [{ label: words.paid, lines: [paid] }] : []),
        ...(hasRest ? [{ label: texts[lang].receipt.left, lines: [inWords(due)] }] : []),
        ...sheetRows({ ...sold, reference, tickets, answers: [], confirmation }, lang, names),
        ...(isPayable && Number(rest) > 0 ? [{ label: words.rest, lines: [inWords(rest)] }] : []),
        ...((isPayable || hasRest) && dueOn ? [{ label: words.dueOn, lines: [dayText(dueOn, lang)] }] : []),
      ],
      amount: {
        label: words.amount[link.amount === null ? "balance" : "deposit"],
        text: inWords(amount),
      },
      providers: providers.map(({ kind }) => ({ kind: kind.kind, label: kind.label[lang] })),
      test: isPayable && providers.length > 0 && providers.every(({ test }) => test),
      ...{ address: linkAddress("", link.code), query: queryOf(booking) },
      back: await wayBackOf(db, payments.orderContext.publicUrl, { order, code: booking }),
    };
  }

  const noticeOf = (why: "unknown" | "later", lang: Language | null): string =>
    noticePage(config.operatorName, (one) => texts[one].payments.states[why], lang);

  /** People open these pages, so failures are pages as well. */
  function asPage(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const problem = problemFrom(error);
    if (problem.status === 500) logger.error({ requestId: request.id, err: error }, "request failed");
    return sendPage(reply.headers(problem.headers), problem.status, noticeOf("later", null));
  }
}

/** The code of the booking's page from which the browser came. Null: none. */
function bookingCode({ url }: FastifyRequest): string | null {
  const code = new URLSearchParams(url.split("?")[1] ?? "").get("booking") ?? "";
  return isLinkCode(code) ? code : null;
}

const queryOf = (booking: string | null): string => (booking === null ? "" : `?booking=${booking}`);

const sendPage = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  sendPrivatePage(reply, status, html, paymentPagePolicy);
