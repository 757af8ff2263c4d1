import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FastifyInstance } from "fastify";
import { notFound } from "../../web/problems.ts";
import { baseAddress } from "./base-address.ts";
import { plainPage, plainPolicy } from "./plain-page.ts";

/**
 * Serves the packages for partners below `/kit/`: tarballs that `npm install` accepts, so that partners need no
 * registry. A release contains them. In the repository `npm run kit` builds them, and `npm start` runs it first.
 */

const folder = fileURLToPath(new URL("../../../../kit/", import.meta.url));
/** A version's bytes never change in a release, but they do in the repository. */
const isRelease = import.meta.url.endsWith(".js");

interface KitPackage {
  name: string;
  version: string;
  description: string;
  /** The tarball's name, with the version. */
  file: string;
  bytes: number;
  sha256: string;
}

export const kitPolicy = plainPolicy();

const fresh = { "cache-control": "public, no-cache" };
const forever = { "cache-control": "public, max-age=31536000, immutable" };

export function registerKit(app: FastifyInstance, from = folder, cachesForever = isRelease): void {
  const readPackages = async (): Promise<KitPackage[]> => {
    const list = await readFile(`${from}kit.json`, "utf8").catch(() => null);
    if (list === null) throw notFound("The packages for partners were not built: `npm run kit` builds them.");
    return JSON.parse(list).packages;
  };

  app.get("/kit", async (request, reply) => {
    // The router has one route for both spellings; relative addresses in the page need the slash.
    if (!new URL(request.url, "http://paseo").pathname.endsWith("/")) return reply.redirect("./kit/", 308);
    const page = kitPage(await readPackages(), baseAddress(request));
    const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": kitPolicy, ...fresh };
    return reply.headers(headers).send(page);
  });

  app.get("/kit/kit.json", async (_request, reply) => {
    const packages = await readPackages();
    return reply.headers({ "content-type": "application/json; charset=utf-8", ...fresh }).send({ packages });
  });

  app.get<{ Params: { file: string } }>("/kit/:file", async (request, reply) => {
    const { file } = request.params;
    const packages = await readPackages();
    const newest = packages.find((one) => file === `${nameOf(one)}.tgz`);
    if (newest) return reply.headers(fresh).redirect(newest.file, 302);
    const wanted = packages.find((one) => file === one.file);
    if (!wanted) throw notFound(`There is no such package. There are: ${packages.map((one) => one.file).join(", ")}.`);
    const etag = `"${wanted.sha256}"`;
    reply.headers({ ...(cachesForever ? forever : fresh), etag });
    if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
    return reply.header("content-type", "application/gzip").send(await readFile(`${from}${wanted.file}`));
  });
}

/** The name of a package in a file name: `paseo-client`. */
const nameOf = ({ name }: KitPackage): string => name.replace("@", "").replace("/", "-");

function kitPage(packages: KitPackage[], base: string): string {
  const sections = packages.map(
    (one) => `<h2>${one.name} ${one.version}</h2>
<p>${one.description}. <a href="${one.file}">${one.file}</a>, ${Math.ceil(one.bytes / 1000)} KB</p>
<pre>curl -sSLO ${base}/kit/${nameOf(one)}.tgz
npm install ./${nameOf(one)}.tgz</pre>
<p><code>SHA-256 ${one.sha256}</code></p>`,
  );
  const body = `<h1>Packages for partners</h1>
<p>Download a package and install the file. Commit the file, and your build does not depend on this service. The same list for
programs: <a href="kit.json">kit.json</a>.</p>
${sections.join("\n")}`;
  return plainPage({ lang: "en", title: "Paseo packages for partners", body });
}
