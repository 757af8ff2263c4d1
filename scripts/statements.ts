import { globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";

/**
 * Writes every statement of the store as a review reads it: its SQL, with the fragments that it is put together from in their places.
 * `:name` is a value, `[a | b]` a choice of the program. `npm run generate` writes the file, and `npm run drift` compares.
 */

const root = fileURLToPath(new URL("..", import.meta.url));
const store = join(root, "packages/service/src/store");
const target = join(root, "packages/service/statements.sql");

/** A node of the syntax tree (ESTree). */
interface Node {
  type: string;
  start: number;
  end: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tree has a hundred kinds of nodes.
  [field: string]: any;
}

interface Module {
  path: string;
  text: string;
  body: Node[];
  /** What the module declares: the value of a constant, or a function. */
  own: Map<string, Node>;
  imported: Map<string, { path: string; name: string }>;
}

/** Template tags of rows.ts, which run a statement. */
const tags = new Set(["allRows", "firstRow", "onlyRow", "anyRow", "run"]);
/** Fragments deeper than this are named, not written out. */
const mostDepth = 8;

const modules = new Map<string, Module | null>();

function readModule(path: string): Module | null {
  const known = modules.get(path);
  if (known !== undefined) return known;
  modules.set(path, null);
  if (!path.startsWith(store)) return null;
  const text = readFileSync(path, "utf8");
  const module: Module = { path, text, body: [], own: new Map(), imported: new Map() };
  module.body = (parseAst(text, { lang: "ts" }) as unknown as Node).body;
  for (const statement of module.body) {
    const declared: Node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "FunctionDeclaration") module.own.set(declared.id.name, declared);
    if (declared?.type === "VariableDeclaration")
      for (const { id, init } of declared.declarations)
        if (id.type === "Identifier" && init) module.own.set(id.name, unwrapped(init));
    if (statement.type === "ImportDeclaration" && statement.source.value.startsWith("."))
      for (const { imported, local } of statement.specifiers)
        module.imported.set(local.name, {
          path: join(dirname(path), statement.source.value),
          name: imported?.name ?? local.name,
        });
  }
  modules.set(path, module);
  return module;
}

/** Leaves out what has no value: types, and parentheses. */
function unwrapped(node: Node): Node {
  const inner = ["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression", "ParenthesizedExpression"];
  return inner.includes(node.type) ? unwrapped(node.expression) : node;
}

/** Where an expression stands: its module, and what the parameters around it are. */
interface Scope {
  module: Module;
  params: Map<string, { node: Node; scope: Scope }>;
  depth: number;
}

const scopeOf = (module: Module, depth = 0): Scope => ({ module, params: new Map(), depth });

function findName(name: string, { module }: Scope): { node: Node; module: Module } | null {
  const own = module.own.get(name);
  if (own) return { node: own, module };
  const from = module.imported.get(name);
  const other = from && readModule(from.path);
  const node = other?.own.get(from!.name);
  return node && other ? { node, module: other } : null;
}

const isSqlTag = (node: Node): boolean => node.type === "Identifier" && node.name === "sql";

/** Returns a template's SQL with its fragments in their places. */
function templateSql({ quasis, expressions }: Node, scope: Scope): string {
  const parts = quasis.map((quasi: Node, n: number) => {
    const next = expressions[n] as Node | undefined;
    return quasi.value.cooked + (next ? fragment(next, scope) : "");
  });
  return parts.join("");
}

/** Returns the SQL of an expression in a template, or `:name` of a value. */
function fragment(given: Node, scope: Scope): string {
  return sqlOf(given, scope) ?? `:${valueName(given, scope.module)}`;
}

/** A short name of a value: its own words. */
function valueName(given: Node, module: Module): string {
  const node = unwrapped(given);
  if (node.type === "Identifier") return node.name;
  if (node.type === "MemberExpression" && !node.computed) return node.property.name ?? "value";
  if (node.type === "ObjectExpression") return "json";
  if (node.type === "LogicalExpression") return valueName(node.left, module);
  if (node.type === "ChainExpression") return valueName(node.expression, module);
  if (node.type === "CallExpression" && node.arguments.length > 0 && node.callee.type === "MemberExpression")
    return valueName(node.arguments[0], module);
  return `{${module.text.slice(node.start, node.end).replaceAll(/\s+/g, " ")}}`;
}

/** Returns the SQL of an expression; null if the expression is a value. */
function sqlOf(given: Node, scope: Scope): string | null {
  const node = unwrapped(given);
  if (node.type === "TaggedTemplateExpression" && isSqlTag(node.tag)) return templateSql(node.quasi, scope);
  if (node.type === "Identifier") return sqlOfName(node.name, scope);
  if (node.type === "ConditionalExpression" || node.type === "LogicalExpression") {
    const [a, b] = [node.consequent ?? node.left, node.alternate ?? node.right];
    const [first, second] = [sqlOf(a, scope), sqlOf(b, scope)];
    return first === null && second === null
      ? null
      : `[${first ?? fragment(a, scope)} | ${second ?? fragment(b, scope)}]`;
  }
  if (node.type === "MemberExpression") return sqlOfMember(node, scope);
  if (node.type === "CallExpression") return sqlOfCall(node, scope);
  return null;
}

function sqlOfName(name: string, scope: Scope): string | null {
  const given = scope.params.get(name);
  if (given) return sqlOf(given.node, { ...given.scope, depth: scope.depth + 1 });
  const found = findName(name, scope);
  if (!found || scope.depth > mostDepth) return null;
  return sqlOf(found.node, scopeOf(found.module, scope.depth + 1));
}

/** The fragments of a table such as `orderSorts[sort]`, one of which the program chooses. */
function sqlOfMember(node: Node, scope: Scope): string | null {
  if (node.object.type !== "Identifier") return null;
  const found = findName(node.object.name, scope);
  if (found?.node.type !== "ObjectExpression") return null;
  const own = scopeOf(found.module, scope.depth + 1);
  const properties = found.node.properties.filter((one: Node) => one.type === "Property") as Node[];
  const named = node.computed ? properties : properties.filter(({ key }) => key.name === node.property.name);
  const choices = named.flatMap(({ value }) => sqlOf(value, own) ?? []);
  return choices.length > 1 ? `[${choices.join(" | ")}]` : (choices[0] ?? null);
}

function sqlOfCall({ callee, arguments: given }: Node, scope: Scope): string | null {
  const text = (node: Node | undefined) =>
    node && scope.module.text.slice(node.start, node.end).replaceAll(/\s+/g, " ");
  if (callee.type === "MemberExpression" && isSqlTag(callee.object)) {
    const { name } = callee.property;
    const first = given[0] && unwrapped(given[0]);
    if (name === "join" && first.type === "ArrayExpression")
      return first.elements.map((one: Node) => fragment(one, scope)).join(", ");
    const constant = constantOf(first, scope);
    if (constant !== null) return name === "lit" && typeof constant === "string" ? `'${constant}'` : `${constant}`;
    return `{${text(first)}}`;
  }
  if (callee.type !== "Identifier") return null;
  if (callee.name === "prepareAs") return "";
  if (callee.name === "value" && given[0]?.type === "Literal") return `:${given[0].value}`;
  const found = findName(callee.name, scope);
  if (!found || scope.depth > mostDepth) return null;
  const returned = returnedBy(found.node);
  if (!returned) return null;
  const params = new Map<string, { node: Node; scope: Scope }>();
  for (const [n, param] of (found.node.params as Node[]).entries()) bind(param, given[n], scope, params);
  return sqlOf(returned, { module: found.module, params, depth: scope.depth + 1 });
}

/** Gives a function's parameters the arguments of a call. */
function bind(param: Node, argument: Node | undefined, scope: Scope, params: Scope["params"]): void {
  if (param.type === "AssignmentPattern") bind(param.left, argument ?? param.right, scope, params);
  if (!argument) return;
  if (param.type === "Identifier") params.set(param.name, { node: argument, scope });
  const object = unwrapped(argument);
  if (param.type !== "ObjectPattern" || object.type !== "ObjectExpression") return;
  for (const { key, value } of param.properties as Node[]) {
    const of = (object.properties as Node[]).find((one) => one.key?.name === key?.name);
    if (of && value) bind(value, of.value, scope, params);
  }
}

/** Returns the expression that a function returns, if it only returns one. */
function returnedBy(node: Node): Node | null {
  if (node.type === "ArrowFunctionExpression" && node.expression) return node.body;
  const last = (node.body?.body as Node[] | undefined)?.at(-1);
  return last?.type === "ReturnStatement" ? last.argument : null;
}

/** Returns the value of an expression that is constant. */
function constantOf(given: Node | undefined, scope: Scope): string | number | null {
  const node = given && unwrapped(given);
  if (node?.type === "Literal") return node.value;
  if (node?.type === "Identifier") {
    const bound = scope.params.get(node.name);
    if (bound) return constantOf(bound.node, bound.scope);
    const found = findName(node.name, scope);
    return found && constantOf(found.node, scopeOf(found.module));
  }
  if (node?.type !== "TemplateLiteral") return null;
  const values = (node.expressions as Node[]).map(
    (one) => constantOf(one, scope) ?? `{${valueName(one, scope.module)}}`,
  );
  return node.quasis.map((quasi: Node, n: number) => `${quasi.value.cooked}${values[n] ?? ""}`).join("");
}

interface Statement {
  /** The function or constant that has it. */
  name: string;
  sql: string;
}

/** Finds the statements below a node. `name`: what is declared around it. */
function statementsIn(node: Node, name: string, scope: Scope): Statement[] {
  const found: Statement[] = [];
  const isRun = (tag: Node) =>
    tag.type === "CallExpression" && tag.callee.type === "Identifier" && tags.has(tag.callee.name);
  if (node.type === "TaggedTemplateExpression" && isRun(node.tag))
    found.push({ name, sql: templateSql(node.quasi, scope) });
  if (node.type === "CallExpression" && node.callee.property?.name === "execute" && isExecuted(node.callee.object))
    found.push({ name, sql: templateSql(node.callee.object.quasi, scope) });
  if (node.type === "CallExpression" && ["defineStatement", "statementWithList"].includes(node.callee.name)) {
    const returned = returnedBy(node.arguments[1]);
    const sql = returned && sqlOf(returned, scope);
    if (sql) found.push({ name, sql });
    return found;
  }
  for (const [field, value] of Object.entries(node))
    for (const child of [value].flat())
      if (field !== "tag" && child !== null && typeof child === "object" && typeof child.type === "string")
        found.push(...statementsIn(child, name, scope));
  return found;
}

const isExecuted = (node: Node): boolean => node.type === "TaggedTemplateExpression" && isSqlTag(node.tag);

/** One clause to a line as it stands in the source, without its indentation and comments. */
const tidy = (sql: string): string =>
  sql
    .split("\n")
    .map((line) => line.trim().replaceAll(/\s+/g, " "))
    .filter((line) => line !== "")
    .join("\n");

function allStatements(): string {
  const files = globSync("**/*.ts", { cwd: store }).sort();
  const parts = files.flatMap((file) => {
    const module = readModule(join(store, file))!;
    const scope = scopeOf(module);
    const found = module.body.flatMap((statement) => {
      const declared: Node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      if (declared?.type === "VariableDeclaration")
        return declared.declarations.flatMap((one: Node) => statementsIn(one, one.id.name ?? "", scope));
      return declared ? statementsIn(declared, declared.id?.name ?? "", scope) : [];
    }) as Statement[];
    const written = found.map(({ name, sql }) => `-- ${name}\n${tidy(sql)};\n`);
    return written.length > 0 ? [`-- ${relative(root, join(store, file))}\n\n${written.join("\n")}`] : [];
  });
  return `-- Made by "npm run generate" from the sources of the store: every statement, with its fragments in their places.\n-- :name is a value, [a | b] a choice of the program.\n\n${parts.join("\n\n")}`;
}

const made = allStatements();
if (!process.argv.includes("--check")) writeFileSync(target, made);
else if (readFileSync(target, "utf8") !== made) {
  console.error("packages/service/statements.sql differs from the store. Run: npm run generate");
  process.exitCode = 1;
}
