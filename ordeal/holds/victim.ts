import { pino } from "pino";
import { createApp, listeningAt } from "../../packages/service/src/app.ts";
import { readConfig } from "../../packages/service/src/config.ts";
import { openServer } from "../../packages/service/src/store/database/database.ts";

/** A process that serves partners and runs no jobs, so that only requests cause statements. It ends with its parent. */

process.once("disconnect", () => process.exit(0));
process.once("message", async (databaseUrl) => {
  const app = createApp({
    config: readConfig({ PORT: "0", LOG_LEVEL: "silent" }),
    database: openServer(databaseUrl as string, { poolSize: 2 }),
    logger: pino({ level: "silent" }),
    jobs: false,
  });
  await app.listen();
  await app.start();
  process.send!(listeningAt(app.http, app.service.config));
});
