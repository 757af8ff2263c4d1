import type { KyselyPlugin } from "kysely";

export class Killed extends Error {}

/** Makes a plugin that fails every statement after the first `most`, as if the process were killed. */
export const dying = (most: number): KyselyPlugin & { isDead: boolean } => {
  let left = most;
  return {
    isDead: false,
    transformQuery({ node }) {
      if (left-- > 0) return node;
      this.isDead = true;
      throw new Killed();
    },
    transformResult: async ({ result }) => result,
  };
};
