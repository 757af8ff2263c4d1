import { spawnSync } from "node:child_process";
import { appendFile, copyFile, mkdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { cloneDatabase, freePort, startPostgres } from "../packages/service/test/support/servers/postgres.ts";
import { addNode, debianFolder } from "./debian-folder.ts";
import { root, run } from "./packing.ts";

/**
 * Builds the image and runs it against PostgreSQL: `npm run image-test`, as root, with Debian's buildah, podman and debootstrap. The
 * container is run as docs/how-to/install.md says. It must turn healthy, sell, and end with 0 after SIGTERM. The base image is NODE_IMAGE if
 * it is set, or the Dockerfile's own if its registry answers; otherwise debootstrap makes one. `npm run image-test -- IMAGE` tests an image
 * that is built already.
 */
const [given] = process.argv.slice(2);
const built = "localhost/paseo-image-test";
const hardened = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"];
/** Podman's default limits can exceed the limits of root. This test runs the health check, since podman needs systemd for it. */
const limited = ["--ulimit", "nofile=1024:1024", "--ulimit", "nproc=1024:1024", "--health-interval", "disable"];
/** For a machine whose control groups podman's default runtime does not support: OCI_RUNTIME=runc. */
const podman = process.env.OCI_RUNTIME ? ["--runtime", process.env.OCI_RUNTIME] : [];
const published = "docker.io/library/node:24-bookworm-slim";

const image = given ?? (await buildImage());

const server = await startPostgres();
const name = `paseo-image-test-${process.pid}`;
try {
  const { url: DATABASE_URL } = await cloneDatabase(server.url);
  const port = await freePort();
  const settings = { DATABASE_URL, HOST: "127.0.0.1", PORT: `${port}`, LOG_LEVEL: "info" };
  const env = Object.entries(settings).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
  const options = ["--network", "host", ...hardened, ...limited, ...env];
  step("Creating the demo by a command of the image");
  run("podman", [...podman, "run", "--rm", ...options, image, "seed"], root);

  step("Serving");
  run("podman", [...podman, "run", "--detach", "--name", name, ...options, image], root);
  const healthy = async () => {
    for (const end = performance.now() + 60_000; performance.now() < end; await pause(500))
      if (spawnSync("podman", [...podman, "healthcheck", "run", name]).status === 0) return true;
    return false;
  };
  check(await healthy(), "the health check turns healthy");
  const status = run("podman", [...podman, "inspect", "--format", "{{.State.Health.Status}}", name], root).trim();
  check(status === "healthy", `podman calls the container ${status}`);
  const inside = (...command: string[]) =>
    spawnSync("podman", [...podman, "exec", name, ...command], { encoding: "utf8" });
  check(inside("id", "-u").stdout.trim() === "1000", "the process is user 1000");
  check(inside("paseo", "--version").status === 0, "paseo runs commands");
  check(inside("touch", "/opt/paseo/file").status !== 0, "the root file system is read-only");
  check(inside("touch", "/tmp/file").status === 0, "/tmp can be written to");
  check(/^CapEff:\s*0+$/m.test(inside("cat", "/proc/1/status").stdout), "the process has no capability");

  const address = `http://127.0.0.1:${port}`;
  const order = await bookAt(address);
  check(order.isValid === true, `an order is placed: ${order.reference}`);
  check((await fetch(`${address}/console/`)).ok, "the console is served");

  step("Stopping with SIGTERM");
  const startedAt = performance.now();
  run("podman", [...podman, "stop", "--time", "30", name], root);
  const code = run("podman", [...podman, "inspect", "--format", "{{.State.ExitCode}}", name], root).trim();
  check(code === "0", `exit code ${code} after ${Math.round(performance.now() - startedAt)} ms`);
} catch (error) {
  console.error(spawnSync("podman", [...podman, "logs", "--tail", "20", name], { encoding: "utf8" }).stdout);
  throw error;
} finally {
  spawnSync("podman", [...podman, "rm", "--force", name]);
  await server.stop();
}

async function buildImage(): Promise<string> {
  const base = process.env.NODE_IMAGE ?? (answers(published) ? published : await makeBase());
  step(`Building the image on ${base}`);
  // The OCI format has no health check.
  const options = ["--format", "docker", "--isolation", "chroot", "--network", "host", "--layers=false"];
  const args = ["bud", ...options, "--build-arg", `NODE_IMAGE=${base}`, "--tag", built, "."];
  const { status } = spawnSync("buildah", args, { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error(`buildah ended with ${status}`);
  return built;
}

function step(text: string): void {
  console.log(`${text} …`);
}

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Failed: ${what}`);
  console.log(`  ${what}`);
}

function answers(name: string): boolean {
  step(`Pulling ${name}`);
  return spawnSync("podman", [...podman, "pull", "--quiet", name], { timeout: 60_000 }).status === 0;
}

/** A base of Debian's packages with this project's Node and the npm that runs this script. */
async function makeBase(): Promise<string> {
  step("No registry answers: making a base by debootstrap");
  const folder = await debianFolder("paseo-image-base");
  const local = join(folder, "usr/local");
  await addNode(local);
  // The registry and the certificates of this machine, which may be behind a proxy.
  const registry = run("npm", ["config", "get", "registry"], root).trim();
  await mkdir(join(local, "etc"), { recursive: true });
  await rm(join(local, "etc/npmrc"), { force: true });
  await appendFile(join(local, "etc/npmrc"), `registry=${registry}\n`);
  const changes = ["--change", "ENV PATH=/usr/local/bin:/usr/bin:/bin"];
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) {
    await copyFile(certificates, join(local, "etc/extra-ca.pem"));
    changes.push("--change", "ENV NODE_EXTRA_CA_CERTS=/usr/local/etc/extra-ca.pem");
  }
  step("Importing the base");
  const archive = join(tmpdir(), `paseo-image-base-${process.pid}.tar`);
  try {
    run(
      "tar",
      ["--create", "--file", archive, "--directory", folder, "--exclude=./proc/*", "--exclude=./sys/*", "."],
      root,
    );
    run("podman", [...podman, "import", ...changes, archive, `${built}-base`], root);
  } finally {
    await rm(archive, { force: true });
  }
  return `${built}-base`;
}

async function post<T>(address: string, body: object): Promise<T> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

/** Places a test order on an event of the demo, at the validated price. */
async function bookAt(address: string): Promise<{ isValid: boolean; reference?: string }> {
  const { values } = (await (await fetch(`${address}/api/events?page=5`)).json()) as { values: { id: string }[] };
  for (const { id } of values) {
    const selection = { id, apiKey: "pk_demo", tickets: [{ code: "ADULT", quantity: 2 }] };
    type Validated = { isValid: boolean; questions: unknown[]; totalUsd: object };
    const { isValid, questions, totalUsd } = await post<Validated>(`${address}/api/es/eventvalidate`, selection);
    if (!isValid || questions.length > 0) continue;
    const customer = { email: "customer@example.com", phoneNumber: "+34 600 000 000", remoteHost: "192.0.2.1" };
    return post(`${address}/api/es/eventbook`, { ...selection, ...customer, testMode: true, totalUsd });
  }
  throw new Error("no event of the demo can be sold");
}
