import { connect, type Socket } from "node:net";

/** A keep-alive connection of a load generator: cheaper than node:http's client, which would take half of the machine. */

export interface Reply {
  status: number;
  retryAfter: boolean;
  /** A short answer, or the beginning of a long answer. */
  body: string;
}

export class Connection {
  readonly socket: Socket;
  #head = "";
  #left = 0;
  #reply: Reply | undefined;
  #done: ((reply: Reply | undefined) => void) | undefined;

  constructor(port: number) {
    this.socket = connect(port, "127.0.0.1").setNoDelay();
    this.socket.on("data", (chunk: Buffer) => this.#read(chunk));
    this.socket.on("error", () => {});
    this.socket.on("close", () => this.#end(undefined));
  }

  get isOpen(): boolean {
    return !this.socket.destroyed;
  }

  /** The answer to a request, or undefined when the connection ended before it. */
  ask(request: string): Promise<Reply | undefined> {
    return new Promise((resolve) => {
      this.#done = resolve;
      if (this.socket.destroyed) this.#end(undefined);
      else this.socket.write(request);
    });
  }

  #read(chunk: Buffer): void {
    if (this.#reply === undefined) {
      this.#head += chunk.toString("latin1");
      const end = this.#head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = this.#head.slice(0, end);
      const body = this.#head.slice(end + 4);
      this.#head = "";
      this.#left = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0) - body.length;
      this.#reply = {
        status: Number(head.slice(9, 12)),
        retryAfter: /\r\nretry-after: \d/i.test(head),
        body,
      };
    } else {
      this.#left -= chunk.length;
      if (this.#reply.body.length < 20_000) this.#reply.body += chunk.toString("latin1");
    }
    if (this.#left > 0) return;
    const reply = this.#reply;
    this.#reply = undefined;
    this.#end(reply);
  }

  #end(reply: Reply | undefined): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(reply);
  }
}
