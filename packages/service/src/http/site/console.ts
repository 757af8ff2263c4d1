import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../problems.ts";

/** The back office in the browser: the files that packages/console was built into, served below `/console/`. */

const folder = fileURLToPath(new URL("../../../../console/dist/", import.meta.url));

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".png": "image/png",
  ".wasm": "application/wasm",
};

const headers = {
  "content-security-policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; media-src 'self' blob:; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(self)",
  vary: "Accept-Encoding",
};

export function registerConsole(app: FastifyInstance): void {
  // Both spellings are this one route; the files' own addresses need the slash.
  app.get("/console", (request, reply) =>
    new URL(request.url, "http://paseo").pathname.endsWith("/")
      ? sendFile(request, reply, "index.html")
      : reply.redirect("./console/", 308),
  );
  app.get<{ Params: { "*": string } }>("/console/*", (request, reply) => sendFile(request, reply, request.params["*"]));
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, path: string): Promise<FastifyReply> {
  const type = types[extname(path)];
  // Names that the build gives, and no way up.
  const bytes = type && /^[\w-]+(\.[\w-]+)*(\/[\w-]+(\.[\w-]+)*)*$/.test(path) ? await read(path) : null;
  if (path === "index.html" && !bytes) throw notFound("The console was not built: `npm run console` builds it.");
  if (!bytes) throw notFound("There is nothing at this path.");
  const etag = `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`;
  // Built files carry their content's hash in their name.
  const lasting = path.startsWith("assets/");
  reply.headers(headers).headers({
    etag,
    "cache-control": lasting ? "public, max-age=31536000, immutable" : "no-cache",
    "content-type": type!,
  });
  if (request.headers["if-none-match"]?.includes(etag)) return reply.status(304).send();
  return reply.send(bytes);
}

const read = (path: string): Promise<Buffer | null> => readFile(folder + path).catch(() => null);
