import { issueNextOfRun } from "../../../src/domain/terms/statement-runs.ts";
import { openServer } from "../../../src/store/database/database.ts";

/** A process that issues statements of open runs and writes a byte after each. Tests kill it. Arguments: address of the database, instant. */
const [url, instant] = process.argv.slice(2);
const { db, close } = openServer(url!, { poolSize: 1 });
const context = { db, clock: () => new Date(instant!), settings: { operatorName: "Operator" } };
while (await issueNextOfRun(context)) process.stdout.write(".");
await close();
