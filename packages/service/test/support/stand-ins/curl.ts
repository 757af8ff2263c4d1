import { writeFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";
import { parseArgs } from "node:util";

/**
 * Replaces curl on machines without it, with the options that the documents use; any other is an error. It is last on the PATH,
 * so that a real curl is used if there is one, as in CI.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: "boolean", short: "s" },
    "show-error": { type: "boolean", short: "S" },
    location: { type: "boolean", short: "L" },
    "remote-name": { type: "boolean", short: "O" },
    head: { type: "boolean", short: "I" },
    header: { type: "string", short: "H", multiple: true },
    data: { type: "string", short: "d" },
    request: { type: "string", short: "X" },
    output: { type: "string", short: "o" },
    "write-out": { type: "string", short: "w" },
  },
});
const { head = false, header = [], data } = values;
const format = values["write-out"] ?? "";
const [url, ...others] = positionals;
if (url === undefined || others.length > 0) throw new Error("one address is needed");
const output = values["remote-name"] ? basename(new URL(url).pathname) : values.output;
if (data?.startsWith("@")) throw new Error("data from a file is not known here");
if (format.replaceAll("%{http_code}", "").includes("%")) throw new Error(`this is not known here: ${format}`);

const headers: Record<string, string> = { accept: "*/*", "user-agent": "curl/stand-in" };
if (data !== undefined) headers["content-type"] = "application/x-www-form-urlencoded";
for (const line of header) {
  const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line)!;
  headers[name!.toLowerCase()] = value!;
}
const method = values.request ?? (head ? "HEAD" : data === undefined ? "GET" : "POST");
send(url);

function send(address: string): void {
  const sent = request(address, { method, headers });
  // 7: there was no connection.
  sent.on("error", () => process.exit(7));
  sent.on("response", (answer) => {
    const { location } = answer.headers;
    if (values.location !== true || location === undefined) return void write(answer);
    answer.resume();
    send(new URL(location, address).href);
  });
  sent.end(data);
}

async function write(answer: IncomingMessage): Promise<void> {
  const lines = answer.rawHeaders.flatMap((name, n, all) => (n % 2 === 0 ? [`${name}: ${all[n + 1]}`] : []));
  const start = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`;
  // An empty body must be read too: until then the connection keeps this process alive.
  const read = await buffer(answer);
  const body = head ? Buffer.from(`${[start, ...lines].join("\r\n")}\r\n\r\n`) : read;
  if (output === undefined) process.stdout.write(body);
  else writeFileSync(output, body);
  process.stdout.write(format.replaceAll("%{http_code}", String(answer.statusCode)).replaceAll("\\n", "\n"));
}
