import type { Paged } from "@paseo/contract";
import { operations } from "@paseo/contract";
import { decodeAnswer } from "../../../wire/value.ts";
import type { Check, Findings } from "../../check.ts";
import { type ListId, lists, readPages, recordIds } from "../../lists.ts";
import { SkippedCheckError } from "../../skipped.ts";
import type { TestedService } from "../../tested-service.ts";
import { checkProblem } from "../protocol/problems.ts";

/** Version counters: changes and deletions since a version, and versions that cannot be answered. */

interface Versions {
  updateVersion: number;
  deleteVersion: number;
}

/** The newest versions, as a client without versions receives them. */
async function newest(service: TestedService): Promise<Versions> {
  return service.read(
    "productversion",
    await service.get(service.path("productversion", { updateversion: 0, deleteversion: 0 })),
  );
}

/** Checks the answer to a client with the newest versions. Throws SkippedCheckError when the catalogue changed meanwhile. */
async function current(service: TestedService, findings: Findings): Promise<Versions | undefined> {
  const stored = await newest(service);
  const exchange = await service.get(
    service.path("productversion", { updateversion: stored.updateVersion, deleteversion: stored.deleteVersion }),
  );
  const answer = decodeAnswer(operations.productversion.response, exchange);
  const unchanged = JSON.stringify(await newest(service)) === JSON.stringify(stored);
  if (!unchanged) throw new SkippedCheckError("the catalogue changes faster than its versions can be read");
  const isCurrent = answer?.updateVersion === 0 && answer.deleteVersion === 0;
  findings.holds(isCurrent, "a client with the newest versions does not receive 0 and 0", exchange);
  return isCurrent ? stored : undefined;
}

const versionOf = (id: ListId, { updateVersion, deleteVersion }: Versions): number =>
  id === "productsdeleted" ? deleteVersion : updateVersion;

export const versionChecks: Check[] = [
  {
    id: "versions.current",
    says: "productversion answers 0 in each field to a client that is current",
    clause: "interface, productversion; decision 9",
    run: async (service, findings) => {
      await current(service, findings);
    },
  },
  {
    id: "versions.each-field",
    says: "productversion answers each field independently",
    clause: "decision 9",
    run: async (service, findings) => {
      const { updateVersion, deleteVersion } = await newest(service);
      if (updateVersion === 0) throw new SkippedCheckError("the service has no version yet");
      const exchange = await service.get(
        service.path("productversion", { updateversion: updateVersion, deleteversion: 0 }),
      );
      const expected = { updateVersion: 0, deleteVersion };
      findings.equal(
        service.read("productversion", exchange),
        expected,
        "the answer to a client with the newest UpdateVersion",
        exchange,
      );
    },
  },
  {
    id: "versions.nothing-new",
    says: "A list since the newest version is empty",
    clause: "interface, incremental synchronisation",
    run: async (service, findings) => {
      const stored = await current(service, findings);
      if (!stored) return;
      for (const id of lists) {
        const exchange = await service.get(service.path(id, { version: versionOf(id, stored) }));
        // With version 0 the list has all deletions.
        if (versionOf(id, stored) === 0 || !findings.status(exchange, 200, "the version is the newest")) continue;
        const { values }: Paged<unknown> = service.read(id, exchange);
        findings.equal(values.length, 0, `${id} changed since the newest version`, exchange);
      }
    },
  },
  {
    id: "versions.everything",
    says: "version=0 means everything: each list has at least the records that it has without version",
    clause: "decision 9",
    run: async (service, findings) => {
      for (const id of ["products", "pages"] as const) {
        const plain = await readPages(service, id);
        const all = await readPages(service, id, { version: 0 });
        const known = new Set(recordIds(all));
        const lacking = recordIds(plain).filter((one) => !known.has(one));
        findings.equal(lacking, [], `records missing from ${id} with version=0`, all.pages.at(-1)!.exchange);
      }
      const all = await service.get(service.path("events", { version: 0 }));
      const plain = (await service.value("events")).totalCount;
      const { totalCount } = service.read("events", all);
      findings.holds(totalCount >= plain, `events with version=0 count ${totalCount}, without ${plain}`, all);
    },
  },
  {
    id: "versions.too-new",
    says: "A version above the newest is a 410 with code version-expired",
    clause: "decision 10",
    run: async (service, findings) => {
      const stored = await newest(service);
      for (const id of lists) {
        const exchange = await service.get(service.path(id, { version: versionOf(id, stored) + 1_000_000 }));
        const problem = checkProblem(exchange, 410, findings, { why: "the version is above the newest" });
        if (problem) findings.equal(problem.code, "version-expired", "code", exchange);
      }
    },
  },
  {
    id: "versions.old",
    says: "An old version is answered, or a 410 with code version-expired if its changes are no longer stored",
    clause: "decision 10",
    run: async (service, findings) => {
      if ((await newest(service)).updateVersion <= 1)
        throw new SkippedCheckError("the service has no older version than its newest");
      for (const id of ["products", "events", "pages"] as const) {
        const exchange = await service.get(service.path(id, { version: 1 }));
        if (exchange.status === 200) continue;
        const problem = checkProblem(exchange, 410, findings, { why: "version 1 is neither answered nor expired" });
        if (problem) findings.equal(problem.code, "version-expired", "code", exchange);
      }
    },
  },
  {
    id: "versions.deleted",
    says: "A deleted product is in no list and is a 404",
    clause: "interface, incremental synchronisation",
    run: async (service, findings) => {
      const deleted = (await service.value("productsdeleted", { version: 0 })).values;
      if (deleted.length === 0) throw new SkippedCheckError("the service has no deleted product");
      const listed = await readPages(service, "products");
      const present = new Set(recordIds(listed));
      findings.equal(
        deleted.filter((id) => present.has(id)),
        [],
        "deleted products that are listed",
        listed.pages[0]!.exchange,
      );
      for (const id of deleted.slice(0, 3))
        checkProblem(await service.get(service.path("product", { id })), 404, findings);
    },
  },
];
