import { encode, type Format, type Operation, operations } from "@paseo/contract";
import type { AdminOperation } from "../../packages/service/src/admin/operation.ts";
import { allRoles } from "../../packages/service/src/admin/operation.ts";
import { adminOperations } from "../../packages/service/src/admin/operations.ts";
import { ecbFile } from "../../packages/service/test/support/samples/ecb-file.ts";
import { mutateBytes, mutateText } from "./mutate.ts";
import type { Random } from "./random.ts";
import type { FuzzRequest, FuzzTarget, Sender } from "./target.ts";
import { anyText, type KnownValues, ValueGenerator } from "./values.ts";
import { packWorkbook, unpackWorkbook, type WorkbookParts } from "./xlsx.ts";

/** Requests to every operation: valid, nearly valid, and broken. */

type Send = (target: FuzzTarget) => FuzzRequest;

const media = { json: "application/json", xml: "application/xml" } as const;
const accepts = [
  "application/json",
  "application/xml",
  "*/*",
  "text/html",
  "application/xml;q=0.5, */*;q=0.1",
  "x",
  "",
];
/** Contact fields that every customer must have. */
const contact = { email: "fuzz@example.com", phoneNumber: "+34 600 000 000", remoteHost: "192.0.2.1" };
const types = [
  "application/json",
  "application/xml",
  "text/xml; charset=utf-16",
  "application/json; charset=latin1",
  "x/y",
];

export class RequestGenerator {
  readonly #random: Random;
  readonly #values: ValueGenerator;
  readonly #known: () => KnownValues;
  readonly #families: Send[];
  /** Files that the service itself has written. */
  #files: { csv: string; json: string; parts: WorkbookParts } | undefined;

  constructor(random: Random, target: FuzzTarget) {
    this.#random = random;
    this.#known = () => target.known;
    this.#values = new ValueGenerator(random, this.#known);
    const partner = Object.values(operations).map((one) => () => this.#partner(one));
    const admin = adminOperations.filter(({ upload }) => !upload).map((one) => () => this.#admin(one));
    const pages = [() => this.#page(), () => this.#page(), () => this.#raw()];
    // Gives each family its share, whatever its number of operations. An upload takes fifty times as long as another
    // request.
    this.#families = [
      ...Array<Send>(11).fill(() => random.pick(partner)()),
      ...Array<Send>(6).fill(() => random.pick(admin)()),
      ...Array<Send>(3).fill(() => random.pick(pages)()),
    ];
  }

  /** Reads the files from which uploads are made. */
  async prepare(target: FuzzTarget): Promise<void> {
    const read = async (path: string) => {
      const get: FuzzRequest = { family: "", method: "GET", path: `/admin/api${path}`, headers: {}, sender: "owner" };
      const { status, body } = await target.send(get);
      if (status !== 200) throw new Error(`${path} is answered with ${status}`);
      return body;
    };
    this.#files = {
      csv: (await read("/events/export?format=csv&to=2026-06-18")).toString(),
      json: (await read("/catalogue/export")).toString(),
      parts: unpackWorkbook(await read("/events/export?format=xlsx&to=2026-06-18")),
    };
  }

  next(target: FuzzTarget): FuzzRequest {
    return this.#random.pick(this.#families)(target);
  }

  /** A file for an operation with an upload. */
  upload(): FuzzRequest {
    return this.#upload(this.#random.pick(adminOperations.filter(({ upload }) => upload)));
  }

  #partner(operation: Operation): FuzzRequest {
    const random = this.#random;
    const form: Format = random.pick(["json", "xml"]);
    const headers: Record<string, string> = { accept: random.chance(0.15) ? random.pick(accepts) : media[form] };
    if (random.chance(0.2))
      headers["accept-encoding"] = random.pick(["gzip", "br", "identity;q=0, *;q=0", "x", "gzip;q=9"]);
    if (random.chance(0.2)) headers["x-api-key"] = this.#values.text("apiKey");
    const sample: FuzzRequest = {
      family: `${operation.id} ${operation.request ? form : "read"}`,
      method: random.chance(0.03) ? random.pick(["PUT", "HEAD", "OPTIONS", "DELETE", "POST"]) : operation.method,
      path: this.#path(operation.path, operation.parameters),
      headers,
      sender: "nobody",
    };
    if (!operation.request) return sample;
    headers["content-type"] = random.chance(0.05) ? random.pick(types) : media[form];
    if (random.chance(0.2)) headers["idempotency-key"] = this.#values.text("reference").slice(0, 300);
    return { ...sample, body: this.#body(operation, form) };
  }

  #body(operation: Operation, form: Format): string | Uint8Array {
    const random = this.#random;
    const schema = operation.request!;
    const value = this.#sale(this.#values.of(schema, random.pick([0, 0.05, 0.3])), operation);
    let text = JSON.stringify(value) ?? "";
    if (form === "xml")
      try {
        text = encode(schema, value as never, form, { namespace: "urn:paseo:partner" });
      } catch {
        // Only a valid value can be encoded as XML. An invalid value is sent as JSON text with the XML media type.
        text = `<?xml version="1.0"?><Event xmlns="urn:paseo:partner">${text}</Event>`;
      }
    if (random.chance(0.25)) text = mutateText(text, random, form);
    if (random.chance(0.03)) return mutateBytes(Buffer.from(text, random.pick(["utf8", "utf16le", "latin1"])), random);
    return text;
  }

  /** Often has an event, a key and tickets that can be sold, a sale that was validated, or an order, so that requests reach the store. */
  #sale(value: unknown, { id: operation }: Operation): unknown {
    const random = this.#random;
    const { events, byName, sales, orders } = this.#known();
    const apiKey = byName.get("apiKey")![0]!;
    if (value === null || typeof value !== "object" || random.chance(0.3)) return value;
    if (operation === "ordercancel") return orders.length > 0 ? { ...value, id: random.pick(orders), apiKey } : value;
    if (operation === "eventbook" && sales.length > 0 && random.chance(0.7))
      return { ...contact, ...value, ...random.pick(sales) };
    if (events.length === 0) return value;
    const tickets = [{ code: random.pick(["ADULT", "ADULT", "CHILD", "DAY"]), quantity: random.pick([1, 2, 2, 4]) }];
    return { ...value, id: random.pick(events), apiKey, tickets };
  }

  #admin(operation: AdminOperation): FuzzRequest {
    const random = this.#random;
    const { id, method, body, query } = operation;
    const headers: Record<string, string> = {};
    const sample: FuzzRequest = {
      family: `admin ${id}`,
      method,
      path: this.#path(`/admin/api${operation.path}`, queryOf(query)),
      headers,
      sender: this.#sender(operation),
    };
    if (sample.sender === "nobody") headers["x-paseo-console"] = "1";
    if (!body) return sample;
    headers["content-type"] = random.chance(0.02) ? random.pick(types) : media.json;
    let text = JSON.stringify(this.#values.of(body, random.pick([0, 0.05, 0.3]))) ?? "";
    if (random.chance(0.1)) text = mutateText(text, random, "json");
    return { ...sample, body: text };
  }

  /** Returns mostly an operator with the needed role. */
  #sender({ roles }: AdminOperation): Sender {
    const random = this.#random;
    if (random.chance(0.15)) return random.pick([...allRoles, "nobody"] as const);
    return roles === "anyone" ? "nobody" : random.pick(roles);
  }

  #upload(operation: AdminOperation): FuzzRequest {
    const random = this.#random;
    const type = random.pick(operation.upload!.types);
    const path = `/admin/api${operation.path}?dryRun=${random.chance(0.8)}`;
    const headers = { "content-type": type };
    const body = random.chance(0.05) ? this.#anyFile() : this.#file(type);
    return {
      family: `upload ${operation.id} ${type.slice(-4)}`,
      method: "POST",
      path,
      headers,
      body,
      sender: this.#sender(operation),
    };
  }

  #anyFile(): Uint8Array {
    return Buffer.from(this.#random.list(this.#random.int(2000), () => this.#random.int(256)));
  }

  #file(type: string): Uint8Array | string {
    const random = this.#random;
    const { csv, json, parts } = this.#files!;
    if (type === "text/csv") return mutateText(csv, random, "csv");
    if (type.endsWith("xml")) return mutateText(ecbFile({ USD: "1.08", BRL: "6.1", GBP: "0.85" }), random, "xml");
    if (type === "application/json")
      return random.chance(0.5) ? mutateText(json, random, "json") : JSON.stringify(this.#changed(JSON.parse(json)));
    const changed = new Map(parts);
    const name = random.pick([...parts.keys()]);
    if (random.chance(0.7)) changed.set(name, Buffer.from(mutateText(parts.get(name)!.toString(), random, "xml")));
    else if (random.chance(0.3)) changed.delete(name);
    const packed = packWorkbook(changed);
    return random.chance(0.2) ? mutateBytes(packed, random) : packed;
  }

  /** A copy with another value in one place, at any depth. */
  #changed(value: unknown): unknown {
    const random = this.#random;
    if (value === null || typeof value !== "object" || random.chance(0.1)) return this.#values.anything();
    const copy = structuredClone(value) as Record<string, unknown>;
    const keys = Object.keys(copy);
    if (keys.length === 0) return this.#values.anything();
    const key = random.pick(keys);
    if (random.chance(0.05)) delete copy[key];
    else copy[key] = this.#changed(copy[key]);
    return copy;
  }

  #page(): FuzzRequest {
    const random = this.#random;
    const text = (name?: string) => encodeURIComponent(this.#values.text(name).toWellFormed());
    const path = random.pick([
      () => `/voucher/${text("code")}`,
      () => `/supplier/${text("token")}`,
      () => `/sandbox/callbacks?key=${text("apiKey")}`,
      () => `/sandbox/callbacks/${text("id")}/replay`,
      () => `/docs/${text()}`,
      () => `/console/${text()}`,
      () =>
        random.pick(["/", "/openapi.json", "/schema.xsd", "/problem.xsd", "/collection.json", "/admin/openapi.json"]),
      () => `/${text()}/${text()}`,
    ])();
    const method = random.pick(["GET", "GET", "POST", "HEAD"]);
    const headers: Record<string, string> = { accept: random.pick(accepts) };
    const sample: FuzzRequest = {
      family: `page ${path.split("/")[1]!.replace(/%.*/s, "") || "/"}`.slice(0, 30),
      method,
      path: random.chance(0.3) ? ascii(mutateText(path, random, "path")) : path,
      headers,
      sender: "nobody",
    };
    if (!/^page (voucher|supplier|sandbox|docs|console|admin|\/$)/.test(sample.family)) sample.family = "page unknown";
    if (method !== "POST") return sample;
    headers["content-type"] = random.pick(["application/x-www-form-urlencoded", ...types]);
    return { ...sample, body: mutateText("answer=confirm&reference=R1&note=a+b%20c", random, "path") };
  }

  /** A request line, headers and a body that Node's client would refuse to send. */
  #raw(): FuzzRequest {
    const random = this.#random;
    const body = '{"id":1}';
    const path = this.#path("/api/es/eventbook", []);
    const text = [
      `POST ${path} HTTP/1.1`,
      "Host: fuzz",
      `Content-Type: ${random.pick(types)}`,
      random.pick([
        `Content-Length: ${body.length}`,
        "Transfer-Encoding: chunked",
        "Content-Length: 3, 4",
        "Expect: 100-continue",
      ]),
      "Connection: close",
      "",
      random.chance(0.3) ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body,
    ].join("\r\n");
    const raw = random.chance(0.9) ? mutateText(text, random, "path") : text;
    return { family: "raw", method: "", path: "", headers: {}, sender: "nobody", raw };
  }

  #path(
    pattern: string,
    parameters: readonly { name: string; in: string; required: boolean; schema: object }[],
  ): string {
    const random = this.#random;
    const value = (name: string, schema: object) => {
      const given = this.#values.of(schema as never, 0.1, name);
      // An object without a prototype has no text of its own.
      const text = given !== null && typeof given === "object" ? JSON.stringify(given) : String(given ?? "");
      return encodeURIComponent(text.toWellFormed());
    };
    const inPath = new Map(parameters.filter((one) => one.in === "path").map(({ name, schema }) => [name, schema]));
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => value(name, inPath.get(name) ?? anyText));
    const query = parameters
      .filter((one) => one.in === "query" && (random.chance(0.5) || (one.required && random.chance(0.9))))
      .map(({ name, schema }) => `${name}=${value(name, schema)}`)
      .join("&");
    const address = query ? `${path}?${query}` : path;
    return random.chance(0.05) ? ascii(mutateText(address, random, "path")) : address;
  }
}

/** Replaces characters that Node's client refuses to send in an address. Raw requests send them. */
const ascii = (path: string): string => `/${path.slice(1).replaceAll(/[^\x21-\x7e]/g, "%F0")}`;

function queryOf(query: AdminOperation["query"]): { name: string; in: string; required: boolean; schema: object }[] {
  const required = new Set((query as { required?: string[] } | undefined)?.required);
  return Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.has(name),
    schema,
  }));
}
