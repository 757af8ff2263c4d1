import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { assetFolder } from "../../assets.ts";
import { notFound } from "../../web/problems.ts";

/** Serves the console, the built files of packages/console, below `/console/`. */

const root = fileURLToPath(assetFolder("console"));

export const consoleHeaders = {
  "content-security-policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; media-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "permissions-policy": "camera=(self)",
};

export function registerConsole(app: FastifyInstance): void {
  app.register(fastifyStatic, {
    root,
    serve: false,
    cacheControl: false,
    // The build writes each file with brotli and gzip too.
    preCompressed: true,
    setHeaders(reply, path) {
      // The names of built files contain a hash of their content.
      const isBuilt = path.startsWith(join(root, "assets/"));
      // The policy of the page covers its scripts: a policy of their own would be 9 KB of the first page. No script is a worker.
      reply.headers(
        isBuilt
          ? { "cache-control": "public, max-age=31536000, immutable" }
          : { ...consoleHeaders, "cache-control": "no-cache" },
      );
    },
  });
  // The router has one route for both spellings; relative addresses in the page need the slash.
  app.get("/console", { config: { load: "none" } }, (request, reply) =>
    new URL(request.url, "http://paseo").pathname.endsWith("/") ? sendIndex(reply) : reply.redirect("./console/", 308),
  );
  // The plugin refuses a path outside its root with its own error.
  const options = {
    config: { load: "none" as const },
    errorHandler: (error: { statusCode?: number }) => refuse(error),
  };
  app.get<{ Params: { "*": string } }>("/console/*", options, (request, reply) => reply.sendFile(request.params["*"]));
}

function sendIndex(reply: FastifyReply): FastifyReply {
  if (!existsSync(join(root, "index.html"))) throw notFound("The console was not built: `npm run console` builds it.");
  return reply.sendFile("index.html");
}

function refuse(error: { statusCode?: number }): never {
  throw error.statusCode === 403 ? notFound("There is nothing at this path.") : error;
}
