import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { importCatalogue } from "../../src/domain/import/import.ts";
import { readPhoto } from "../../src/domain/photos/images.ts";
import { deleteUnusedPhotos } from "../../src/domain/photos/unnamed.ts";
import type { Db } from "../../src/store/database/database.ts";
import { insertPhoto, missingPhotos, photoFile, photoSource, storePhotoFile } from "../../src/store/photos/photos.ts";
import { museum, testCatalogue } from "../support/samples/catalogue.ts";
import { photoBytes } from "../support/samples/photos.ts";
import { onWidePostgres, type TestStore } from "../support/servers/stores.ts";

/** Photos that no product names are deleted after 30 days. */

const start = new Date("2026-06-15T10:00:00Z");
const day = (n: number) => new Date(start.getTime() + n * 86_400_000);
const whole = { left: 0, top: 0, width: 10_000, height: 10_000 };

onWidePostgres("photos that no product names", (open) => {
  let store: TestStore;
  let db: Db;
  before(async () => {
    store = await open();
    db = store.database.db;
    await importCatalogue(db, testCatalogue, { now: start });
  });
  after(() => store?.close());

  /** Stores a photo of a colour on a day. Returns its id. */
  const stored = async (colour: string, on: number): Promise<string> => {
    const { id, source } = await readPhoto(await photoBytes(colour), whole);
    await insertPhoto(db, { id, source, now: day(on) });
    return id;
  };
  const isStored = async (id: string) => (await photoSource(db, id)) !== null;
  const naming = (...ids: string[]) => ({
    products: [{ ...museum, ...(ids[0] && { photos: ids.map((id) => ({ id })) }) }],
  });

  test("a photo is deleted with its files when no product has named it for 30 days, and one that is sent again stays", async () => {
    const [old, again] = [await stored("red", 0), await stored("lime", 0)];
    await storePhotoFile(db, old, "320.webp", Buffer.from("file"));
    await deleteUnusedPhotos(db, day(29));
    assert.ok(await isStored(old));
    await stored("lime", 29);
    await deleteUnusedPhotos(db, day(31));
    assert.deepEqual([await isStored(old), await isStored(again)], [false, true]);
    assert.equal(await photoFile(db, old, "320.webp"), null);
  });

  test("a photo stays while a product or a revision of it names it, and for 30 days after", async () => {
    const [now, former] = [await stored("blue", 0), await stored("gold", 0)];
    await importCatalogue(db, naming(now, former), { now: day(1) });
    await importCatalogue(db, naming(now), { now: day(2) });
    await deleteUnusedPhotos(db, day(400));
    assert.deepEqual([await isStored(now), await isStored(former)], [true, true]);
    // After 50 further revisions, no revision that can be restored names the photo.
    for (let n = 0; n < 51; n++)
      await importCatalogue(
        db,
        { products: [{ ...naming(now).products[0]!, name: `Museum ${n}` }] },
        { now: day(401) },
      );
    await deleteUnusedPhotos(db, day(402));
    await deleteUnusedPhotos(db, day(431));
    assert.ok(await isStored(former));
    await deleteUnusedPhotos(db, day(433));
    assert.deepEqual([await isStored(now), await isStored(former)], [true, false]);
    const missing = await db.transaction().execute((tx) => missingPhotos(tx, [now, former]));
    assert.deepEqual(missing, [former]);
  });

  test("a photo that an import is about to name is not deleted under it", async () => {
    const [checked, unchecked] = [await stored("cyan", 500), await stored("pink", 500)];
    await db.transaction().execute(async (tx) => {
      assert.deepEqual(await missingPhotos(tx, [checked]), []);
      await deleteUnusedPhotos(db, day(600));
    });
    // The control: nothing had locked the other photo.
    assert.deepEqual([await isStored(checked), await isStored(unchecked)], [true, false]);
  });
});
