/** Sums the series of a counter at /metrics by one of their labels. */
export async function counted(url: string, name: string, label: string): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const line of (await (await fetch(`${url}/metrics`)).text()).split("\n")) {
    if (!line.startsWith(`${name}{`)) continue;
    const value = new RegExp(`\\b${label}="([^"]*)"`).exec(line)?.[1] ?? "";
    sums[value] = (sums[value] ?? 0) + Number(line.slice(line.lastIndexOf(" ")));
  }
  return sums;
}
