import { randomBytes } from "node:crypto";
import { importCatalogue } from "../../packages/service/src/domain/import/import.ts";
import { inviteOperator } from "../../packages/service/src/domain/operators/operators.ts";
import { show, testCatalogue, variant } from "../../packages/service/test/support/samples/catalogue.ts";

import { type StoreSetting, withDatabase } from "./stores.ts";

/** What a measurement of uploaded events needs: products without events, and an operator who may upload. */

/** Creates products with these external ids and an item each, and an operator. Returns the token of the operator's invitation. */
export const prepareUploads = (env: StoreSetting, externalIds: string[]): Promise<string> =>
  withDatabase(env, async ({ db }) => {
    const products = externalIds.map((externalId) =>
      variant(show, { externalId }, { externalId: `${externalId}-seat`, schedules: [] }),
    );
    await importCatalogue(db, { products, currencies: testCatalogue.currencies ?? [] }, { now: new Date() });
    const invitation = { email: "bench@example.com", name: "Bench", role: "catalogue", lang: "en" } as const;
    const invited = await db.transaction().execute((tx) => inviteOperator(tx, invitation, new Date()));
    return invited!.token;
  });

/** Headers of the operator's requests to the service at this address. */
export async function signIn(at: string, token: string): Promise<Record<string, string>> {
  const own = { "x-paseo-console": "1" };
  const accepted = await fetch(`${at}/admin/api/invitation/acceptance`, {
    method: "POST",
    headers: { ...own, "content-type": "application/json" },
    body: JSON.stringify({ token, password: randomBytes(12).toString("hex") }),
  });
  const cookie = accepted.headers.get("set-cookie")?.split(";")[0];
  if (!cookie) throw new Error(`the operator could not sign in: ${accepted.status} ${await accepted.text()}`);
  return { ...own, cookie };
}
