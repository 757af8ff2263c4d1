export const roles = ["owner", "catalogue", "orders", "read-only", "door"] as const;
export type Role = (typeof roles)[number];

export const consoleLanguages = ["es", "pt", "en"] as const;
export type ConsoleLanguage = (typeof consoleLanguages)[number];
