import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import { sql } from "kysely";
import sharp from "sharp";
import { photoSources } from "../../../src/records/photo-names.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { type Operator, signedIn } from "../../support/console.ts";
import { testCatalogue } from "../../support/samples/catalogue.ts";
import { onPostgres } from "../../support/servers/stores.ts";

/** Photos: sent by an operator, served to any site. */

const size = { width: 640, height: 400 };
const picture = ({ width, height } = size) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 120, b: 40 } } });
/** The left half is red, the right half blue. */
const halves = () =>
  picture()
    .composite([
      { input: { create: { width: 320, height: 400, channels: 3, background: "red" } }, left: 0, top: 0 },
      { input: { create: { width: 320, height: 400, channels: 3, background: "blue" } }, left: 320, top: 0 },
    ])
    .jpeg({ quality: 95 })
    .toBuffer();

onPostgres("photos", (open) => {
  let app: TestApp;
  let desk: Operator;
  before(async () => {
    app = await startApp({ open, catalogue: testCatalogue });
    desk = await signedIn(app, "catalogue");
  });
  after(() => app?.stop());

  const stored = (
    bytes: Uint8Array,
    query = "",
    type = "image/jpeg",
  ): Promise<{ id: string; width: number; height: number }> => desk.upload(`/photos${query}`, type, bytes);
  const refusal = async (bytes: Uint8Array, type: string) => {
    const answer = await desk.call("POST", "/photos", bytes, { "content-type": type });
    return { status: answer.status, ...(JSON.parse(answer.text) as { code: string; detail: string }) };
  };
  const served = async (path: string) => {
    const answer = await fetch(`${app.url}${path}`);
    return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
  };

  test("a photo has each width in WebP and AVIF, at addresses that never change", async () => {
    const photo = await stored(await picture({ width: 1500, height: 900 }).jpeg().toBuffer());
    assert.deepEqual([photo.width, photo.height], [1500, 900]);
    const { sources } = photoSources(photo.id);
    assert.deepEqual(
      sources.map(({ width, type }) => `${width} ${type}`),
      ["avif", "webp"].flatMap((format) => [320, 640, 1280, 1500].map((width) => `${width} image/${format}`)),
    );
    for (const { url, type, width } of sources) {
      const { answer, bytes } = await served(url);
      assert.equal(answer.status, 200, url);
      assert.equal(answer.headers.get("content-type"), type);
      assert.equal(answer.headers.get("cache-control"), "public, max-age=31536000, immutable");
      assert.match(answer.headers.get("content-security-policy")!, /default-src 'none'/);
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
      const { width: is, format } = await sharp(bytes).metadata();
      assert.deepEqual([is, format], [width, type === "image/avif" ? "heif" : "webp"]);
    }
    const [{ n }] = (await sql<{ n: number }>`select count(*)::int as n from photo_file`.execute(app.store.database.db))
      .rows as [{ n: number }];
    assert.equal(n, sources.length);
    assert.deepEqual((await served(sources[0]!.url)).bytes, (await served(sources[0]!.url)).bytes);
  });

  test("equal photos have one id, and a photo is turned upright and loses its metadata", async () => {
    const upright = await halves();
    assert.deepEqual(await stored(upright), await stored(upright));
    const turned = await sharp(upright)
      .rotate(90)
      .withMetadata({ orientation: 8 })
      .withExif({ IFD0: { Artist: "Somebody" }, IFD3: { GPSLatitude: "40/1 25/1 0/1" } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const photo = await stored(turned);
    assert.deepEqual([photo.width, photo.height], [640, 400]);
    const { bytes } = await served(photoSources(photo.id).sources.find(({ type }) => type === "image/webp")!.url);
    const { exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    assert.deepEqual([exif, icc, xmp, orientation], [undefined, undefined, undefined, undefined]);
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    assert.ok(data[0]! > 200 && data[2]! < 60, "the left side is red");
  });

  test("a part of a stored photo is a photo of its own", async () => {
    const { id } = await stored(await halves());
    const part = { left: 340, top: 0, width: 9000, height: 400 };
    const photo = await desk.ask("POST", `/photos/${id}/crop`, part);
    assert.deepEqual([photo.width, photo.height], [300, 400]);
    assert.notEqual(photo.id, id);
    const { bytes } = await served(`/photos/${photo.id}/320.webp`);
    const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    assert.ok(data[2]! > 200 && data[0]! < 60, "all of it is blue");
    const path = `/photos/${id}/crop`;
    assert.equal(await desk.refused(400, "POST", path, { ...part, left: -2 }), "invalid-field");
    assert.equal(await desk.refused(400, "POST", path, { ...part, width: 100 }), "photo-refused");
    await desk.refused(404, "POST", `/photos/${"0".repeat(64)}-10x10/crop`, part);
  });

  test("files that are no photo, hide one or unpack to a huge one are refused with a sentence", async () => {
    const jpeg = await halves();
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><image href="file:///etc/passwd"/><script>1</script></svg>`;
    const hostile: [name: string, bytes: Uint8Array, type: string][] = [
      ["a text", Buffer.from("no photo"), "image/jpeg"],
      ["an SVG as JPEG", Buffer.from(svg), "image/jpeg"],
      ["an SVG as PNG", Buffer.from(svg), "image/png"],
      ["HTML as PNG", Buffer.from("<!doctype html><script>alert(1)</script>"), "image/png"],
      ["the first half of a JPEG", jpeg.subarray(0, jpeg.length / 2), "image/jpeg"],
      ["the first bytes of a JPEG", jpeg.subarray(0, 20), "image/jpeg"],
      ["a BMP", Buffer.from(`BM${"0".repeat(500)}`), "image/jpeg"],
      ["a GIF", await picture().gif().toBuffer(), "image/png"],
      ["a TIFF", await picture().tiff().toBuffer(), "image/png"],
      ["a small photo", await picture({ width: 100, height: 300 }).png().toBuffer(), "image/png"],
      ["a PNG of 30,000 × 30,000 pixels", bomb(30_000, 30_000), "image/png"],
      ["a PNG of 2,000,000 × 100 pixels", bomb(2_000_000, 100), "image/png"],
      ["a PNG of no pixels", bomb(0, 0), "image/png"],
      ["a PNG without its data", bomb(500, 500), "image/png"],
      ["a PDF", Buffer.from("%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj"), "image/png"],
      ["a ZIP", Buffer.from(`PK\u0003\u0004${"0".repeat(100)}`, "latin1"), "image/webp"],
      ["a WebP header alone", Buffer.from("RIFF\u0010\u0000\u0000\u0000WEBPVP8 ", "latin1"), "image/webp"],
      [
        "an AVIF header alone",
        Buffer.from("\u0000\u0000\u0000\u0020ftypavif\u0000\u0000\u0000\u0000avifmif1", "latin1"),
        "image/avif",
      ],
      ["zero bytes", Buffer.alloc(1000), "image/jpeg"],
      ["random bytes", Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256)), "image/avif"],
    ];
    for (const [name, bytes, type] of hostile) {
      const { status, code, detail } = await refusal(bytes, type);
      assert.deepEqual([status, code], [400, "photo-refused"], `${name}: ${detail}`);
      assert.match(detail, /^The (file|photo) .*\.$/, name);
    }
    assert.equal((await refusal(Buffer.from(svg), "image/svg+xml")).status, 415);
  });

  test("a photo that is HTML or a ZIP too is stored without that part", async () => {
    const script = "<script>alert(1)</script>";
    for (const tail of [script, `PK\u0003\u0004${script}`]) {
      const { id } = await stored(Buffer.concat([await halves(), Buffer.from(tail, "latin1")]));
      for (const name of ["640.webp", "640.avif"]) {
        const { answer, bytes } = await served(`/photos/${id}/${name}`);
        assert.equal(answer.status, 200);
        assert.equal(Buffer.from(bytes).includes("script"), false, name);
      }
    }
  });

  test("what is no photo's address is a 404, and a reader may not store one", async () => {
    const { id } = await stored(await halves());
    for (const path of [
      `/photos/${id}/641.webp`,
      `/photos/${id}/0640.webp`,
      `/photos/${id}/640.png`,
      `/photos/${id.replace(/./, "z")}/640.webp`,
      `/photos/${"0".repeat(64)}-10x10/640.webp`,
      "/photos/..%2f/640.webp",
    ])
      assert.equal((await served(path)).answer.status, 404, path);
    const reader = await signedIn(app, "read-only");
    const answer = await reader.call("POST", "/photos", await halves(), { "content-type": "image/jpeg" });
    assert.equal(answer.status, 403);
  });
});

/** A PNG whose header has this size, without pixels. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(100))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
