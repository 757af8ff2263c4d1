/** A file to import. */

/** Media types that the service accepts, by file extension. */
export const takes = {
  json: { type: "application/json", operation: "catalogue.import" },
  csv: { type: "text/csv", operation: "events.import" },
  xlsx: {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    operation: "events.import",
  },
} as const;
export type Kind = keyof typeof takes;

/** The greatest size that the service accepts. */
export const mostBytes = 20 * 1024 * 1024;

/** A file with its content when it was chosen. Later changes on disk are ignored. */
export interface Chosen {
  name: string;
  kind: Kind;
  bytes: ArrayBuffer;
}

/** Why a file cannot be sent. */
export type Unfit = "kind" | "size" | "unreadable";

export async function chosenOf(file: File): Promise<Chosen | Unfit> {
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  if (!(ending in takes)) return "kind";
  if (file.size > mostBytes) return "size";
  try {
    return { name: file.name, kind: ending as Kind, bytes: await file.arrayBuffer() };
  } catch {
    return "unreadable";
  }
}
