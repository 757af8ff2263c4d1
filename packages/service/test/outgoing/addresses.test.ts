import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isPublic, resolveUrl } from "../../src/outgoing/addresses.ts";
import { type Block, blocksOf, inside, ipv4Of, ipv4Text, ipv6Of, ipv6Text } from "./blocks.ts";

/** Every IPv4 block that the registry reserves for special purposes, and the ends of the address space. */
const special4 = blocksOf(
  ipv4Of,
  32,
  `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24
   192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4
   240.0.0.0/4 255.255.255.255/32 168.63.129.16/32`,
);
const [unicast6, mapped, nat64, sixToFour, teredo] = blocksOf(
  ipv6Of,
  128,
  "2000::/3 ::ffff:0:0/96 64:ff9b::/96 2002::/16 2001::/32",
) as [Block, Block, Block, Block, Block];
/** Blocks within 2000::/3 that are not for hosts. */
const special6 = blocksOf(ipv6Of, 128, "2001::/23 2001:db8::/32 2620:4f:8000::/48 3fff::/20");
/** Blocks outside of 2000::/3, whose edges are tested: unspecified and loopback, local NAT64, discard, unique local, link local … */
const outside6 = blocksOf(
  ipv6Of,
  128,
  "::/128 ::1/128 ::/96 ::ffff:0:0:0/96 64:ff9b:1::/48 100::/64 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8",
);

const low32 = (value: bigint) => value & 0xffff_ffffn;
const expected4 = (value: bigint) => !special4.some((block) => inside(block, value));
function expected6(value: bigint): boolean {
  if (inside(mapped, value) || inside(nat64, value)) return expected4(low32(value));
  if (inside(sixToFour, value)) return expected4(low32(value >> 80n));
  if (inside(teredo, value)) return expected4(low32(value >> 64n)) && expected4(low32(~value));
  return inside(unicast6, value) && !special6.some((block) => inside(block, value));
}

/** Makes random addresses of the family. Half of them are at an edge of a block or within a block, which chance alone would seldom find. */
function addressesNear(blocks: Block[], bits: number): fc.Arbitrary<bigint> {
  const last = 2n ** BigInt(bits) - 1n;
  const edges = blocks
    .flatMap(({ first, last: end }) => [first - 1n, first, end, end + 1n])
    .filter((value) => value >= 0n && value <= last);
  return fc.oneof(
    fc.bigInt({ min: 0n, max: last }),
    fc.constantFrom(...edges),
    fc.constantFrom(...blocks).chain(({ first, last: end }) => fc.bigInt({ min: first, max: end })),
  );
}

const near4 = addressesNear(special4, 32);
const near6 = addressesNear([unicast6, mapped, nat64, sixToFour, teredo, ...special6, ...outside6], 128);

test("an IPv4 address is public unless it is in a special block", () => {
  fc.assert(
    fc.property(near4, (value) => {
      assert.equal(isPublic(ipv4Text(value)), expected4(value), ipv4Text(value));
    }),
    { numRuns: 20_000 },
  );
});

test("an IPv6 address is public by its block and the IPv4 address inside, in every spelling", () => {
  fc.assert(
    fc.property(near6, fc.constantFrom("full", "short", "upper", "dotted", "short dotted"), (value, spelling) => {
      const text = ipv6Text(value, spelling);
      assert.equal(ipv6Of(text), value, "both notations mean the same address");
      assert.equal(isPublic(text), expected6(value), text);
    }),
    { numRuns: 20_000 },
  );
});

test("an IPv4 address inside an IPv6 address is judged like the IPv4 address", () => {
  const wraps: ((inner: bigint) => bigint)[] = [
    (inner) => mapped.first + inner,
    (inner) => nat64.first + inner,
    (inner) => sixToFour.first + (inner << 80n) + 1n,
    // Teredo: a public server (8.8.8.8) with an inverted client address, and the other way round.
    (inner) => teredo.first + (0x0808_0808n << 64n) + low32(~inner),
    (inner) => teredo.first + (inner << 64n) + low32(~0x0808_0808n),
  ];
  fc.assert(
    fc.property(near4, fc.constantFrom(...wraps), (inner, wrap) => {
      assert.equal(isPublic(ipv6Text(wrap(inner), "full")), isPublic(ipv4Text(inner)), ipv4Text(inner));
    }),
    { numRuns: 10_000 },
  );
});

for (const ip of [
  "1.1.1.1",
  "8.8.8.8",
  "2606:4700:4700::1111",
  "2a00:1450:4003::1",
  "::ffff:8.8.8.8",
  "64:ff9b::808:808",
])
  test(`${ip} is public`, () => assert.equal(isPublic(ip), true));

for (const ip of [
  "127.0.0.1",
  "169.254.169.254",
  "100.100.100.200",
  "::",
  "::1",
  "::8.8.8.8",
  "::ffff:169.254.169.254",
  "64:ff9b::a00:1",
  "64:ff9b:1::808:808",
  "fd00:ec2::254",
  "fe80::1%eth0",
  "2606:4700:4700::1111%1",
  // These texts are no addresses, or have a notation that a socket would resolve as a name.
  "",
  "8.8.8",
  "010.8.8.8",
  "0x8.8.8.8",
  "134744072",
  "example.com",
  "[::1]",
  "8.8.8.8 ",
])
  test(`${ip || "nothing"} is not public`, () => assert.equal(isPublic(ip), false));

const found = async (...addresses: string[]) =>
  resolveUrl("https://partner.test/", { allowPrivate: false, lookup: async () => addresses });

test("a name with public addresses resolves to the first one, IPv4 before IPv6", async () => {
  const destination = await found("2606:4700:4700::1111", "1.1.1.1", "8.8.8.8");
  assert.ok("address" in destination);
  assert.deepEqual([destination.address, destination.url.href], ["1.1.1.1", "https://partner.test/"]);
  assert.equal(((await found("2606:4700:4700::1111")) as { address: string }).address, "2606:4700:4700::1111");
});

for (const addresses of [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["10.0.0.1", "8.8.8.8"], ["8.8.8.8", "::1"]])
  test(`a name at ${addresses.join(" and ")} is refused, and the message contains no address`, async () => {
    assert.deepEqual(await found(...addresses), {
      reason: "refused-address",
      fault: "address-private",
      detail: "The host is not on a public address.",
    });
  });

test("a lookup result that is not an address is refused, also if private addresses are allowed", async () => {
  const lookup = async () => ["127.0.0.1", "metadata.internal"];
  const refusal = await resolveUrl("http://partner.test/", { allowPrivate: true, lookup });
  assert.equal((refusal as { reason: string }).reason, "refused-address");
});

test("a name without addresses, or with a failed lookup, is unresolved", async () => {
  const failing = async () => Promise.reject(new Error("ENOTFOUND partner.test"));
  for (const lookup of [failing, async () => []])
    assert.deepEqual(await resolveUrl("http://partner.test/", { allowPrivate: false, lookup }), {
      reason: "unresolved",
      detail: "The host name could not be resolved.",
    });
});

for (const [url, fault, detail] of [
  ["", "address-not-absolute", "The address is not an absolute URL."],
  ["/callback", "address-not-absolute", "The address is not an absolute URL."],
  ["http://", "address-not-absolute", "The address is not an absolute URL."],
  ["http://256.256.256.256/", "address-not-absolute", "The address is not an absolute URL."],
  ["ftp://8.8.8.8/", "address-not-http", "The address is neither http nor https."],
  ["file:///etc/passwd", "address-not-http", "The address is neither http nor https."],
  ["javascript:alert(1)", "address-not-http", "The address is neither http nor https."],
  ["https://ana@8.8.8.8/", "address-has-user", "The address contains a user name or a password."],
  ["https://:secret@8.8.8.8/", "address-has-user", "The address contains a user name or a password."],
  ["http://8.8.8.8:25/", "address-port-blocked", "Port 25 is not a port for HTTP."],
  ["http://8.8.8.8:6667/", "address-port-blocked", "Port 6667 is not a port for HTTP."],
] as const)
  for (const allowPrivate of [false, true])
    test(`${url || "an empty address"} is refused${allowPrivate ? ", private addresses allowed or not" : ""}`, async () => {
      assert.deepEqual(await resolveUrl(url, { allowPrivate }), { reason: "refused-url", fault, detail });
    });

test("the refused ports are those that fetch refuses", async () => {
  // A dispatcher without connections: a request that reaches it was not refused.
  const dispatcher = { dispatch: () => assert.fail("would be dialled") };
  for (let port = 1; port <= 10_100; port++) {
    const url = `http://8.8.8.8:${port}/`;
    const fetched = await fetch(url, { dispatcher } as object).catch((error) => error.cause.message);
    const refused = "reason" in (await resolveUrl(url, { allowPrivate: false }));
    assert.equal(refused, fetched === "bad port", url);
  }
});
