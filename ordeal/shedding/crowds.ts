import { connect, type Socket } from "node:net";

/** Clients that misbehave: each function opens connections of one kind, and returns what closes them. */

export interface Crowd {
  sockets: Socket[];
  close(): void;
}

function crowd(port: number, length: number, begin: (socket: Socket) => void): Crowd {
  const sockets = Array.from({ length }, () => {
    const socket = connect(port, "127.0.0.1", () => begin(socket));
    socket.on("error", () => {});
    return socket;
  });
  return {
    sockets,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Orders of which a byte arrives every second. */
export function slowSenders(port: number, length: number): Crowd {
  const timers = new Set<NodeJS.Timeout>();
  const slow = crowd(port, length, (socket) => {
    socket.resume();
    socket.write(
      "POST /api/es/eventbook HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{",
    );
    const timer = setInterval(() => socket.write(" "), 1000);
    timers.add(timer);
    socket.once("close", () => clearInterval(timer));
  });
  return {
    sockets: slow.sockets,
    close: () => {
      for (const timer of timers) clearInterval(timer);
      slow.close();
    },
  };
}

/** Requests for a page that nobody reads. */
export const slowReaders = (port: number, length: number): Crowd =>
  crowd(port, length, (socket) => {
    socket.pause();
    socket.write("GET /api/events?page=1 HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20));
  });

/** A thousand requests each at once, whose answers nobody reads. */
export const pipeliners = (port: number, length: number): Crowd =>
  crowd(port, length, (socket) => {
    socket.pause();
    socket.write("GET /api/events?page=1 HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1000));
  });
