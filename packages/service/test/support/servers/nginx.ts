import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { certificate } from "../../outgoing/certificate.ts";
import { type Answer, askAt, type Sent } from "../http.ts";
import { findTool } from "../tools.ts";
import { until } from "../until.ts";
import { freePort } from "./postgres.ts";
import { stopAtExit } from "./unprivileged.ts";

const recipe = fileURLToPath(new URL("../../../../../deploy/nginx/paseo.conf", import.meta.url));

/** A real nginx with the recipe of deploy/nginx, on free loopback ports. */
export interface Nginx {
  httpPort: number;
  httpsPort: number;
  /** The certificate that clients must trust, as PEM. */
  certificate: string;
  /** A request over HTTPS. */
  ask(path: string, sent?: Sent): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts nginx with the configuration of the how-to. The test replaces addresses, ports and file paths, and then `change` edits the text. */
export async function startNginx(upstream: string, change = (text: string) => text): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "paseo-nginx-"));
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const now = Date.now();
  const { key, cert } = certificate(["127.0.0.1"], { from: new Date(now - 864e5), to: new Date(now + 864e5) });
  await writeFile(join(folder, "fullchain.pem"), cert);
  await writeFile(join(folder, "privkey.pem"), key);
  for (const place of ["cache", "temporary"]) await mkdir(join(folder, place));
  let text = change(await readFile(recipe, "utf8"));
  for (const [from, to] of [
    ["server 127.0.0.1:8080;", `server ${new URL(upstream).host};`],
    ["listen 80;", `listen 127.0.0.1:${httpPort};`],
    ["listen 443 ssl", `listen 127.0.0.1:${httpsPort} ssl`],
    ["/var/cache/paseo-nginx", join(folder, "cache")],
    ["/etc/ssl/paseo/fullchain.pem", join(folder, "fullchain.pem")],
    ["/etc/ssl/paseo/privkey.pem", join(folder, "privkey.pem")],
  ] as const) {
    if (!text.includes(from)) throw new Error(`The recipe lacks "${from}"`);
    text = text.replace(from, to);
  }
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `  ${name}_temp_path ${folder}/temporary/${name};`)
    .join("\n");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  await writeFile(
    join(folder, "nginx.conf"),
    `${user}\ndaemon off;\nworker_processes 1;\npid ${folder}/pid;\nerror_log stderr warn;\nevents {}\nhttp {\n  access_log off;\n${temporary}\n${text}\n}\n`,
  );
  const child = spawn(findTool("nginx")!, ["-c", join(folder, "nginx.conf"), "-p", folder], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (line) => (output += line));
  const stop = stopAtExit(child, folder);
  const ask = (path: string, sent?: Sent) => askAt({ port: httpsPort, path, ca: cert }, sent, request);
  const isUp = () =>
    ask("/").then(
      () => true,
      () => false,
    );
  await until(async () => child.exitCode !== null || (await isUp()), "nginx");
  if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}: ${output}`);
  return {
    httpPort,
    httpsPort,
    certificate: cert,
    ask,
    stop,
  };
}
