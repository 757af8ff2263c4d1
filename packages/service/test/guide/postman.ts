import { runInNewContext } from "node:vm";

/** The part of Postman that the collection needs: requests with variables, and scripts around them. */

export interface PostmanItem {
  name: string;
  request: {
    method: string;
    header: Pair[];
    body?: { raw: string };
    url: { host: string[]; path: string[]; query?: Pair[] };
  };
  event: { listen: "prerequest" | "test"; script: { exec: string[] } }[];
}
export interface Pair {
  key: string;
  value: string;
  disabled?: boolean;
}
export interface PostmanCollection {
  variable: Pair[];
  item: { name: string; item: PostmanItem[] }[];
}

/** The result of one request: the names of its passed tests, and the names of failed tests with the reason. */
export interface Sent {
  status: number;
  text: string;
  passed: string[];
  failed: string[];
}

export class Postman {
  readonly variables: Map<string, string>;

  constructor({ variable }: PostmanCollection, own: Record<string, string>) {
    this.variables = new Map([...variable.map(({ key, value }) => [key, value] as const), ...Object.entries(own)]);
  }

  /** Sends a request with its scripts. `also`: parameters and headers to send although they are disabled in the collection. */
  async send(item: PostmanItem, also: readonly string[] = []): Promise<Sent> {
    const passed: string[] = [];
    const failed: string[] = [];
    const run = (listen: string, response: object | undefined) => {
      for (const { script } of item.event.filter((event) => event.listen === listen)) {
        const test = (name: string, check: () => void) => {
          try {
            check();
            passed.push(name);
          } catch (error) {
            failed.push(`${name}: ${(error as Error).message}`);
          }
        };
        const pm = { response, test, expect, collectionVariables: this.#variables() };
        try {
          runInNewContext(script.exec.join("\n"), { pm });
        } catch (error) {
          failed.push((error as Error).message);
        }
      }
    };
    run("prerequest", undefined);
    const { method, header, body, url } = item.request;
    const isOn = ({ key, disabled }: Pair) => !disabled || also.includes(key);
    const query = (url.query ?? [])
      .filter(isOn)
      .map(({ key, value }) => `${key}=${encodeURIComponent(this.#filled(value))}`);
    const address =
      this.#filled([...url.host, ...url.path].join("/")) + (query.length > 0 ? `?${query.join("&")}` : "");
    const answer = await fetch(address, {
      method,
      headers: header.filter(isOn).map(({ key, value }): [string, string] => [key, this.#filled(value)]),
      ...(body && { body: this.#filled(body.raw) }),
    });
    const text = await answer.text();
    run("test", { code: answer.status, text: () => text, json: () => JSON.parse(text) });
    return { status: answer.status, text, passed, failed };
  }

  #filled(text: string): string {
    return text.replace(/\{\{(\w+)\}\}/g, (whole, name) => this.variables.get(name) ?? whole);
  }

  #variables() {
    return {
      get: (name: string) => this.variables.get(name),
      set: (name: string, value: string) => void this.variables.set(name, value),
    };
  }
}

const expect = (actual: unknown) => ({
  to: {
    equal: (expected: unknown) => {
      if (actual !== expected) throw new Error(`expected ${String(actual)} to equal ${String(expected)}`);
    },
  },
});
