import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Asks the registry for known faults of what runs in production. It ends with status 1 when there is a vulnerability of level
 * high or critical, and with 2 when nothing was audited: not every registry answers such questions.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const options = ["--omit=dev", "--audit-level=high", "--json"];
const { status, stdout, stderr } = spawnSync("npm", ["audit", ...options], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 2 ** 26,
});

interface Report {
  message?: string;
  vulnerabilities?: Record<string, { severity: string; via: (string | { title: string; url: string })[] }>;
}

const report = parse(stdout);
const found = Object.entries(report.vulnerabilities ?? {}).filter(([, { severity }]) =>
  /^(high|critical)$/.test(severity),
);
if (report.vulnerabilities === undefined) {
  console.error(`Dependencies not audited: ${report.message ?? (stderr.trim() || "npm audit gave no report")}`);
  process.exitCode = 2;
} else if (status === 0 && found.length === 0) {
  console.log("Dependencies audited: no known fault of level high or critical.");
} else {
  for (const [name, { severity, via }] of found) {
    const faults = via.map((one) => (typeof one === "string" ? `by way of ${one}` : `${one.title} (${one.url})`));
    console.error(`${name}: ${severity}: ${faults.join("; ")}`);
  }
  process.exitCode = 1;
}

function parse(text: string): Report {
  try {
    return JSON.parse(text) as Report;
  } catch {
    return {};
  }
}
