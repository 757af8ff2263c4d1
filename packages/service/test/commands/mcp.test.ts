import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { programFile } from "../../../../scripts/program.ts";
import { book, bookRequest, plantComingShow } from "../concurrency/booking.ts";
import { runPaseo, type ServiceProcess, startService } from "../support/servers/processes.ts";
import { onPostgres, type TestStore } from "../support/servers/stores.ts";

/** Runs `paseo mcp` as an assistant does: as a program with piped standard input and output. */

const main = await programFile("paseo");

onPostgres("paseo mcp", (open) => {
  let store: TestStore;
  let service: ServiceProcess;
  let key: string;
  let events: string[];

  before(async () => {
    store = await open();
    ({ key, events } = await plantComingShow(store.database.db, 2, 10));
    service = await startService({ DATABASE_URL: store.url! });
  });
  after(async () => {
    await service?.kill();
    await store?.close();
  });

  async function connect(args: string[], env: Record<string, string>): Promise<Client> {
    const client = new Client({ name: "test", version: "1" });
    const program = {
      command: process.execPath,
      args: [main, "mcp", ...args],
      env: { PATH: process.env.PATH!, ...env },
    };
    await client.connect(new StdioClientTransport({ ...program, stderr: "ignore" }));
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
    await assert.rejects(connect(["--url", "http://127.0.0.1:1"], { PASEO_KEY: key }), /does not answer|closed/);
    await assert.rejects(connect(["--url", service.url], { PASEO_KEY: "pk_live_none" }), /401|not valid|closed/);
    const { exitCode, stderr } = await runPaseo(["mcp", "--url", service.url], {});
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
    const wrong = await client.callTool({ name: "orders_show", arguments: { id: "none" } });
    assert.equal(wrong.isError, true);
    await client.close();
  });
});
