import { type Command, InvalidArgumentError } from "commander";
import { readConfig } from "../../config.ts";
import { parseServerUrl } from "../../settings/database.ts";
import { printLine, type Terminal } from "../terminal.ts";
import type { BackupOptions } from "./backup.ts";
import type { MoveOptions } from "./move.ts";
import type { RestoreOptions } from "./restore.ts";

/** Commands on the store as a whole: migrate, back up, restore, move. */
export function addStoreCommands(program: Command, terminal: Terminal): void {
  const readSettings = () => readConfig(terminal.env);
  const print = async (text: Promise<string>): Promise<void> => printLine(terminal.stdout, await text);

  program
    .command("migrate")
    .description("update the database schema")
    .option(
      "--check",
      "only say whether migrations are pending: exit code 0 if none is, 1 if some are, 3 if the schema is too new",
    )
    .action(async (options: { check?: boolean }) =>
      print((await import("./migrate.ts")).migrateStore(readSettings(), options)),
    );

  program
    .command("backup")
    .description("write all of the store to a file; a running service goes on meanwhile")
    .argument("[file]", "new file, such as paseo-2026-11-22.gz; - is standard output")
    .option("--into <folder>", "name the file by the time, in this folder, which is created if missing")
    .option("--keep-days <n>", "with --into: after the backup, delete older files of such names", wholeDays)
    .action(async (file: string | undefined, options: BackupOptions) => {
      const { backUpStore, backupTarget } = await import("./backup.ts");
      const [config, now] = [readSettings(), new Date()];
      const path = await backupTarget(file, options, now);
      const text = await backUpStore(config, path, now, terminal, options);
      printLine(path === "-" ? terminal.stderr : terminal.stdout, text);
    });

  program
    .command("restore")
    .description("fill an empty store, embedded or on a server, with a backup: completely or not at all")
    .argument("<file>", "file that `paseo backup` wrote")
    .option("--replace", "delete what the store has")
    .option(
      "--lost-key <id>",
      "restore although this key of its secrets is lost; `paseo secrets discard` gives them up",
    )
    .option(
      "--check",
      "only check that the file is complete and unchanged, and that this release and its keys can read it",
    )
    .action(async (file: string, options: RestoreOptions) =>
      print((await import("./restore.ts")).restoreStore(readSettings(), file, options, terminal)),
    );

  program
    .command("move")
    .description(
      "copy the embedded database to a PostgreSQL server and compare both; start it again if it was interrupted",
    )
    .requiredOption("--to <url>", "empty database; PGPASSWORD can hold its password", server)
    .option("--replace", "delete what the database has")
    .option("--retire", "mark the embedded database, so that no command opens it by mistake afterwards")
    .action(async (options: MoveOptions) =>
      print((await import("./move.ts")).moveStore(readSettings(), options, terminal)),
    );
}

function wholeDays(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError("It must be a number of days from 1 to 9999.");
  return Number(text);
}

function server(text: string): string {
  const url = parseServerUrl(text);
  if (url === undefined)
    throw new InvalidArgumentError("It must be an address such as postgres://user@host:5432/database.");
  return url;
}
