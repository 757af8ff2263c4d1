import { existsSync } from "node:fs";
import { glob, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { consoleFolder, madeOf } from "../../made-of.ts";

/**
 * The console's own application as one module, for windows of happy-dom. It gets the browser's global names as arguments, so that a window
 * changes nothing of the process, and each window has a console of its own.
 */

/** Starts the console in a window. `window`: an object with the global names of a browser. */
type StartConsole = (window: object) => Promise<void>;

// Beside the modules, where no tool looks for sources.
const cache = fileURLToPath(new URL("../../../../node_modules/.cache/", import.meta.url));
const prefix = "paseo-components-";

let loading: Promise<StartConsole> | undefined;

/** Returns the start of the console, built once for each state of its sources. To build takes 1.2 s, to load 0.3 s of a processor. */
export function consoleModule(names: () => string[]): Promise<StartConsole> {
  loading ??= load(names);
  return loading;
}

async function load(names: () => string[]): Promise<StartConsole> {
  const hash = await madeOf("{src/**/*,package.json,made-of.ts,test/support/dom-bundle.ts,../../package-lock.json}");
  const file = `${cache}${prefix}${hash.slice(0, 16)}.mjs`;
  if (!existsSync(file)) {
    await mkdir(cache, { recursive: true });
    await writeFile(`${file}.${process.pid}`, wrapped(await bundle(), names()));
    await rename(`${file}.${process.pid}`, file);
    // Former builds.
    for await (const path of glob(`${cache}${prefix}*.mjs`)) if (path !== file) await rm(path, { force: true });
  }
  const { start } = (await import(file)) as { start: StartConsole };
  return start;
}

const entry = "console";
/** Starts the console, and gives the window a way to change its language, which a browser has from its start. */
const start = `
  import ${JSON.stringify(`${consoleFolder}src/first.ts`)};
  import { setLanguage } from ${JSON.stringify(`${consoleFolder}src/i18n/index.ts`)};
  globalThis.showLanguage = setLanguage;
`;

async function bundle(): Promise<string> {
  const { rolldown } = await import("rolldown");
  const build = await rolldown({
    cwd: consoleFolder,
    input: entry,
    platform: "browser",
    logLevel: "silent",
    moduleTypes: { ".css": "empty" },
    plugins: [
      {
        name: "addresses",
        resolveId: (id) => (id === entry || id.endsWith("?url") ? { id: `\0${id}` } : null),
        load(id) {
          if (id === `\0${entry}`) return start;
          return id.startsWith("\0") && id.endsWith("?url") ? "export default '/file'" : null;
        },
      },
    ],
    transform: { define: { "process.env.NODE_ENV": '"production"', "import.meta.hot": "undefined" } },
  });
  const { output } = await build.generate({ format: "esm", codeSplitting: false });
  await build.close();
  return output[0].code;
}

/** Makes parameters of those global names of a window that the code contains. JavaScript's own stay those of the process. */
function wrapped(code: string, names: string[]): string {
  const words = new Set(code.match(/[A-Za-z_$][\w$]*/g));
  const own = new Set<string>(runInNewContext("Object.getOwnPropertyNames(globalThis)"));
  for (const name of ["globalThis", "console"]) own.delete(name);
  const given = names.filter((name) => words.has(name) && !own.has(name));
  return `export const start = ({ ${given.join(", ")}, Date, setImmediate, process, global }) => (async () => {\n${code}\n})();\n`;
}
