import assert from "node:assert/strict";
import { createServer } from "node:net";
import { type TestContext, test } from "node:test";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";
import { type Certified, certificate } from "./certificate.ts";
import { answering, post, rawServer } from "./servers.ts";

/** Secure connections: the certificate must match the URL's host, at any address. */

const year = 365 * 86_400_000;
const valid = { from: new Date(Date.now() - year), to: new Date(Date.now() + year) };
const hosts = ["partner.test", "127.0.0.1"];
const good = certificate(hosts, valid);
const expired = certificate(hosts, { from: valid.from, to: new Date(Date.now() - 86_400_000) });
const early = certificate(hosts, { from: new Date(Date.now() + 86_400_000), to: valid.to });
const elsewhere = certificate(["other.test", "127.0.0.2"], valid);
const unknown = certificate(hosts, valid);
setDefaultCACertificates([...getCACertificates(), ...[good, expired, early, elsewhere].map(({ cert }) => cert)]);

const lookup = async () => ["127.0.0.1"];

async function secureServer(t: TestContext, tls: Certified) {
  const names: (string | false | null)[] = [];
  const server = await rawServer(
    t,
    (socket, ...rest) => {
      names.push((socket as TLSSocket).servername);
      answering("200 OK", [], "secure")(socket, ...rest);
    },
    { tls },
  );
  return { server, names };
}

for (const [host, name] of [
  ["partner.test", "partner.test"],
  ["PARTNER.test", "partner.test"],
  ["partner.test.", "partner.test"],
  ["127.0.0.1", false],
] as const)
  test(`https://${host}/ is requested by its own name`, async (t) => {
    const { server, names } = await secureServer(t, good);
    const outcome = await post(server.port, { url: `https://${host}:${server.port}/x`, lookup });
    assert.equal(outcome.outcome === "answered" && outcome.body, "secure");
    assert.deepEqual(names, [name]);
    assert.match(server.requests[0]!, new RegExp(`\r\nhost: ${host.toLowerCase()}:${server.port}\r\n`));
  });

for (const [what, tls, detail] of [
  ["for another name", elsewhere, "The certificate is for another host name."],
  ["that has expired", expired, "The certificate has expired."],
  ["that is not valid yet", early, "The certificate is not valid yet."],
  ["of nobody who is trusted", unknown, "The certificate was not issued by a trusted authority."],
] as const)
  for (const host of ["partner.test", "127.0.0.1"])
    test(`a certificate ${what} ends the request for ${host} before anything is sent`, async (t) => {
      const { server } = await secureServer(t, tls);
      const outcome = await post(server.port, { url: `https://${host}:${server.port}/`, lookup });
      assert.ok(outcome.outcome === "failed");
      assert.deepEqual([outcome.reason, outcome.detail, outcome.sent], ["tls", detail, false]);
      assert.deepEqual([server.connections.length, server.requests.length], [1, 0]);
    });

test("the environment cannot disable the check", async (t) => {
  const { server } = await secureServer(t, unknown);
  const url = `https://partner.test:${server.port}/`;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  t.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  const outcome = await post(server.port, { url, lookup });
  assert.equal(outcome.outcome === "failed" && outcome.reason, "tls");
  const control = await fetch(`https://127.0.0.1:${server.port}/`);
  assert.equal(await control.text(), "secure");
});

test("a server that speaks no TLS, or closes during the handshake, receives nothing", async (t) => {
  for (const answer of ["HTTP/1.1 400 Bad Request\r\n\r\n", ""]) {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => server.close());
    const { port } = server.address() as { port: number };
    const outcome = await post(port, { url: `https://127.0.0.1:${port}/` });
    assert.ok(outcome.outcome === "failed");
    assert.deepEqual(
      [outcome.reason, outcome.detail, outcome.sent],
      ["tls", "No secure connection could be made.", false],
    );
  }
});

test("an unanswered handshake ends at the time limit", async (t) => {
  const silent = await rawServer(t, () => {});
  const outcome = await post(silent.port, { url: `https://127.0.0.1:${silent.port}/`, timeoutMs: 250 });
  assert.ok(outcome.outcome === "failed");
  assert.deepEqual(
    [outcome.reason, outcome.detail, outcome.sent],
    ["timeout", "No secure connection was made within 0.25 seconds.", false],
  );
});

test("a reused secure connection saves a handshake, and serves only its own host name", async (t) => {
  const { server } = await secureServer(t, good);
  const at = (host: string) =>
    post(server.port, { url: `https://${host}:${server.port}/`, lookup, mayArriveTwice: true });
  for (let request = 1; request <= 3; request++) assert.equal((await at("partner.test")).outcome, "answered");
  assert.equal(server.connections.length, 1);
  assert.equal((await at("127.0.0.1")).outcome, "answered");
  assert.equal(server.connections.length, 2);
  // A name that is not on the certificate must not reuse the connection of a name that is.
  const other = await at("other.test");
  assert.equal(other.outcome === "failed" && other.reason, "tls");
});
