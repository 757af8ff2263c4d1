import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { programFile } from "../../../../scripts/program.ts";
import { book, bookRequest, plantComingShow } from "../concurrency/booking.ts";
import { paseo } from "../support/command.ts";
import { type ServiceHere, serveHere } from "../support/servers/here.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";

/** Runs `paseo mcp` as an assistant does: as a program with piped standard input and output. */

const main = await programFile("paseo");

onPostgres("paseo mcp", (open) => {
  let store: TestStore;
  let service: ServiceHere;
  let key: string;
  let events: string[];

  before(async () => {
    store = await open();
    ({ key, events } = await plantComingShow(store.database.db, 2, 10));
    service = await serveHere({ DATABASE_URL: store.url });
  });
  after(async () => {
    await service?.stop();
    await store?.close();
  });

  async function connect(args: string[], env: Record<string, string>): Promise<Client> {
    const client = new Client({ name: "test", version: "1" });
    const program = {
      command: process.execPath,
      args: [main, "mcp", ...args],
      env: { PATH: process.env.PATH!, ...env },
    };
    // The limit is 60 s by default, and a busy machine takes longer to start a program.
    await client.connect(new StdioClientTransport({ ...program, stderr: "ignore" }), { timeout: 600_000 });
    return client;
  }
  const textOf = ({ content }: Awaited<ReturnType<Client["callTool"]>>): string =>
    (content as { text: string }[])[0]!.text;

  test("--url acts for a partner at a service", async () => {
    const client = await connect(["--url", service.url], { PASEO_KEY: key });
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === "hold_seats") && tools.every(({ name }) => name !== "book"));
    const held = await client.callTool({
      name: "hold_seats",
      arguments: { id: events[0], tickets: [{ code: "ADULT", quantity: 2 }] },
    });
    assert.equal(JSON.parse(textOf(held)).status, "open");
    await client.close();
  });

  test("a service that is away and a wrong key are answers, not silence", async () => {
    const stdin = [JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/list" })];
    const errorOf = async (url: string, PASEO_KEY: string) => {
      const { exitCode, stdout } = await paseo(["mcp", "--url", url], { PASEO_KEY }, { stdin });
      const { id, error } = JSON.parse(stdout);
      assert.deepEqual([exitCode, id], [0, 7]);
      return error.message;
    };
    assert.match(await errorOf("http://127.0.0.1:1", key), /^http:\/\/127\.0\.0\.1:1 does not answer: /);
    assert.match(await errorOf(service.url, "pk_live_none"), /401|not valid/);
    const { exitCode, stderr } = await paseo(["mcp", "--url", service.url], {});
    assert.equal(exitCode, 2);
    assert.match(stderr, /PASEO_KEY is not set/);
  });

  test("without --url the operator's assistant reads the store, and changes nothing", async () => {
    const { order } = await book(service.url, bookRequest(key, events[1]!, 2));
    const client = await connect([], { DATABASE_URL: store.url! });
    const { tools } = await client.listTools();
    assert.ok(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
    const names = tools.map(({ name }) => name);
    for (const name of ["events_day", "events_manifest", "orders_list", "dashboard_sales"])
      assert.ok(names.includes(name), name);
    const listed = JSON.parse(textOf(await client.callTool({ name: "orders_list", arguments: {} })));
    assert.equal(listed.data[0].id, order.id);
    const guests = JSON.parse(textOf(await client.callTool({ name: "events_manifest", arguments: { id: events[1] } })));
    assert.match(JSON.stringify(guests), /customer@example\.com/);
    for (const { name, inputSchema } of tools)
      for (const input of [{ surprise: 1 }, ...(inputSchema.required ?? []).map((field) => ({ [field]: null }))]) {
        const refused = await client.callTool({ name, arguments: input }).catch(() => ({ isError: true }));
        assert.equal(refused.isError, true, `${name} ${JSON.stringify(input)}`);
      }
    const wrong = await client.callTool({ name: "orders_show", arguments: { id: "none" } });
    assert.equal(wrong.isError, true);
    await client.close();
  });
});
