import type { CataloguePartner } from "../src/store/catalogue/catalogue-file.ts";

export const partners: readonly CataloguePartner[] = [
  {
    externalId: "demo",
    name: "Demo Partner",
    whiteLabels: [
      { code: "DEMO-ES", name: "Demo Partner en español" },
      { code: "DEMO-PT", name: "Demo Partner em português" },
    ],
  },
  {
    externalId: "viajes-demo",
    name: "Viajes Demo",
    whiteLabels: [{ code: "VIAJES", name: "Viajes Demo" }],
  },
];
