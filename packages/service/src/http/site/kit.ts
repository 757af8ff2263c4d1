import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { assetFolder, isRelease } from "../../assets.ts";
import { notFound } from "../../web/problems.ts";
import { browserLanguage } from "./language.ts";

/**
 * Serves the packages for partners below `/kit/`: tarballs that `npm install` accepts, so that partners need no
 * registry. A release contains them. In the repository `npm run kit` builds them, and `npm start` runs it too.
 * The documentation has the page that lists them.
 */

const folder = fileURLToPath(assetFolder("kit"));

export interface KitPackage {
  name: string;
  version: string;
  description: string;
  /** The tarball's name, with the version. */
  file: string;
  bytes: number;
  sha256: string;
}

const fresh = { "cache-control": "public, no-cache" };
const forever = { "cache-control": "public, max-age=31536000, immutable" };

/** Reads the packages, or returns null if they were not built. */
export async function kitPackages(from = folder): Promise<KitPackage[] | null> {
  const list = await readFile(`${from}kit.json`, "utf8").catch(() => null);
  return list === null ? null : JSON.parse(list).packages;
}

/** A version's bytes never change in a release, but they do in the repository. */
export function registerKit(app: FastifyInstance, from = folder, cachesForever = isRelease): void {
  const readPackages = async (): Promise<KitPackage[]> => {
    const packages = await kitPackages(from);
    if (packages === null) throw notFound("The packages for partners were not built: `npm run kit` builds them.");
    return packages;
  };

  // The router has one route for `/kit` and `/kit/`.
  app.get("/kit", { config: { load: "none" } }, (request, reply) =>
    reply.header("vary", "accept-language").redirect(`/docs/${browserLanguage(request)}/packages`, 302),
  );

  app.get("/kit/kit.json", { config: { load: "none" } }, async (_request, reply) => {
    const packages = await readPackages();
    return reply.headers({ "content-type": "application/json; charset=utf-8", ...fresh }).send({ packages });
  });

  app.get<{ Params: { file: string } }>("/kit/:file", { config: { load: "none" } }, async (request, reply) => {
    const { file } = request.params;
    const packages = await readPackages();
    const newest = packages.find((one) => file === `${kitName(one)}.tgz`);
    if (newest) return reply.headers(fresh).redirect(newest.file, 302);
    const wanted = packages.find((one) => file === one.file);
    if (!wanted) throw notFound(`There is no such package. There are: ${packages.map((one) => one.file).join(", ")}.`);
    const etag = `"${wanted.sha256}"`;
    reply.headers({ ...(cachesForever ? forever : fresh), etag });
    if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
    return reply.header("content-type", "application/gzip").send(await readFile(`${from}${wanted.file}`));
  });
}

/** Returns the name of a package in a file name: `paseo-client`. */
export const kitName = ({ name }: KitPackage): string => name.replace("@", "").replace("/", "-");
