import assert from "node:assert/strict";
import { test } from "node:test";
import { maxAnswerHeaderBytes } from "../../src/outgoing/request.ts";
import { until } from "../support/until.ts";
import { type Answering, answering, answerText, drip, post, rawServer, reset, writeForEver } from "./servers.ts";

/**
 * Servers that hang, drip, flood, disconnect or send something else than HTTP. Every request ends in time and with bounded
 * memory.
 */

const timeoutMs = 250;

const head = "HTTP/1.1 200 OK\r\n";
const chunkedHead = `${head}Transfer-Encoding: chunked\r\n\r\n`;

const hanging: [name: string, answer: Answering, detail: string][] = [
  ["says nothing", () => {}, "No answer came within 0.25 seconds."],
  ["stops within its headers", (socket) => socket.write(`${head}X-A: 1`), "No answer came within 0.25 seconds."],
  [
    "drips headers",
    (socket) => {
      socket.write(head);
      drip(socket, "X-A: 1\r\n");
    },
    "No answer came within 0.25 seconds.",
  ],
  [
    "drips a header's value",
    (socket) => {
      socket.write(`${head}X-A: `);
      drip(socket, "a");
    },
    "No answer came within 0.25 seconds.",
  ],
  [
    "says again and again that it is about to answer",
    (socket) => drip(socket, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"),
    "No answer came within 0.25 seconds.",
  ],
  [
    "stops within its body",
    (socket) => socket.write(answerText("200 OK", ["Content-Length: 100"], "half")),
    "The answer was not complete within 0.25 seconds.",
  ],
  [
    "stops within a chunk",
    (socket) => socket.write(`${chunkedHead}10\r\nhalf`),
    "The answer was not complete within 0.25 seconds.",
  ],
  [
    "drips its body",
    (socket) => {
      socket.write(chunkedHead);
      drip(socket, "1\r\na\r\n");
    },
    "The answer was not complete within 0.25 seconds.",
  ],
  [
    "never ends a body whose length it does not say",
    (socket) => socket.write(`${head}Connection: close\r\n\r\nall`),
    "The answer was not complete within 0.25 seconds.",
  ],
];
for (const [name, answer, detail] of hanging)
  test(`a request to a server that ${name} ends at its time limit`, async (t) => {
    const server = await rawServer(t, answer);
    const outcome = await post(server.port, { timeoutMs });
    assert.ok(outcome.outcome === "failed");
    assert.deepEqual([outcome.reason, outcome.detail, outcome.sent], ["timeout", detail, true]);
    assert.ok(outcome.ms >= timeoutMs - 5 && outcome.ms < timeoutMs + 1_000, String(outcome.ms));
    await until(() => server.ended === 1, "the end of the connection");
  });

const flooding: [name: string, answer: Answering][] = [
  [
    "without saying how long",
    (socket) => {
      socket.write(`${head}Connection: close\r\n\r\n`);
      writeForEver(socket, "a".repeat(65_536));
    },
  ],
  [
    "in chunks",
    (socket) => {
      socket.write(chunkedHead);
      writeForEver(socket, `10000\r\n${"a".repeat(65_536)}\r\n`);
    },
  ],
  [
    "of a length beyond every memory",
    (socket) => {
      socket.write(`${head}Content-Length: 9007199254740991\r\n\r\n`);
      writeForEver(socket, "a".repeat(65_536));
    },
  ],
];
for (const [name, answer] of flooding)
  test(`an endless body ${name} is cut, and its status counts`, async (t) => {
    const server = await rawServer(t, answer);
    const outcome = await post(server.port, { maxAnswerBytes: 1_000 });
    assert.ok(outcome.outcome === "answered");
    assert.deepEqual([outcome.status, outcome.body, outcome.cut], [200, "a".repeat(1_000), true]);
    await until(() => server.ended === 1, "the end of the connection");
    // The bytes in the buffers of two sockets, not all that the server would have sent.
    assert.ok(server.connections[0]!.bytesWritten < 16_000_000, String(server.connections[0]!.bytesWritten));
  });

for (const [name, piece] of [
  ["one endless header", "a".repeat(1_000)],
  ["endless headers", "X-A: aaaaaaaaaa\r\n"],
] as const)
  test(`${name} end the request before they exhaust the memory`, async (t) => {
    const server = await rawServer(t, (socket) => {
      socket.write(`${head}X-First: `);
      writeForEver(socket, piece);
    });
    const outcome = await post(server.port);
    assert.ok(outcome.outcome === "failed");
    assert.deepEqual(
      [outcome.reason, outcome.detail, outcome.sent],
      ["too-large", "The headers of the answer are too large.", true],
    );
    await until(() => server.ended === 1, "the end of the connection");
  });

test("complete headers that are slightly too large are refused", async (t) => {
  const server = await rawServer(t, answering("200 OK", [`X-A: ${"v".repeat(maxAnswerHeaderBytes)}`]));
  const outcome = await post(server.port);
  assert.equal(outcome.outcome === "failed" && outcome.reason, "too-large");
});

test("headers and a body of the largest allowed size are complete", async (t) => {
  const value = "v".repeat(maxAnswerHeaderBytes - 200);
  const server = await rawServer(
    t,
    (socket) => void socket.write(answerText("200 OK", [`X-A: ${value}`], "b".repeat(50))),
  );
  const outcome = await post(server.port, { maxAnswerBytes: 50 });
  assert.ok(outcome.outcome === "answered");
  assert.deepEqual([outcome.headers["x-a"], outcome.body, outcome.cut], [value, "b".repeat(50), false]);
  const shorter = await post(server.port, { maxAnswerBytes: 49 });
  assert.deepEqual(shorter.outcome === "answered" && [shorter.body, shorter.cut], ["b".repeat(49), true]);
  const none = await post(server.port, { maxAnswerBytes: 0 });
  assert.deepEqual(none.outcome === "answered" && [none.status, none.body, none.cut], [200, "", true]);
});

const bodies: [name: string, bytes: Buffer, maxAnswerBytes: number, text: string][] = [
  ["a character cut in two is left out", Buffer.from("año"), 2, "a"],
  ["what is no UTF-8 is marked", Buffer.from([0x61, 0xff, 0xf1, 0x6f]), 100, "a\uFFFD\uFFFDo"],
  ["half a character at the end is marked when that is all there was", Buffer.from([0x61, 0xc3]), 100, "a\uFFFD"],
  ["NUL, which PostgreSQL does not store, is marked", Buffer.from("a\0b"), 100, "a\uFFFDb"],
  ["a byte order mark is none of the text", Buffer.from("\uFEFFok"), 100, "ok"],
];
for (const [name, bytes, maxAnswerBytes, text] of bodies)
  test(`in an answer's body, ${name}`, async (t) => {
    const server = await rawServer(t, (socket) => {
      socket.write(`${head}Content-Length: ${bytes.length}\r\n\r\n`);
      socket.write(bytes);
    });
    const outcome = await post(server.port, { maxAnswerBytes });
    assert.equal(outcome.outcome === "answered" && outcome.body, text);
  });

const beforeAnswer = "The connection was closed before an answer came.";
const withinAnswer = "The connection was closed before the answer was complete.";
const breakingOff: [name: string, text: string, detail: string][] = [
  ["at once", "", beforeAnswer],
  ["within its headers", `${head}X-A: 1`, beforeAnswer],
  ["within its body", answerText("200 OK", ["Content-Length: 100"], "half"), withinAnswer],
  ["within a chunk", `${chunkedHead}10\r\nhalf`, withinAnswer],
  ["before its last chunk", `${chunkedHead}4\r\nhalf\r\n`, withinAnswer],
];
for (const [name, text, detail] of breakingOff)
  for (const ends of ["farewell", "reset"])
    test(`a server that ends the connection ${name}, with a ${ends}, has not answered`, async (t) => {
      const server = await rawServer(t, (socket) => {
        if (ends === "farewell") socket.end(text);
        else if (text === "") reset(socket);
        // After the data was read, a reset cannot overtake it.
        else socket.write(text, () => setTimeout(() => reset(socket), 20));
      });
      const outcome = await post(server.port);
      assert.ok(outcome.outcome === "failed");
      assert.deepEqual([outcome.reason, outcome.detail, outcome.sent], ["connection", detail, true]);
    });

test("a body that ends with the connection is complete", async (t) => {
  const server = await rawServer(t, (socket) => void socket.end(`${head}Connection: close\r\n\r\nall of it`));
  const outcome = await post(server.port);
  assert.deepEqual(outcome.outcome === "answered" && [outcome.body, outcome.cut], ["all of it", false]);
});

for (const [name, text] of [
  ["another protocol", "SSH-2.0-OpenSSH_9.6\r\n"],
  ["a page without a head", "<html></html>"],
  ["a status that is none", "HTTP/1.1 ok\r\n\r\n"],
  ["two lengths", `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\na`],
  ["a length beside chunks", `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
] as const)
  test(`${name} is not an HTTP answer`, async (t) => {
    const server = await rawServer(t, (socket) => void socket.write(text));
    const outcome = await post(server.port);
    assert.ok(outcome.outcome === "failed");
    assert.deepEqual([outcome.reason, outcome.detail, outcome.sent], ["protocol", "The answer is not HTTP.", true]);
  });

test("a server that switches to another protocol has not answered", async (t) => {
  const server = await rawServer(
    t,
    (socket) =>
      void socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
  );
  const outcome = await post(server.port);
  assert.ok(outcome.outcome === "failed");
  assert.deepEqual([outcome.reason, outcome.sent], ["protocol", true]);
  assert.ok(outcome.ms < 5_000);
  await until(() => server.ended === 1, "the end of the connection");
});
