import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";

/**
 * Certificates for tests, created at run time. Node can read them but not create them, so this file writes the few needed
 * fields.
 */

export interface Certified {
  /** Private key in PEM; `cert` is in PEM, too. */
  key: string;
  cert: string;
}

/** A self-signed certificate for host names and IPv4 addresses. Clients that have this certificate as an authority trust it. */
export function certificate(hosts: string[], { from, to }: { from: Date; to: Date }): Certified {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(set(sequence(oid("550403"), utf8(`Test ${hosts[0]}`))));
  const algorithm = sequence(oid("2a8648ce3d040302"));
  const names = hosts.map((host) =>
    isIP(host) === 4 ? der(0x87, Buffer.from(host.split(".").map(Number))) : der(0x82, Buffer.from(host)),
  );
  const content = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(from), time(to)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(
      0xa3,
      sequence(
        // It may issue certificates: itself.
        extension("551d13", sequence(der(0x01, Buffer.from([0xff])))),
        extension("551d11", sequence(...names)),
      ),
    ),
  );
  const signature = sign("sha256", content, privateKey);
  const bytes = sequence(content, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${bytes.toString("base64").replace(/.{64}(?=.)/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts));
const set = (part: Buffer) => der(0x31, part);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const integer = (bytes: Buffer) => der(0x02, bytes);
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const time = (at: Date) => der(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, "")));
const extension = (hex: string, value: Buffer) => sequence(oid(hex), der(0x04, value));
