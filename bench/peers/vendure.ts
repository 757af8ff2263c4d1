import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../../packages/service/test/support/servers/postgres.ts";

export interface Vendure {
  version: string;
  port: number;
  stop(): Promise<void>;
}

const program = new URL("./vendure.cjs", import.meta.url);
const longestMs = 5 * 60_000;

/**
 * Installs the newest Vendure 3 into `folder`, fills the empty database at `url` with `products` and starts server and worker,
 * like the production scripts of its starter. Resolves when its search index has all products.
 */
export async function startVendure(folder: string, url: string, products: number): Promise<Vendure> {
  await install(folder);
  await copyFile(program, join(folder, "vendure.cjs"));
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: "production",
    VENDURE_DISABLE_TELEMETRY: "true",
    DB_URL: url,
    PORT: String(port),
    PRODUCTS: String(products),
  };
  const run = (task: string) =>
    spawn(process.execPath, ["vendure.cjs", task], { cwd: folder, env, stdio: ["ignore", "ignore", "ignore"] });
  const [populated] = (await once(run("populate"), "exit")) as [number | null];
  if (populated !== 0) throw new Error(`vendure.cjs populate ended with ${populated}`);
  const children = [run("serve"), run("work")];
  process.on("exit", () => {
    for (const child of children) child.kill("SIGKILL");
  });
  await indexed(port, products);
  const { version } = JSON.parse(await readFile(join(folder, "node_modules/@vendure/core/package.json"), "utf8"));
  return { version, port, stop: () => stopped(children) };
}

async function stopped(children: ChildProcess[]): Promise<void> {
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, "exit")));
}

/** Replaces a version that the registry lacks by the newest version that it has. */
async function install(folder: string): Promise<void> {
  const overrides: Record<string, string> = {};
  for (let attempt = 1; ; attempt++) {
    await writeFile(join(folder, "package.json"), JSON.stringify({ name: "peer", private: true, overrides }));
    const failure = await npm(
      folder,
      "install",
      "--loglevel=error",
      "--no-audit",
      "--no-fund",
      "@vendure/core@3",
      "pg@8",
    ).then(
      () => null,
      (error: { stderr: string }) => error,
    );
    if (!failure) return;
    const lacking = /No matching version found for (\S+)@/.exec(failure.stderr)?.[1];
    if (!lacking || lacking in overrides || attempt === 5) throw failure;
    overrides[lacking] = (await npm(folder, "view", lacking, "version")).trim();
    console.log(`The registry lacks the ${lacking} that is asked for: ${overrides[lacking]} stands in.`);
  }
}

async function npm(cwd: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("npm", words, { cwd, timeout: longestMs });
  return stdout;
}

async function indexed(port: number, products: number): Promise<void> {
  const until = performance.now() + longestMs;
  for (;;) {
    const answer = await shop<{ search: { totalItems: number } }>(port, indexPage).catch(() => undefined);
    if (answer?.data.search.totalItems === products) return;
    if (performance.now() > until) throw new Error(`Vendure has not indexed its ${products} products`);
    await pause(500);
  }
}

/** The first hundred products with the same fields as ours, from the database and from the search index. */
export const productPage = "{products(options:{take:100}){totalItems items{id name slug}}}";
export const indexPage =
  "{search(input:{take:100,groupByProduct:true}){totalItems items{productId productName slug inStock}}}";

const addItem = "mutation($id:ID!,$n:Int!){addItemToOrder(productVariantId:$id,quantity:$n){__typename}}";
const theRest = `mutation($email:String!){
  setCustomerForOrder(input:{firstName:"Ana",lastName:"Gil",emailAddress:$email}){__typename}
  setOrderShippingAddress(input:{streetLine1:"Street 1",countryCode:"ES"}){__typename}
  setOrderShippingMethod(shippingMethodId:[1]){__typename}
  transitionOrderToState(state:"ArrangingPayment"){__typename}
  addPaymentToOrder(input:{method:"standard-payment",metadata:{}}){__typename ...on Order{state}}
}`;

/** Places an order of a guest with two requests. Returns whether it was placed and paid. */
export async function order(port: number, variant: number, quantity: number, guest: string): Promise<boolean> {
  const added = await shop<{ addItemToOrder: { __typename: string } }>(port, addItem, { id: variant, n: quantity });
  if (added.data.addItemToOrder.__typename !== "Order") return false;
  const email = `guest-${guest}@example.com`;
  const { data } = await shop<{ addPaymentToOrder: { state?: string } }>(port, theRest, { email }, added.token);
  return data.addPaymentToOrder?.state === "PaymentSettled";
}

async function shop<T>(
  port: number,
  query: string,
  variables = {},
  token?: string,
): Promise<{ data: T; token: string | undefined }> {
  const response = await fetch(`http://127.0.0.1:${port}/shop-api`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query, variables }),
  });
  const { data } = (await response.json()) as { data: T | null };
  if (data === null) throw new Error(`Vendure answered ${response.status} without data`);
  return { data, token: response.headers.get("vendure-auth-token") ?? undefined };
}
