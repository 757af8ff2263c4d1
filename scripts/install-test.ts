import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { show, testCatalogue } from "../packages/service/test/support/samples/catalogue.ts";
import { addNode, debianFolder } from "./debian-folder.ts";
import { root, run } from "./packing.ts";

/**
 * Follows docs/how-to/install.md in a bare Debian 12, with nothing but the tarball: `npm run install-test [-- FOLDER]`, as root, with
 * debootstrap and iproute2. FOLDER has what `npm run pack` wrote; without it, this packs first. The page's commands run as they are, one
 * block after the other, and then sells and follows the way back by a backup. Each command runs in a network of its own, except the commands that download.
 */

async function prepare(folder: string, release: string): Promise<void> {
  await cp(release, join(folder, "root/release"), { recursive: true });
  await cp("/etc/resolv.conf", join(folder, "etc/resolv.conf"), { dereference: true });
  await writeFile(join(folder, "etc/hosts"), "127.0.0.1 localhost\n127.0.1.1 partners.example.test partners\n");
  // Packages must not start their services: there is no systemd.
  await writeFile(join(folder, "usr/sbin/policy-rc.d"), "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  await mkdir(join(folder, "usr/local/etc"), { recursive: true });
  // The registry and the certificates of this machine, which may be behind a proxy.
  await writeFile(join(folder, "root/sale.json"), JSON.stringify(saleCatalogue));
  await writeFile(join(folder, "root/sale.mjs"), saleScript);
  await writeFile(join(folder, "root/.npmrc"), `registry=${run("npm", ["config", "get", "registry"], root).trim()}\n`);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates) await cp(certificates, join(folder, "usr/local/etc/extra-ca.pem"));
  if (!canDownloadNode()) await addNode(join(folder, "opt/node-from-npm"));
}

function canDownloadNode(): boolean {
  return spawnSync("curl", ["-fsSI", "-m", "20", "https://nodejs.org/dist/latest-v24.x/SHASUMS256.txt"]).status === 0;
}

/** The commands of the section with a heading. */
function blocks(page: string, heading: string): string {
  const section = page.split(/^#+ /m).find((text) => text.startsWith(`${heading}\n`));
  const found = [...(section ?? "").matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block);
  if (found.length === 0) throw new Error(`docs/how-to/install.md has no commands below "${heading}".`);
  return found.join("");
}

/** The page as one script of bash, with what systemd and the reader do between its blocks. */
function script(page: string): string {
  const demo = blocks(page, "From a tarball");
  if (!/^npx paseo serve --demo\b.*\n$/m.test(demo)) throw new Error("The page starts no demo.");
  return `set -euo pipefail
umask 077
${standIns}
cd /root/release
${nodeBlock(blocks(page, "1. Node"))}
node --version | grep '^v24'
mkdir /root/demo && cp /root/release/SHA256SUMS /root/release/paseo-service-*.tgz /root/demo && cd /root/demo
set -m
${demo.replace(/^(npx paseo serve --demo).*$/m, "$1 > demo.log 2>&1 & demo=$!")}
set +m
answers http://127.0.0.1:8080/readyz || { cat demo.log; exit 1; }
curl -fsS http://127.0.0.1:8080/api/products > /dev/null
kill -INT -- -$demo && wait $demo || true
cd /root/release
${blocks(page, "2. PostgreSQL")}
${blocks(page, "3. The service")}
mkdir -p /etc/ssl/paseo
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=partners.example.test -keyout /etc/ssl/paseo/privkey.pem -out /etc/ssl/paseo/fullchain.pem 2> /dev/null
${blocks(page, "4. nginx")}
status() { /usr/bin/curl -sk -o /dev/null -w '%{http_code}' "https://$(hostname -f)$1"; }
[ "$(status /api/products)" = 200 ]
[ "$(status /docs/en)" = 200 ]
for path in /metrics /METRICS/ /healthz /console/ /admin/openapi.json; do [ "$(status $path)" = 404 ]; done
[ "$(stat -c %a /etc/paseo/environment)" = 600 ]
logged 'https://partners.example.test/console' /var/log/paseo.log
logged '"store":"127.0.0.1:5432/paseo"' /var/log/paseo.log
${wayBack}
`;
}

/** Sells, makes a backup by the unit, and looks for the order on the server and wherever the backup is restored. */
const wayBack = `
cd /root
paseo import sale.json
key=$(paseo keys create acme | grep -o 'pk_live_[A-Za-z0-9_-]\\{43\\}')
reference=$(node sale.mjs "$key")
order() { su postgres -c "psql -At $1" <<< "select count(*) from orders"; }
[ "$(order paseo)" = 1 ]
paseo orders show "$reference" | grep -q guest@example.com
! su nobody -s /bin/sh -c "/usr/local/bin/paseo orders list" || exit 1
systemctl start paseo-backup
backup=$(ls /var/lib/paseo/backups/paseo-*.gz)
[ "$(stat -c '%U %a' "$backup")" = 'paseo 600' ]
# The service reads what waits, the age of the backup with it, every five seconds at most.
sleep 6
answers http://127.0.0.1:8081/metrics
/usr/bin/curl -fsS http://127.0.0.1:8081/metrics | awk '/^paseo_backup_age_seconds / { young = $2 < 600 } END { exit !young }'
paseo restore "$backup" --check
su postgres -c "psql -q -v ON_ERROR_STOP=1" <<< "create database elsewhere owner paseo"
DATABASE_URL=$(sed -n 's|^DATABASE_URL=\\(.*\\)/paseo$|\\1/elsewhere|p' /etc/paseo/environment) paseo restore "$backup"
[ "$(order elsewhere)" = 1 ]
# The embedded store of the service's user, which only the user may enter. Root restores it, and the user serves it.
install -d -m 700 -o paseo -g paseo /srv/paseo
DATABASE_URL= DATA_DIR=/srv/paseo/data paseo restore "$backup"
[ "$(stat -c %U /srv/paseo/data/postgres)" = paseo ]
DATABASE_URL= DATA_DIR=/srv/paseo/data paseo orders show "$reference" | grep -q guest@example.com
settings() { grep -v '^DATABASE_URL=' /etc/paseo/environment; echo "DATA_DIR=/srv/paseo/data PORT=8090 PROBE_PORT=8091" | tr ' ' '\\n'; }
settings > /root/embedded && start_unit paseo.service /root/embedded > /var/log/embedded.log 2>&1 &
answers http://127.0.0.1:8091/readyz || { cat /var/log/embedded.log; exit 1; }
logged '"store":"/srv/paseo/data"' /var/log/embedded.log
node sale.mjs "$key" 8090
DATABASE_URL= DATA_DIR=/srv/paseo/data paseo backup /root/embedded.gz
paseo restore /root/embedded.gz --check | grep -q ' 2 orders'
`;

/** A catalogue with one event to sell, and its partner. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const saleCatalogue = {
  ...testCatalogue,
  products: [
    {
      ...show,
      items: [{ ...show.items[0]!, schedules: [{ ...show.items[0]!.schedules![0]!, from: day(20), to: day(20) }] }],
    },
  ],
};

/** Books one event at the validated price, and prints the order's reference. Arguments: the key, and the port. */
const saleScript = `
const [apiKey, port = "8080"] = process.argv.slice(2);
const api = "http://127.0.0.1:" + port + "/api";
const post = async (path, body) => {
  const headers = { "content-type": "application/json" };
  return (await fetch(api + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
};
const { values } = await (await fetch(api + "/events")).json();
const sale = { id: values[0].id, apiKey, tickets: [{ code: "ADULT", quantity: 2 }] };
const { totalUsd } = await post("/es/eventvalidate", sale);
const guest = { email: "guest@example.com", phoneNumber: "+34 600 000 000", remoteHost: "192.0.2.1" };
const order = await post("/es/eventbook", { ...sale, ...guest, totalUsd });
if (!order.isValid) throw new Error(JSON.stringify(order));
console.log(order.reference);
`;

/** If nodejs.org does not answer, Node comes from npm, and everything but the packages is left out. */
const nodeBlock = (block: string): string =>
  canDownloadNode()
    ? block
    : `${block
        .split("\n")
        .filter((line) => line.startsWith("apt-get "))
        .join("\n")}\ncp -a /opt/node-from-npm/. /usr/local\n`;

/** Programs that download have the machine's network. systemd's part is done by hand. */
const standIns = `
[ ! -e /usr/local/etc/extra-ca.pem ] || export NODE_EXTRA_CA_CERTS=/usr/local/etc/extra-ca.pem
export DEBIAN_FRONTEND=noninteractive HOME=/root
online() { nsenter --net=/proc/self/fd/9 -- "$@"; }
apt-get() {
  online /usr/bin/apt-get -qq "$@" > /dev/null
  if [ -x /usr/bin/pg_ctlcluster ]; then pg_ctlcluster 15 main start 2> /dev/null || true; fi
}
npm() { online /usr/local/bin/npm "$@" --no-audit --no-fund; }
curl() { case "$*" in *127.0.0.1*) /usr/bin/curl "$@" ;; *) online /usr/bin/curl "$@" ;; esac; }
answers() { for _ in $(seq 600); do ! /usr/bin/curl -fsS "$1" > /dev/null 2>&1 || return 0; sleep 0.5; done; return 1; }
# A service is ready before it has written so.
logged() { for _ in $(seq 40); do ! grep -q "$1" "$2" || return 0; sleep 0.5; done; cat "$2"; return 1; }
systemctl() {
  case "$*" in
    "enable --now paseo paseo-backup.timer")
      [ -f /etc/systemd/system/paseo-backup.timer ]
      start_unit paseo.service > /var/log/paseo.log 2>&1 &
      answers http://127.0.0.1:8081/readyz || { cat /var/log/paseo.log; exit 1; } ;;
    "start paseo-backup") start_unit paseo-backup.service ;;
    "reload nginx") nginx ;;
    *) echo "There is no stand-in for systemctl $*"; exit 1 ;;
  esac
}
journalctl() { cat /var/log/paseo.log; }
start_unit() (
  unit=/etc/systemd/system/$1 user=$(sed -n 's/^User=//p' "/etc/systemd/system/$1")
  [ -d /var/lib/paseo ] || install -d -m 700 -o "$user" -g "$user" /var/lib/paseo
  umask "$(sed -n 's/^UMask=//p' $unit)"
  cd "$(sed -n 's/^WorkingDirectory=//p' $unit)"
  export $(sed -n 's/^Environment=//p' $unit)
  set -a
  . "\${2:-$(sed -n 's/^EnvironmentFile=//p' $unit)}"
  exec setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs $(sed -n 's/^ExecStart=//p' $unit)
)
`;

/** Everything ends with the script: the process group of its first process is a namespace. */
const namespaces = `
exec 9< /proc/self/ns/net
exec unshare --net --uts --mount --pid --fork --kill-child bash -euc '
  hostname partners.example.test
  ip link set lo up
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
  exec chroot "$1" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin bash -x /root/page.sh
' bash "$1"
`;

const [given] = process.argv.slice(2);
const work = await mkdtemp(join(tmpdir(), "paseo-install-"));
try {
  const release = given ?? join(work, "release");
  if (given === undefined) run(process.execPath, [join(root, "scripts/pack.ts"), release], root);
  const folder = join(work, "debian");
  run("cp", ["--archive", await debianFolder("paseo-debian-12"), folder], root);
  await prepare(folder, release);
  const page = await readFile(join(root, "docs/how-to/install.md"), "utf8");
  await writeFile(join(folder, "root/page.sh"), script(page));
  const started = spawnSync("bash", ["-c", namespaces, "bash", folder], { stdio: "inherit" });
  if (started.status !== 0)
    throw new Error(`The install page failed with exit code ${started.status}: its last command is above.`);
  console.log("The install page holds.");
} finally {
  await rm(work, { recursive: true, force: true });
}
