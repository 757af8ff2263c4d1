import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { checkHistory } from "../history/checker.ts";
import type { FinalState } from "../history/history.ts";
import type { Finding } from "../part.ts";
import {
  findMissingLetters,
  findPartlyStoredPrices,
  findSupplierDisagreements,
  findUnfinishedOrders,
} from "./after.ts";
import type { FaultEnvironment } from "./world.ts";

interface Judgement {
  final: FinalState;
  findings: Finding[];
}

/** Waits until all work ends, and checks the whole history. Stores a history with a violation beside the report. */
export async function judgeFaultRun(
  world: FaultEnvironment,
  { name, seed, hurry = false }: { name: string; seed: number; hurry?: boolean },
): Promise<Judgement> {
  const final = await world.settle({ hurry });
  const violations = checkHistory(world.recorder.history, final);
  const replay = `npm run ordeal -- --part ${name} --seed ${seed}`;
  const findings: Finding[] = [...Map.groupBy(violations, ({ rule }) => rule)].map(([rule, broken]) => ({
    title: `${broken.length} violations of the rule ${rule}`,
    detail: broken
      .slice(0, 20)
      .map(({ detail }) => detail)
      .join("\n"),
    replay,
  }));
  const others = {
    "an e-mail to a supplier is missing, and no operator was informed": await findMissingLetters(world),
    "the supplier and the service disagree": await findSupplierDisagreements(world),
    "a complete order lacks its voucher or its timeline": await findUnfinishedOrders(world),
    "an import was not whole": await findPartlyStoredPrices(world),
  };
  for (const [title, details] of Object.entries(others))
    if (details.length > 0) findings.push({ title, detail: details.slice(0, 20).join("\n"), replay });
  if (findings.length > 0) await store(`${name}-${seed}`, { history: world.recorder.history, final });
  return { final, findings };
}

async function store(name: string, content: object): Promise<void> {
  const folder = fileURLToPath(new URL("../report/", import.meta.url));
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}history-${name}.json`, JSON.stringify(content));
}
