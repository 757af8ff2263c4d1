import { randomUUID } from "node:crypto";
import {
  type BookRequest,
  encode,
  type Format,
  type Hold,
  type Order,
  operations,
  ownQuestionPrefix,
  type Paged,
  type ValidateResponse,
} from "@paseo/contract";
import { makeAnswers } from "../../src/service/sales.ts";

/** A correct client in separate steps, so that a test can omit or change each one. */

export interface Versions {
  updateVersion: number;
  deleteVersion: number;
}

export class TestClient {
  readonly url: string;
  readonly key: string;
  readonly format: Format;

  constructor({ url, key }: { url: string; key: string }, format: Format = "json") {
    this.url = url;
    this.key = key;
    this.format = format;
  }

  /** A bare request. */
  send(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.url + path, init);
  }

  // biome-ignore lint/suspicious/noExplicitAny: whatever the path answers
  async get(path: string): Promise<any> {
    const answer = await this.send(path, { headers: { accept: "application/json" } });
    const text = await answer.text();
    if (answer.status !== 200) throw new Refused(answer.status, text);
    return JSON.parse(text);
  }

  // biome-ignore lint/suspicious/noExplicitAny: whatever the path answers
  async post(path: string, body: object | string, headers: Record<string, string> = {}): Promise<any> {
    const answer = await this.send(path, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Refused(answer.status, text);
    return JSON.parse(text);
  }

  versions(stored?: Versions): Promise<Versions> {
    const query = stored ? `?updateversion=${stored.updateVersion}&deleteversion=${stored.deleteVersion}` : "";
    return this.get(`/api/productversion${query}`);
  }

  /** Reads a list to its end. */
  async readAll<T = { id: string }>(path: string): Promise<T[]> {
    const values: T[] = [];
    for (let page = 1; ; page++) {
      const answer: Paged<T> = await this.get(`${path}${path.includes("?") ? "&" : "?"}page=${page}`);
      values.push(...answer.values);
      if (!answer.hasNextPage) return values;
    }
  }

  async readCatalogue(): Promise<{
    products: Map<string, { id: string; name: string }>;
    events: Map<string, { id: string }>;
  }> {
    const products = await this.readAll<{ id: string; name: string }>("/api/products");
    const events = await this.readAll("/api/events");
    for (const lang of ["es", "pt"]) await this.readAll(`/api/${lang}/pages`);
    return { products: byId(products), events: byId(events) };
  }

  /**
   * A selection of the first event that can be sold with these tickets, validated. Which event is first differs from run to run. Events of
   * products with the operator's own questions are left out: answers to them need the choices of `contents`, which this client does not read.
   */
  async validated(
    tickets = [{ code: "ADULT", quantity: 2 }],
  ): Promise<{ id: string; tickets: typeof tickets; sale: ValidateResponse }> {
    for (const { id, availabilityCode } of await this.someEvents()) {
      if (availabilityCode !== "available") continue;
      const sale: ValidateResponse = await this.validate({ id, tickets });
      const hasOwnQuestions = sale.questions.some(({ code }) => code.startsWith(ownQuestionPrefix));
      if (sale.isValid && !hasOwnQuestions) return { id, tickets, sale };
    }
    throw new Error("no event can be sold");
  }

  /** Events of some days a few weeks ahead, as a calendar reads them. */
  async someEvents(): Promise<{ id: string; availabilityCode: string }[]> {
    const [from, to] = [25, 28].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
    return (await this.get(`/api/events?fromdate=${from}&todate=${to}`)).values;
  }

  validate(selection: object): Promise<ValidateResponse> {
    return this.post("/api/es/eventvalidate", { apiKey: this.key, ...selection });
  }

  hold({ id, tickets }: { id: string; tickets: object[] }): Promise<Hold> {
    return this.post("/api/es/eventhold", { id, tickets, apiKey: this.key });
  }

  booking({ id, tickets, sale }: Awaited<ReturnType<TestClient["validated"]>>): BookRequest {
    return {
      id,
      apiKey: this.key,
      tickets,
      email: "ana@example.com",
      phoneNumber: "+34 600 000 000",
      remoteHost: "203.0.113.9",
      externalReference: `cart-${randomUUID()}`,
      totalUsd: sale.totalUsd!,
      answers: makeAnswers(sale.questions),
    };
  }

  book(request: object, headers: Record<string, string> = {}): Promise<Order> {
    return this.post("/api/es/eventbook", request, headers);
  }

  /** Validates and books, again after price-changed. */
  async buy(): Promise<Order> {
    for (let attempt = 1; ; attempt++) {
      const validated = await this.validated();
      const order = await this.book(this.booking(validated));
      if (order.isValid || attempt === 3) return order;
    }
  }

  async bookInXml(request: BookRequest, namespace: string): Promise<string> {
    const body = encode(operations.eventbook.request, request, "xml", { namespace });
    const headers = { "content-type": "application/xml; charset=utf-8", accept: "application/xml" };
    return (await this.send("/api/es/eventbook", { method: "POST", headers, body })).text();
  }
}

export class Refused extends Error {
  readonly status: number;
  constructor(status: number, text: string) {
    super(`${status} ${text}`);
    this.status = status;
  }
}

export const byId = <T extends { id: string }>(records: T[]): Map<string, T> =>
  new Map(records.map((record) => [record.id, record]));
