import assert from "node:assert/strict";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Command } from "commander";
import { FileAnswer, parametersOf } from "../../src/admin/operation.ts";
import { adminOperations, storeOperations } from "../../src/admin/operations.ts";
import { addOperationCommands, runCommandOperation } from "../../src/commands/operations.ts";
import { CommandFailure } from "../../src/commands/output.ts";
import { formatAnswer } from "../../src/commands/printing.ts";
import { addResourceCommands, kebabCase, resourceDescriptions } from "../../src/commands/resources.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { command } from "../support/command.ts";
import { newDataFolder } from "../support/servers/stores.ts";

/** Every operation of the back office is a command. */

const program = new Command();
addResourceCommands(program);
addOperationCommands(program, async () => {});
const actions = program.commands.flatMap((resource) => resource.commands.map((action) => ({ resource, action })));

test("every operation is a command, except those on the caller's own account, session and partner", () => {
  const personal = adminOperations.filter((one) => !storeOperations.includes(one)).map(({ id }) => id.split(".")[0]);
  assert.deepEqual([...new Set(personal)], ["session", "filters", "own"]);
  assert.equal(actions.length, storeOperations.length);
  const names = actions.map(({ resource, action }) => `${resource.name()} ${action.name()}`);
  assert.equal(new Set(names).size, names.length);
  for (const name of ["orders confirm-cancel", "white-labels list", "keys create"])
    assert.ok(names.includes(name), name);
  assert.deepEqual(
    new Set(storeOperations.map(({ id }) => id.split(".")[0])),
    new Set(Object.keys(resourceDescriptions)),
  );
});

test("every field of a query or body is an option of its name, or is in the JSON of --body", () => {
  const fieldsOf = (schema: unknown) => Object.keys((schema as { properties?: object } | undefined)?.properties ?? {});
  for (const [n, { id, query, body }] of storeOperationsInOrder().entries()) {
    const { options } = actions[n]!.action;
    const nested = options.find(({ long, description }) => long === "--body" && description.startsWith("JSON with "));
    for (const name of [...fieldsOf(query), ...fieldsOf(body)])
      assert.ok(
        options.some((one) => one.attributeName() === name) || nested?.description.includes(name),
        `${id} ${name}`,
      );
  }
});

const storeOperationsInOrder = () =>
  Object.keys(resourceDescriptions).flatMap((resource) =>
    storeOperations.filter(({ id }) => id.startsWith(`${resource}.`)),
  );

test("the help of an action has its arguments, and what is known of each option", () => {
  const helpOf = (name: string) =>
    actions
      .find(({ resource, action }) => `${resource.name()} ${action.name()}` === name)!
      .action.helpInformation()
      .replaceAll(/\s+/g, " ");
  for (const [name, ...words] of [
    ["keys create", "create [options] <partner>", "Id or external id.", "--mode <text>", "One of live, test."],
    ["orders confirm", "confirm [options] <order>", "Id or reference.", "--why <string>"],
    ["suppliers create", "--external-id <string>", "Required.", "--body <file> JSON with settings"],
    ["partners update", "--active", "By default as it is. Also: --no-active."],
  ] as const)
    for (const word of words) assert.ok(helpOf(name).includes(word), `${word} is missing in ${helpOf(name)}`);
});

test("a list is a table with its ids last, and an empty one says so", () => {
  const rows = [
    { id: "1", name: "Ana\u001b[2J", at: "2026-06-15T10:00:00.000Z", active: true, gone: null, more: { a: 1 } },
    { id: "2", name: "Bo", at: "2026-06-15T11:30:00.000Z", active: false, gone: null, more: { a: 1 } },
  ];
  assert.equal(
    formatAnswer({ data: rows, total: 2 }),
    [
      "NAME     AT                 ACTIVE  ID",
      "Ana [2J  2026-06-15 10:00Z  yes     1",
      "Bo       2026-06-15 11:30Z  no      2",
    ].join("\n"),
  );
  assert.equal(formatAnswer({ data: [], total: 0 }), "There are none.");
  assert.match(formatAnswer({ data: rows, total: 2 }, 20), /^id: 1\nname: Ana \[2J\n/);
});

test("a record is a line for each field, and a list in it a table", () => {
  const record = { name: "Ana", none: null, tags: ["a", "b"], place: { city: "MAD" }, seats: [{ row: 1 }, { row: 2 }] };
  assert.equal(formatAnswer(record), "name: Ana\nnone:\ntags: a, b\nplace.city: MAD\nseats:\n  ROW\n  1\n  2");
  assert.equal(formatAnswer({}), "Done.");
});

test("every command of an operation that the documentation and the console name exists, with its options", async () => {
  const root = new URL("../../../../", import.meta.url);
  const pages = ["README.md", "docs/**/*.md", "packages/*/README.md", "packages/console/src/account/*.tsx"];
  let known = 0;
  for await (const path of glob(pages, { cwd: root }))
    for (const [line, name, action, rest] of (await readFile(new URL(path, root), "utf8")).matchAll(
      /\bpaseo (?:-- )?([a-z-]+) ([a-z][a-z-]*)([^\n`#]*)/g,
    )) {
      const resource = program.commands.find((one) => one.name() === name);
      if (!resource) continue;
      const command = resource.commands.find((one) => one.name() === action);
      assert.ok(command, `${path}: ${line}`);
      for (const [flag] of rest!.matchAll(/--[a-z-]+/g))
        assert.ok(flag === "--help" || command.options.some(({ long }) => long === flag), `${path}: ${line}`);
      known++;
    }
  assert.ok(known > 30, `${known} commands were found`);
});

describe("input of commands", () => {
  let app: TestApp;
  let folder: string;
  before(async () => {
    app = await startApp();
    folder = await newDataFolder("paseo-operations-");
  });
  after(() => app.stop());
  const run = (...args: string[]) => command(app.app.service, ...args);

  test("a change takes the fields that are not given from the record", async () => {
    const made = await run("currencies", "show", "EUR");
    const { changes } = await run("currencies", "update", "EUR", "--name", "Euros", "--dry-run");
    assert.deepEqual(changes.records[0].fields, [{ field: "name", before: "Euro", after: "Euros", seen: true }]);
    await run("currencies", "update", "EUR", "--name", "Euros", "--no-active");
    const { name, active, base, revision } = await run("currencies", "show", "EUR");
    assert.deepEqual([name, active, base, revision], ["Euros", false, made.base, made.revision + 1]);
  });

  test("lists and objects come as JSON, beside the options", async () => {
    const body = join(folder, "body.json");
    await writeFile(body, JSON.stringify({ settings: { email: "desk@example.com" } }));
    const options = ["--external-id", "desk", "--name", "Desk", "--kind", "desk", "--answer-within-minutes", "60"];
    await run("suppliers", "create", ...options, "--body", body);
    const { settings, answerWithinMinutes } = await run("suppliers", "show", "desk");
    assert.deepEqual([settings, answerWithinMinutes], [{ email: "desk@example.com" }, 60]);
    await writeFile(body, "[]");
    await assert.rejects(run("suppliers", "create", ...options, "--body", body), CommandFailure);
    await assert.rejects(run("suppliers", "create", ...options, "--body", join(folder, "none.json")), CommandFailure);
  });

  test("a file is sent, and has the type of its name", async () => {
    const file = join(folder, "catalogue.json");
    await writeFile(file, JSON.stringify({ partners: [{ externalId: "filed", name: "Filed" }] }));
    await run("catalogue", "import", "--file", file);
    assert.equal((await run("partners", "show", "filed")).name, "Filed");
    await assert.rejects(run("events", "import", "--file", file), /must end in \.csv or \.xlsx/);
  });

  test("each operation with a file accepts some ending of its name", async () => {
    const uploads = storeOperations.filter(({ upload }) => upload);
    assert.ok(uploads.length >= 4);
    for (const { id, ...operation } of uploads) {
      const [resource, action] = id.split(".").map(kebabCase);
      const needed = parametersOf(operation).filter(({ required }) => required);
      const given = needed.flatMap(({ name, in: place, schema }) => {
        const value = (schema as { format?: string }).format === "date" ? "2026-06-01" : "USD";
        return place === "path" ? [value] : [`--${kebabCase(name)}`, value];
      });
      const refused = await run(resource!, action!, ...given, "--file", "file.none").catch(
        (error: Error) => error.message,
      );
      const endings = String(refused).match(/\.[a-z]+\b/g) ?? [];
      assert.ok(endings.length > 0, `${id}: ${refused}`);
    }
  });

  test("a file is an answer", async () => {
    let answer: unknown;
    const program = new Command();
    addResourceCommands(program);
    addOperationCommands(program, async (...given) => {
      answer = (await runCommandOperation(app.app.service, ...given)).result;
    });
    await program.parseAsync(["orders", "export-list", "--format", "csv"], { from: "user" });
    assert.ok(answer instanceof FileAnswer);
  });

  test("what the operation refuses is its problem", async () => {
    for (const [args, detail] of [
      [["orders", "list", "--status", "lost"], /status must be one of /],
      [["orders", "list", "--page", "x"], /page must be a whole number/],
      [["orders", "show", "100000-ES"], /There is no such order/],
      [["suppliers", "update", "nobody", "--name", "A"], /There is no such supplier/],
    ] as const)
      await assert.rejects(run(...args), detail);
  });
});
