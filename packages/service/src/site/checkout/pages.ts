import { isTemporary, PaseoError } from "@paseo/client";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Service } from "../../service.ts";
import { saleTexts } from "../../texts/own-site-sale/index.ts";
import { callerAddress } from "../../web/access.ts";
import { CallLimit } from "../../web/call-limit.ts";
import { type ProblemError, problemFrom } from "../../web/problems.ts";
import { type ActiveSite, siteRoute } from "../directory.ts";
import { html } from "../html.ts";
import { notFoundPage } from "../pages/others.ts";
import { languageOf, link, preferredLanguage, type Visit } from "../visit.ts";
import { contactBlock, messagePage, type SalePage, saleHeaders, sendSale } from "./frame.ts";
import { Refusal } from "./interface.ts";
import type { Sale } from "./purchase.ts";

/** Serves pages below `/{lang}/` of a site. A failure is a page too, in the visitor's language. */

/** Maximum bytes of a posted form: 100 answers of 500 characters fit. */
const formBytes = 262_144;

/** What routes.ts gives: the site of a request, and its visit. */
export interface Visits {
  siteOf(request: FastifyRequest<Below>): ActiveSite;
  visitOf(request: FastifyRequest, site: ActiveSite, lang: Visit["lang"], path: string): Promise<Visit>;
}

export interface Below {
  Params: { code: string; "*": string; lang?: string; key?: string };
}

export interface SaleRequest extends Sale {
  /** The part of the address that only the guest knows. */
  key: string;
  /** What was posted. */
  posted: URLSearchParams;
  /** Counts an attempt of this network. Throws a 429. */
  count(): void;
  /** Answers with a page. */
  show(page: SalePage): FastifyReply;
  /** Sends the browser to another page of the site, or to an address that the service made. */
  go(path: string): FastifyReply;
  /** Answers that there is no such page. A guess is counted. */
  unknown(): Promise<FastifyReply>;
  reply: FastifyReply;
}

type Handler = (request: SaleRequest) => Promise<FastifyReply>;

export interface PageServer {
  get(path: string, handler: Handler): void;
  post(path: string, handler: Handler): void;
}

/**
 * Forms need no token against requests from other sites: a browser adds no cookie and no other right to them. A request needs the code in its address,
 * which another site does not know.
 */
export function pageServer(app: FastifyInstance, service: Service, { siteOf, visitOf }: Visits): PageServer {
  const { logger, clock, orderContext } = service;
  const forms = new CallLimit("site-forms", 120, 600_000);
  const guesses = new CallLimit("unknown-links");

  const visitFor = async (request: FastifyRequest<Below>): Promise<{ visit: Visit; isKnown: boolean }> => {
    const site = siteOf(request);
    const path = request.url.replace(/[?#].*$/, "").slice(`${siteRoute}/${encodeURIComponent(site.code)}`.length);
    const lang = languageOf(site, path);
    const shown = lang ?? preferredLanguage(site, request.headers["accept-language"]);
    return { visit: await visitOf(request, site, shown, path), isKnown: lang !== undefined };
  };

  const serve = (method: "GET" | "POST", path: string, handler: Handler): void => {
    app.route<Below>({
      method,
      url: `${siteRoute}/:code/:lang${path}`,
      bodyLimit: formBytes,
      config: { load: "others" },
      errorHandler: async (error, request, reply) => failed(error, request as FastifyRequest<Below>, reply),
      handler: async (request, reply) => {
        const { visit, isKnown } = await visitFor(request);
        const address = callerAddress(request);
        const show = (page: SalePage) => sendSale(reply, visit, orderContext.publicUrl, page);
        const unknown = async () => {
          guesses.count(request, address, clock());
          const shown = await notFoundPage(visit);
          return reply.code(404).headers(saleHeaders(orderContext.publicUrl)).send(shown);
        };
        if (!isKnown) return unknown();
        return handler({
          ...{ service, visit, address, reply, show, unknown },
          key: request.params.key ?? "",
          posted: new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : ""),
          count: () => forms.count(request, address, clock()),
          go: (to) => reply.headers(saleHeaders(orderContext.publicUrl)).redirect(to, 303),
        });
      },
    });
  };

  async function failed(error: unknown, request: FastifyRequest<Below>, reply: FastifyReply): Promise<FastifyReply> {
    const problem = problemOf(error);
    if (problem.status === 500) logger.error({ requestId: request.id, err: error }, "request failed");
    const { visit } = await visitFor(request);
    const words = saleTexts[visit.lang].failed;
    const text = problem.status === 429 ? words.tooMany : problem.status === 413 ? words.tooLarge : words;
    // An address that was opened can be opened again, and a form's page is where the form was.
    const back = link(visit, request.method === "GET" ? visit.path : `/${visit.lang}`);
    const actions = html`<a class="button" href="${back}">${words.back}</a>`;
    return sendSale(reply.headers(problem.headers), visit, orderContext.publicUrl, {
      ...messagePage(text, { actions, contact: contactBlock(visit) }),
      status: problem.status,
    });
  }

  return {
    get: (path, handler) => serve("GET", path, handler),
    post: (path, handler) => serve("POST", path, handler),
  };
}

/** Returns what the page answers if the interface refuses something that was checked before. */
function problemOf(error: unknown): Pick<ProblemError, "status" | "headers"> {
  const known = problemFrom(error);
  if (known.status !== 500) return known;
  const status = error instanceof Refusal ? error.status : (error as { status?: unknown }).status;
  if (!(error instanceof PaseoError || error instanceof Refusal)) return known;
  if (status === 429) return { status, headers: {} };
  // A supplier that is slow, or a provider that does not answer: the guest tries again.
  return { status: status === 503 || isTemporary(error) ? 503 : 500, headers: {} };
}
