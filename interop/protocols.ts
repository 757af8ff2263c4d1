import { readdir, readFile, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { command, type Given, type Tool, versionOf } from "./running.ts";
import { runClient } from "./tools.ts";

/** Tools that speak the protocols beside the partner interface: OCTO and the Model Context Protocol. */

/**
 * The description that the community of OCTO publishes, by file or address. The project has no copy of it, and no registry serves it:
 * without this setting the tool is not run.
 */
const octoDescription = process.env.TEST_OCTO_DESCRIPTION;

const revision = "2026-07-28";

export const protocolTools: Tool[] = [
  ...(octoDescription ? [octoClient(octoDescription)] : []),
  {
    name: "mcp-conformance",
    version: versionOf("@modelcontextprotocol/conformance"),
    what: `every scenario that MCP ${revision} requires of a server`,
    check: conformance,
  },
];

function octoClient(description: string): Tool {
  return {
    name: "octo",
    version: versionOf("openapi-typescript"),
    what: "client of OCTO's description, strict tsc: books, changes, cancels",
    check: async (given) => {
      const schema = join(given.generated, "octo/schema.ts");
      const source = URL.canParse(description) ? description : resolve(description);
      // In another folder: redocly.yaml of this one is for our own documents.
      await command("openapi-typescript", [source, "-o", schema], { cwd: given.generated });
      return runClient("octo", given);
    },
  };
}

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

/** Most scenarios call tools, prompts and resources of a test server. A service that sells tickets does not have them. */
const notOurs =
  /not testable|Tool \S+ not found|Method not found|Prerequisite failed|Expected InputRequiredResult with inputRequests/i;

async function conformance({ url, generated }: Given): Promise<string> {
  const results = join(generated, "mcp");
  await rm(results, { recursive: true, force: true });
  const { address, close } = await withKey(url, "pk_demo");
  const options = ["server", "--url", `${address}/mcp`, "--requirements", revision, "-o", results];
  // It exits with 1 because of the scenarios that need a test server.
  const output = await command("conformance", options).catch((error: Error) => error.message);
  close();
  const scenarios = await readdir(results).catch(() => {
    throw new Error(output);
  });
  const of = async (name: string): Promise<Check[]> =>
    JSON.parse(await readFile(join(results, name, "checks.json"), "utf8"));
  const checks = (await Promise.all(scenarios.map(of))).flat();
  const passed = checks.filter(({ status }) => status === "SUCCESS");
  const failed = checks.filter(({ status }) => status === "FAILURE");
  // Tasks are an extension that the service does not offer.
  const isOurs = ({ id, errorMessage = "" }: Check) => !/task|sep-2663/.test(id) && !notOurs.test(errorMessage);
  const ours = failed.filter(isOurs);
  if (ours.length > 0) throw new Error(ours.map(({ id, errorMessage }) => `${id}: ${errorMessage}`).join("\n"));
  if (passed.length < leastPassed) throw new Error(`only ${passed.length} checks passed\n${output}`);
  return `${scenarios.length} scenarios, ${passed.length} checks passed, ${failed.length} need what a test server has`;
}

/** How many checks pass at least: a server that answers nothing fails every check for a reason that counts as not ours. */
const leastPassed = 90;

/** A server that adds a partner's key to each request: the program sends none. */
async function withKey(url: string, key: string): Promise<{ address: string; close: () => void }> {
  const { hostname, port } = new URL(url);
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}` };
    const passed = request({ hostname, port, method: asked.method, path: asked.url, headers }, (result) => {
      answer.writeHead(result.statusCode!, result.headers);
      result.pipe(answer);
    });
    answer.on("close", () => passed.destroy());
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
