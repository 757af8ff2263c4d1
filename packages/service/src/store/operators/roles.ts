export const roles = ["owner", "catalogue", "orders", "read-only", "door", "guide"] as const;
export type Role = (typeof roles)[number];
