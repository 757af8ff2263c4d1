import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";

/** Checks the tarballs for partners with publint, Are The Types Wrong and a strict compiler. */

const root = fileURLToPath(new URL("../../../", import.meta.url));
const kit = join(root, "packages/kit");

const run = promisify(execFile);

before(() => run(process.execPath, [join(root, "scripts/kit.ts")]));

async function tarballOf(name: string): Promise<string> {
  const { packages } = JSON.parse(await readFile(join(kit, "kit.json"), "utf8"));
  return join(kit, packages.find((one: { name: string }) => one.name === `@paseo/${name}`).file);
}

const arrayBufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;

for (const name of ["contract", "client", "mirror", "conform"])
  test(`publint accepts @paseo/${name}`, async () => {
    const { messages, pkg } = await publint({
      pack: { tarball: arrayBufferOf(await readFile(await tarballOf(name))) },
      strict: true,
    });
    assert.equal(pkg.name, `@paseo/${name}`);
    assert.deepEqual(messages, []);
  });

/** The packages are ES modules only: CommonJS and the resolution before Node 12 cannot load them, and need no types. */
const resolutions = ["node16-esm", "bundler"];

for (const [name, entries] of [
  ["contract", ["."]],
  ["client", [".", "./callback", "./markup"]],
  ["conform", ["."]],
] as const)
  test(`the types of @paseo/${name} are those of its modules`, async () => {
    const tarball = createPackageFromTarballData(await readFile(await tarballOf(name)));
    const result = await checkPackage(tarball, { entrypoints: [...entries] });
    assert.ok(result.types, "there are types");
    for (const entry of entries)
      for (const resolution of resolutions) {
        const found = result.entrypoints[entry]?.resolutions[resolution as "bundler"].resolution;
        assert.match(found?.fileName ?? "", /\/dist\/\w+\.d\.ts$/, `${entry} by ${resolution}`);
      }
    const problems = result.problems.filter(
      (problem) => !("resolutionKind" in problem) || resolutions.includes(problem.resolutionKind),
    );
    assert.deepEqual(problems, []);
  });

describe("under strict, the declarations", () => {
  let project: string;

  before(async () => {
    project = await mkdtemp(join(tmpdir(), "paseo-declarations-"));
    const client = join(project, "node_modules/@paseo/client");
    await mkdir(client, { recursive: true });
    await writeFile(join(project, "package.json"), '{ "type": "module" }');
    await run("tar", ["-xzf", await tarballOf("client"), "--strip-components=1", "-C", client]);
    for (const name of ["saxes", "typebox"])
      await symlink(join(root, "node_modules", name), join(project, "node_modules", name));
  });
  after(() => rm(project, { recursive: true, force: true }));

  /** Returns the errors that the compiler reports for these files. */
  async function complaints(files: Record<string, string>, options: object): Promise<string> {
    for (const [name, source] of Object.entries(files)) await writeFile(join(project, name), source);
    const strict = { strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true };
    const compilerOptions = { module: "nodenext", target: "es2022", ...strict, ...options };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: Object.keys(files) }));
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", project]).catch((error) => error);
    return stdout;
  }

  test("are complete with the types of the web", async () => {
    const web = { lib: ["es2023", "dom", "dom.iterable"], types: [] };
    assert.equal(await complaints({ "consumer.ts": consumer }, web), "");
    assert.match(
      await complaints({ "wrong.ts": `${consumer}\nconst wrong: string = paseo;` }, web),
      /wrong\.ts.*TS2322/,
    );
  });

  test("are complete with the types of Node, and match the programs of the README", async () => {
    const readme = await readFile(join(project, "node_modules/@paseo/client/README.md"), "utf8");
    const [first, lists, options, callbacks, markup, ...others] = Array.from(
      readme.matchAll(/^```js\n(.*?)^```$/gms),
      ([, example]) => example!,
    );
    assert.deepEqual(others, []);
    const start = 'import { PaseoClient } from "@paseo/client";\n';
    const given = 'const paseo = new PaseoClient({ baseUrl: "" }); const productId = "";\n';
    const files = {
      "consumer.ts": consumer,
      "first.ts": first!,
      "lists.ts": start + given + lists,
      "options.ts": start + options,
      "callbacks.ts": callbacks!,
      "markup.ts": start + given + markup!,
    };
    const node = { lib: ["es2023"], types: ["node"], typeRoots: [join(root, "node_modules/@types")] };
    assert.equal(await complaints(files, node), "");
  });
});

const consumer = `
    import {
      type Event, type Order, PaseoClient, ProblemError, VersionExpired, type Notification,
    } from "@paseo/client";
    import { verifyCallback } from "@paseo/client/callback";

    const paseo = new PaseoClient({ baseUrl: new URL("https://partners.example.com"), apiKey: undefined, format: "xml" });
    export async function buy(event: Event): Promise<Order | undefined> {
      const { isValid, totalUsd, questions } = await paseo.validate({ id: event.id, tickets: [{ code: "ADULT", quantity: 2 }] });
      if (!isValid) return undefined;
      const answers = questions.map(({ code, type }) => ({ code, value: type === "integer" ? "70" : "a" }));
      const customer = { email: "a@example.com", phoneNumber: "1", remoteHost: "203.0.113.9" };
      const order = await paseo.book({ id: event.id, tickets: [], totalUsd, answers, ...customer }, { idempotencyKey: "k" });
      if (!order.isValid) throw new Error(order.errors.map(({ message }) => message).join());
      const status: "waitsupplier" | "complete" | "rejected" | "waitcancel" | "cancelled" = order.status;
      return status === "rejected" ? undefined : await paseo.order(order.id);
    }
    export async function names(signal: AbortSignal): Promise<string[]> {
      const found: string[] = [];
      for await (const product of paseo.products({ query: "Madrid" }, { signal })) found.push(product.name);
      for await (const page of paseo.events({ version: 0 }).pages()) found.push(...page.values.map(({ eventOn }) => eventOn));
      return found;
    }
    export const wait = (error: unknown): number | undefined =>
      error instanceof VersionExpired ? 0 : error instanceof ProblemError ? error.retryAfterMs : undefined;
    export const received = (request: Request): Promise<Notification> => verifyCallback(request, ["whsec_AAAA"]);

    // @ts-expect-error a refused selection may have no price
    paseo.validate({ id: "id", tickets: [] }).then((offer) => offer.totalUsd.value);
    // @ts-expect-error a product has no price of its own
    paseo.product("id").then((product) => product.price);
    // @ts-expect-error a booking needs its total
    paseo.book({ id: "id", tickets: [], email: "", phoneNumber: "", remoteHost: "" });
    // @ts-expect-error there is no English
    paseo.currencies({ lang: "fr" });`;
