/** Lower case without accents, for searching: `sao paulo` finds `São Paulo`. */
export function searchable(...parts: (string | null | undefined)[]): string {
  return parts
    .filter((part) => part)
    .join(" ")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
}

/** LIKE patterns, one for each word of the query. All of them must match. */
export function searchPatterns(query: string): string[] {
  return searchable(query)
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
}
