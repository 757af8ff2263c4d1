/** Address blocks as plain arithmetic, independent of the code under test. */

export interface Block {
  first: bigint;
  last: bigint;
}

/** The blocks of a list in CIDR notation, separated by white space. */
export function blocksOf(parse: (text: string) => bigint, bits: number, list: string): Block[] {
  return list.split(/\s+/).map((cidr) => {
    const [address, prefix] = cidr.split("/") as [string, string];
    const first = parse(address);
    return { first, last: first + 2n ** BigInt(bits - Number(prefix)) - 1n };
  });
}

export const inside = ({ first, last }: Block, value: bigint) => value >= first && value <= last;

export const ipv4Of = (text: string) => text.split(".").reduce((value, octet) => value * 256n + BigInt(octet), 0n);

export const ipv4Text = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join(".");

/** Reads every notation that `ipv6Text` writes. */
export function ipv6Of(text: string): bigint {
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(text);
  if (dotted) return ipv6Of(`${dotted[1]}0:0`) + ipv4Of(dotted[2]!);
  const [head, tail] = text.split("::").map((part) => (part === "" ? [] : part.split(":")));
  const groups = tail ? [...head!, ...Array(8 - head!.length - tail.length).fill("0"), ...tail] : head!;
  return groups.reduce((value, group) => value * 65_536n + BigInt(`0x${group}`), 0n);
}

export function ipv6Text(value: bigint, spelling: "full" | "short" | "upper" | "dotted" | "short dotted"): string {
  const groups = Array.from({ length: 8 }, (_, index) =>
    ((value >> BigInt(112 - 16 * index)) & 0xffffn).toString(16).padStart(4, "0"),
  );
  if (spelling === "full") return groups.join(":");
  if (spelling === "upper") return groups.join(":").toUpperCase();
  if (spelling === "dotted") return `${groups.slice(0, 6).join(":")}:${ipv4Text(value & 0xffff_ffffn)}`;
  const bare = groups.map((group) => group.replace(/^0{1,3}/, ""));
  if (spelling === "short") return shortened(bare.join(":"));
  return shortened(`${bare.slice(0, 6).join(":")}:${ipv4Text(value & 0xffff_ffffn)}`);
}

/** The first run of zeros is left out. */
const shortened = (text: string) => text.replace(/(^|:)0(:0)+(:|$)/, "::");
