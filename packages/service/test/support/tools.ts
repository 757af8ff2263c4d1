import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Programs that no npm package contains. Tests that need a missing one are skipped, with a line that says how to install it. */

/** Some systems install daemons in folders that an ordinary user's PATH lacks. */
const places = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/sbin"].filter(Boolean);

/** The full path of a program, or undefined if it is not installed. */
export function findTool(program: string): string | undefined {
  return places.map((place) => join(place, program)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The `skip` option of a test that needs a program: `test("…", { skip: requireTool("curl", "curl") }, …)`. */
export function requireTool(program: string, debianPackage: string): string | false {
  return skipUnless(
    findTool(program) !== undefined,
    `${program} is not installed (Debian: apt-get install ${debianPackage})`,
  );
}

/** The reason why something is missing. In CI, where nothing may be skipped, it throws, and the test file fails. */
function skipUnless(isThere: boolean, reason: string): string | false {
  if (isThere) return false;
  if (process.env.TEST_NO_SKIP === "1") throw new Error(reason);
  return reason;
}
