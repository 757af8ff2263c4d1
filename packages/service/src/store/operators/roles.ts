export const roles = ["owner", "catalogue", "orders", "read-only", "door"] as const;
export type Role = (typeof roles)[number];
