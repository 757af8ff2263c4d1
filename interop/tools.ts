import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { command, folder, type Given, node, run, type Tool, versionOf } from "./running.ts";

/** Tools from npm. */

const documents = ["openapi.json", "openapi-3.0.json"];

const generator = (name: string, generate: (given: Given) => Promise<unknown>, packageName = name): Tool => ({
  name,
  version: versionOf(packageName),
  what: "client, strict tsc, books",
  check: async (given) => {
    await generate(given);
    return runClient(name, given);
  },
});

/** Compiles the client's program and runs it: it sells one test order. */
export async function runClient(name: string, { url, generated }: Given): Promise<string> {
  const config = join(generated, `tsconfig.${name}.json`);
  const files = [`../clients/${name}.ts`];
  await writeFile(config, JSON.stringify({ extends: "../clients/tsconfig.json", files, include: [] }));
  await command("tsc", ["-p", config]);
  const bundle = join(generated, "out", `${name}.mjs`);
  const options = ["--bundle", "--platform=node", "--format=esm", "--log-level=error", `--outfile=${bundle}`];
  await run(join(folder, "node_modules/.bin/esbuild"), [join(folder, "clients", `${name}.ts`), ...options]);
  return run(node, [bundle], { env: { BASE_URL: url } });
}

export const npmTools: Tool[] = [
  {
    name: "spectral",
    version: versionOf("@stoplight/spectral-cli"),
    what: "lints 3.1 and 3.0 by spectral:oas",
    check: async ({ generated }) => {
      const paths = documents.map((name) => join(generated, name));
      await command("spectral", ["lint", "--ruleset", "spectral.yaml", "--fail-severity", "warn", ...paths]);
      return "no error, no warning";
    },
  },
  {
    name: "redocly",
    version: versionOf("@redocly/cli"),
    what: "lints 3.1 and 3.0 by recommended-strict",
    check: async ({ generated }) => {
      const paths = documents.map((name) => join(generated, name));
      const env = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
      await command("redocly", ["lint", "--config", "redocly.yaml", ...paths], { env });
      return "no error, no warning";
    },
  },
  generator("openapi-typescript", ({ url, generated }) =>
    command("openapi-typescript", [`${url}/openapi.json`, "-o", join(generated, "openapi-typescript/schema.ts")]),
  ),
  generator(
    "hey-api",
    ({ url, generated }) =>
      command("openapi-ts", ["-i", `${url}/openapi.json`, "-o", join(generated, "hey-api"), "--no-log-file"]),
    "@hey-api/openapi-ts",
  ),
  generator("orval", async ({ url, generated }) => {
    const output = { target: "./orval/client.ts", client: "fetch", mode: "single", baseUrl: url };
    const config = { paseo: { input: `${url}/openapi.json`, output } };
    await writeFile(join(generated, "orval.config.mjs"), `export default ${JSON.stringify(config)};\n`);
    await command("orval", ["--config", "orval.config.mjs"], { cwd: generated });
  }),
  generator(
    "kubb",
    async ({ url, generated }) => {
      await cp(join(folder, "clients/kubb.config.mjs"), join(generated, "kubb.config.mjs"));
      const env = { BASE_URL: url, KUBB_DISABLE_TELEMETRY: "1", DO_NOT_TRACK: "1" };
      await command("kubb", ["generate", "--config", "kubb.config.mjs"], { cwd: generated, env });
    },
    "@kubb/core",
  ),
  {
    name: "newman",
    version: versionOf("newman"),
    what: "runs the collection as it is served",
    check: async ({ url }) => {
      const output = await command("newman", [
        "run",
        `${url}/collection.json`,
        "--reporters",
        "json,cli",
        "--color",
        "off",
        "--reporter-json-export",
        "generated/newman.json",
      ]);
      const assertions = /assertions\s*│\s*(\d+)/.exec(output)?.[1];
      if (!assertions) throw new Error(output);
      return `${assertions} assertions`;
    },
  },
  {
    name: "dredd",
    version: versionOf("dredd"),
    what: "sends every JSON example of 3.0",
    check: async ({ url, generated }) => {
      const hooks = join(folder, "clients/dredd-hooks.cjs");
      const output = await command("dredd", [
        join(generated, "openapi-3.0.json"),
        url,
        "--hookfiles",
        hooks,
        "--no-color",
      ]);
      const complete = /complete: (\d+) passing, 0 failing/.exec(output);
      if (!complete || complete[1] === "0") throw new Error(output.slice(-3000));
      return `${complete[1]} requests`;
    },
  },
];
