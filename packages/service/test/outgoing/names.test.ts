import assert from "node:assert/strict";
import { createSocket } from "node:dgram";
import { type TestContext, test } from "node:test";
import { queryDns } from "../../src/outgoing/names.ts";
import { answering, post, rawServer } from "./servers.ts";

type Records = { a?: string[]; aaaa?: string[] } | "unknown" | "silent";

const recordTypes = { a: 1, aaaa: 28 } as const;

/** Starts a name server on a free port that knows these names. It answers a query for a missing record type with a server failure. */
async function nameServer(t: TestContext, names: Record<string, Records>): Promise<string[]> {
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at]!; length > 0; length = query[at]!) {
      labels.push(query.toString("latin1", at + 1, at + 1 + length));
      at += 1 + length;
    }
    const records = names[labels.join(".").toLowerCase()] ?? "unknown";
    if (records === "silent") return;
    const type = query.readUInt16BE(at + 1);
    const addresses = records === "unknown" ? [] : type === recordTypes.a ? records.a : records.aaaa;
    const answers = (addresses ?? []).map((address) => {
      const data = type === recordTypes.a ? Buffer.from(address.split(".").map(Number)) : Buffer.from(address, "hex");
      const head = Buffer.alloc(12);
      head.writeUInt16BE(0xc00c, 0);
      head.writeUInt16BE(type, 2);
      head.writeUInt16BE(1, 4);
      head.writeUInt16BE(data.length, 10);
      return Buffer.concat([head, data]);
    });
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (records === "unknown" ? 3 : addresses ? 0 : 2), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([header, query.subarray(12, at + 5), ...answers]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  t.after(() => socket.close());
  return [`127.0.0.1:${socket.address().port}`];
}

test("a name has its addresses of both families", async (t) => {
  const servers = await nameServer(t, {
    "both.test": { a: ["192.0.2.1", "192.0.2.2"], aaaa: ["20010db8000000000000000000000001"] },
    "four.test": { a: ["192.0.2.4"], aaaa: [] },
    // Some name servers fail on AAAA queries.
    "half.test": { a: ["192.0.2.5"] },
  });
  assert.deepEqual(await queryDns("both.test", servers), ["192.0.2.1", "192.0.2.2", "2001:db8::1"]);
  assert.deepEqual(await queryDns("four.test", servers), ["192.0.2.4"]);
  assert.deepEqual(await queryDns("half.test", servers), ["192.0.2.5"]);
  assert.deepEqual(await queryDns("none.test", servers), []);
});

test("names with a silent name server do not delay other names, and end without addresses", async (t) => {
  const servers = await nameServer(t, { "silent.test": "silent", "good.test": { a: ["192.0.2.1"], aaaa: [] } });
  let over = 0;
  const silent = Array.from({ length: 20 }, () => queryDns("silent.test", servers).finally(() => over++));
  assert.deepEqual(await queryDns("good.test", servers), ["192.0.2.1"]);
  assert.equal(over, 0);
  assert.deepEqual(await Promise.all(silent), Array(20).fill([]));
});

test("localhost is resolved by the system, and is not public", async (t) => {
  const server = await rawServer(t, answering("200 OK"));
  const url = `http://localhost:${server.port}/`;
  const refused = await post(server.port, { url, allowPrivate: false });
  assert.deepEqual([refused.outcome, refused.outcome === "failed" && refused.reason], ["failed", "refused-address"]);
  assert.equal(server.connections.length, 0);
  const reached = await Promise.all(Array.from({ length: 5 }, () => post(server.port, { url })));
  for (const { outcome } of reached) assert.equal(outcome, "answered");
  assert.equal(server.requests.length, 5);
});
