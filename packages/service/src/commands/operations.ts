import { Command, Option } from "commander";
import type Type from "typebox";
import { callOperation, type OperationInput, type OperatorCaller } from "../admin/call.ts";
import { type AdminOperation, FileAnswer, parametersOf } from "../admin/operation.ts";
import { storeOperations } from "../admin/operations.ts";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { createLogger } from "../log.ts";
import type { Service } from "../service.ts";
import { requireSchema, updateSchema } from "../store/database/migrate.ts";
import { commandLineAuthor } from "../store/operators/audit.ts";
import { checkOutput, readJsonFile, readUpload, writeAnswer } from "./files.ts";
import { CommandFailure, exitCodes, openStore } from "./output.ts";
import { addResourceCommands, kebabCase } from "./resources.ts";
import { printLine, type Terminal } from "./terminal.ts";

/**
 * Adds every operation of the back office as a command: `orders.confirm` is `paseo orders confirm <order>`. Parameters of the path are
 * arguments; fields of the query and the body are options. A person who runs a command has access to the database, and so every right.
 */
export function addOperationCommands(program: Command, run: Run): void {
  for (const operation of storeOperations) {
    const [resource] = operation.id.split(".");
    addAction(program.commands.find((command) => command.name() === kebabCase(resource!))!, operation, run);
  }
}

/** Returns the list of commands for the reference. */
export function operationsTable(): string {
  const program = new Command();
  addResourceCommands(program);
  addOperationCommands(program, async () => {});
  const summaries = new Map(
    storeOperations.map(({ id, summary }) => [id.split(".").map(kebabCase).join(" "), summary]),
  );
  const rows = program.commands.flatMap((resource) =>
    resource.commands.map((action) => {
      const name = `${resource.name()} ${action.name()}`;
      const args = action.registeredArguments.map((one) => ` ${one.name().toUpperCase()}`).join("");
      return `| \`${name}${args}\` | ${summaries.get(name)} |\n`;
    }),
  );
  return `| Command | What it does |\n|---|---|\n${rows.join("")}`;
}

interface Schema {
  type?: string;
  enum?: string[];
  anyOf?: Schema[];
  format?: string;
  description?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
}

const schemaOf = (schema: Type.TSchema | undefined): Schema => (schema ?? {}) as Schema;
const propertiesOf = (schema: Type.TSchema | undefined): [string, Schema][] =>
  Object.entries(schemaOf(schema).properties ?? {});

/** Returns the schema of a value that fits into an option; for a list of ids, the schema of one. Undefined for other lists and objects. */
const optionOf = (schema: Schema): Schema | undefined => (isIdList(schema) ? schema.items : scalarOf(schema));

/** A list of ids fits into an option, with commas between the ids. */
const isIdList = ({ type, items }: Schema): boolean => type === "array" && items?.format === "uuid";

/** Returns the schema of a text, number or boolean; undefined for lists and objects. */
function scalarOf(schema: Schema): Schema | undefined {
  const [one, ...others] = schema.anyOf?.filter(({ type }) => type !== "null") ?? [schema];
  const isScalar = one?.enum || ["string", "integer", "number", "boolean"].includes(one?.type ?? "");
  return isScalar && others.length === 0 ? one : undefined;
}

const isRequired = (schema: Type.TSchema | undefined, name: string): boolean =>
  schemaOf(schema).required?.includes(name) ?? false;
const nestedOf = (schema: Type.TSchema | undefined): string[] =>
  propertiesOf(schema).flatMap(([name, field]) => (optionOf(field) ? [] : [name]));

function addAction(resource: Command, operation: AdminOperation, run: Run): void {
  const { query, body, upload } = operation;
  const command = resource.command(kebabCase(operation.id.split(".")[1]!)).description(operation.summary);
  for (const { name, in: place, schema } of parametersOf(operation))
    if (place === "path") command.argument(`<${argumentName(operation, name)}>`, schemaOf(schema).description);
  for (const schema of [query, body])
    for (const [name, field] of propertiesOf(schema))
      addField(
        command,
        name,
        field,
        isPresent(operation, name) ? "By default as it is." : isRequired(schema, name) && "Required.",
      );
  if (nestedOf(body).length > 0)
    command.option("--body <file>", `JSON with ${nestedOf(body).join(", ")}; - is standard input.`);
  if (upload) command.requiredOption("--file <file>", "File to send. - is standard input.");
  command.option("--json", "Print the answer as JSON.").option("--output <file>", "Write the answer to a file.");
  command.action((...given: unknown[]) => run(operation, given.slice(0, -2) as string[], given.at(-2) as Options));
}

/** Replaces `{id}` by the record's name: `<order>`. */
function argumentName({ path }: AdminOperation, name: string): string {
  return name === "id" ? path.split("/")[1]!.replace(/ies$/, "y").replace(/s$/, "") : kebabCase(name);
}

function addField(command: Command, name: string, field: Schema, omitted: string | false): void {
  const scalar = optionOf(field);
  if (!scalar) return;
  const notes = [
    field.description ?? scalar.description,
    scalar.enum && `One of ${scalar.enum.join(", ")}.`,
    scalar.default !== undefined && `By default ${scalar.default}.`,
    omitted,
    scalar.type === "boolean" && `Also: --no-${kebabCase(name)}.`,
  ];
  const description = notes.filter((note) => note).join(" ");
  if (scalar.type !== "boolean")
    command.option(
      `${flagOf(name)} <${scalar.format ?? scalar.type ?? "text"}${isIdList(field) ? ",…" : ""}>`,
      description,
    );
  else command.option(flagOf(name), description).addOption(new Option(`--no-${kebabCase(name)}`).hideHelp());
}

const flagOf = (name: string): string => `--${kebabCase(name)}`;

type Options = Record<string, string | boolean | undefined>;
type Run = (operation: AdminOperation, args: string[], options: Options) => Promise<void>;

/** Runs an operation on the store that the environment names, and prints its answer. */
export async function runOperation(
  terminal: Terminal,
  operation: AdminOperation,
  args: string[],
  options: Options,
): Promise<void> {
  const config = readConfig(terminal.env);
  checkOutput(options.output);
  const database = await openStore(config);
  // The command does not listen and runs no jobs: a running service does the work that follows.
  const app = createApp({ config, database, logger: createLogger("silent"), jobs: false });
  try {
    await (operation.method === "GET" ? requireSchema : updateSchema)(database.db);
    const { input, result } = await runCommandOperation(app.service, operation, args, options);
    writeAnswer(result, options, terminal);
    if (result instanceof FileAnswer) return;
    const { publicUrl } = app.service.orderContext;
    if (config.publicUrl === undefined && JSON.stringify(result).includes(publicUrl))
      printLine(terminal.stderr, `PUBLIC_URL is not set, so the address begins with ${publicUrl}, from HOST and PORT.`);
    sayMore(input.query, result, terminal);
  } finally {
    await app.stop();
  }
}

export async function runCommandOperation(
  service: Service,
  operation: AdminOperation,
  args: string[],
  options: Options,
) {
  const input = await inputOf(service, operation, args, options);
  return { input, result: await callOperation(service, operation, commandLineCaller, input) };
}

/** The operator as whom the command line acts. */
export const commandLineCaller: OperatorCaller = {
  author: commandLineAuthor,
  operator: {
    id: "00000000-0000-0000-0000-000000000000",
    email: commandLineAuthor.operator,
    name: commandLineAuthor.operator,
    role: "owner",
    resourceId: null,
    partnerId: null,
    partnerName: null,
    password: null,
    totpSecret: null,
    totpStep: 0,
    demo: false,
    active: true,
    signedInAt: null,
    createdAt: new Date(0),
    revision: 0,
  },
  lang: "en",
  from: { remote: "", userAgent: "", local: true, token: null },
  // A command has no limits, because limits prevent guesses over the network.
  count: () => {},
  setSession: () => {},
};

/** Reads the arguments. The operation checks the values. */
async function inputOf(
  service: Service,
  operation: AdminOperation,
  args: string[],
  options: Options,
): Promise<OperationInput> {
  const { query, body, upload } = operation;
  const inPath = parametersOf(operation).filter(({ in: place }) => place === "path");
  const params = Object.fromEntries(inPath.map(({ name }, index) => [name, args[index]!]));
  const asked = given(query, options);
  const sent = { ...(nestedOf(body).length > 0 && readJsonFile(options.body)), ...given(body, options) };
  const sides = [
    { schema: query, values: asked },
    { schema: body, values: sent },
  ];
  const show =
    sides.some(({ schema }) => propertiesOf(schema).some(([name]) => isPresent(operation, name))) && showOf(operation);
  const present = show ? await callOperation(service, show, commandLineCaller, { params, query: new Map() }) : {};
  for (const { schema, values } of sides)
    for (const [name, field] of propertiesOf(schema)) {
      if (values[name] === undefined && isPresent(operation, name))
        values[name] = (present as Record<string, unknown>)[name];
      if (values[name] === undefined && isRequired(schema, name))
        throw new CommandFailure(
          optionOf(field) ? `${flagOf(name)} is missing.` : `The field ${name} is missing: send it with --body.`,
          exitCodes.usage,
        );
    }
  return {
    params,
    query: new Map(Object.entries(asked).map(([name, value]) => [name, `${value}`])),
    ...(body && { body: sent }),
    ...(upload && { file: readUpload(upload, options.file as string) }),
  };
}

/** Returns the values of the options for the fields of a schema. */
function given(schema: Type.TSchema | undefined, options: Options): Record<string, unknown> {
  const fields = propertiesOf(schema).filter(([name, field]) => options[name] !== undefined && optionOf(field));
  return Object.fromEntries(fields.map(([name, field]) => [name, sentOf(field, options[name]!)]));
}

/**
 * Converts an option to the value to send. An empty text is null where null is allowed. A text that is not a number stays a text, and the
 * operation refuses it.
 */
function sentOf(field: Schema, option: string | boolean): unknown {
  if (isIdList(field)) return `${option}`.split(",");
  if (option === "" && field.anyOf) return null;
  const isNumber = ["integer", "number"].includes(scalarOf(field)!.type ?? "");
  return isNumber && /^-?\d+(\.\d+)?$/.test(`${option}`) ? Number(option) : option;
}

/** Finds the operation that reads the record which this operation changes. */
function showOf({ id, method, path }: AdminOperation): AdminOperation | undefined {
  const show = storeOperations.find((one) => one.id === `${id.split(".")[0]}.show`);
  return method !== "GET" && show?.path.includes("{") && path.startsWith(show.path) ? show : undefined;
}

/**
 * Returns whether the command reads an omitted field from the record. This applies to the revision, and for a replacement to every field.
 * So `paseo partners update acme --name Acme` changes only the name.
 */
function isPresent(operation: AdminOperation, name: string): boolean {
  const show = showOf(operation);
  const isReplaced = operation.method === "PUT" && operation.path === show?.path;
  return (isReplaced || name === "revision") && name in (schemaOf(show?.response).properties ?? {});
}

/** Prints how to get the next page of a list. */
function sayMore(query: OperationInput["query"], result: unknown, { stderr }: Terminal): void {
  const { data, total } = result as { data?: unknown[]; total?: number };
  if (!Array.isArray(data) || total === undefined || data.length === total) return;
  const page = Number(query.get("page") ?? 1);
  const last = (page - 1) * Number(query.get("perPage") ?? 25) + data.length;
  printLine(
    stderr,
    `${last - data.length + 1} to ${last} of ${total}.${last < total ? ` More: --page ${page + 1}` : ""}`,
  );
}
