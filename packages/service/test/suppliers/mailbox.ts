import type { AddressInfo, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";

/** A scripted mail server on a port of 127.0.0.1, and a reader of its e-mails. */

/** An e-mail as it arrived, with its two bodies decoded. */
export interface Received {
  /** Sender in the envelope; `to` has the recipients in it. */
  from: string;
  to: string[];
  /** Headers by name in lower case, with encoded words decoded. */
  headers: Map<string, string>;
  text: string;
  html: string;
  raw: string;
}

/** The step at which the mailbox fails, by answering with an error or by never answering. */
export type Trouble = { at: "connect" | "mail" | "recipient" | "end"; with: number | "silence" };

export class Mailbox {
  readonly received: Received[] = [];
  /** Number of e-mails that arrived completely, whether accepted or refused. */
  ended = 0;
  connections = 0;
  /** Number of steps that the mailbox never answered. */
  silenced = 0;
  /** Time that the mailbox takes to accept an e-mail. */
  slowMs = 0;
  /** The failure that the mailbox causes from now on. */
  trouble: Trouble | null = null;
  /** The accounts that signed in, and whether over TLS. */
  readonly signedIn: { user: string; secure: boolean }[] = [];
  readonly #server: SMTPServer;

  /** With `account`, the mailbox accepts e-mails only from clients that sign in as this account over TLS. It has its own certificate. */
  constructor(account?: { user: string; password: string }) {
    this.#server = new SMTPServer({
      ...(account ? {} : { disabledCommands: ["STARTTLS", "AUTH"], authOptional: true }),
      onAuth: ({ username = "", password }, { secure }, done) => {
        if (username !== account?.user || password !== account.password) return done(new Error("Not you"));
        this.signedIn.push({ user: username, secure });
        done(null, { user: username });
      },
      closeTimeout: 1,
      onConnect: (_session, done) => {
        this.connections++;
        this.#step("connect", done);
      },
      onMailFrom: (_address, _session, done) => this.#step("mail", done),
      onRcptTo: (_address, _session, done) => this.#step("recipient", done),
      onData: (stream, session, done) => void this.#take(stream, session, done),
    });
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** The mail server's settings, as an owner enters them in the console. */
  get server() {
    const { hostname, port } = new URL(this.url);
    return { host: hostname, port: Number(port), security: "auto", user: null, from: "reservas@paseo.example" };
  }

  async open(): Promise<void> {
    // Clients that are cut off are part of the tests.
    this.#server.on("error", () => {});
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve));
  }

  /** Closes every connection, as a mail server does with idle connections. */
  cut(): void {
    for (const { _socket: socket } of this.#server.connections as Iterable<{ _socket: Socket }>) socket.end();
  }

  async #take(
    stream: SMTPServerDataStream,
    { envelope }: SMTPServerSession,
    done: (refusal?: Error | null) => void,
  ): Promise<void> {
    const bytes = await stream.toArray().catch(() => null);
    // The client was cut off before the e-mail's end.
    if (!bytes) return;
    this.ended++;
    if (this.slowMs > 0) await pause(this.slowMs);
    this.#step("end", (refusal) => {
      const { mailFrom, rcptTo } = envelope;
      const from = mailFrom ? mailFrom.address : "";
      const to = rcptTo.map(({ address }) => address);
      if (!refusal) this.received.push({ from, to, ...readMail(Buffer.concat(bytes).toString("latin1")) });
      done(refusal);
    });
  }

  #step(step: Trouble["at"], done: (refusal?: Error | null) => void): void {
    const wrong = this.trouble?.at === step ? this.trouble.with : null;
    if (wrong === null) done();
    else if (wrong === "silence") this.silenced++;
    else done(Object.assign(new Error("Not here, not now"), { responseCode: wrong }));
  }
}

function readMail(raw: string): Pick<Received, "headers" | "text" | "html" | "raw"> {
  const leaves = leavesOf(readPart(raw));
  const content = (type: string) =>
    leaves.find((part) => part.headers.get("content-type")?.startsWith(type))?.content ?? "";
  return { headers: readPart(raw).headers, text: content("text/plain"), html: content("text/html"), raw };
}

type Part = ReturnType<typeof readPart>;

/** Returns the parts of an e-mail that are not multipart themselves. */
function leavesOf(part: Part): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(part.headers.get("content-type") ?? "")?.[1];
  if (!boundary) return [part];
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((one) => leavesOf(readPart(one)));
}

function readPart(raw: string): { headers: Map<string, string>; body: string; content: string } {
  const [head, ...rest] = raw.replace(/^\r\n/, "").split("\r\n\r\n");
  const lines = head!.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = new Map(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      decodeWords(line.slice(line.indexOf(":") + 1).trim()),
    ]),
  );
  const body = rest.join("\r\n\r\n");
  const bytes = decoders[headers.get("content-transfer-encoding") ?? "7bit"]!(body);
  return { headers, body, content: bytes.toString("utf8").replaceAll("\r\n", "\n") };
}

const quotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=\r\n/g, "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    "latin1",
  );

const decoders: Record<string, (text: string) => Buffer> = {
  "7bit": (text) => Buffer.from(text, "latin1"),
  base64: (text) => Buffer.from(text, "base64"),
  "quoted-printable": quotedPrintable,
};

const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, way: string, word: string) =>
      (way.toLowerCase() === "b" ? Buffer.from(word, "base64") : quotedPrintable(word.replaceAll("_", " "))).toString(),
    );
