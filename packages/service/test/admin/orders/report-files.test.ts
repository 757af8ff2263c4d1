import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { sql } from "kysely";
import { partnersWithCopies } from "../../../src/store/editing/change-effects.ts";
import { eventIds } from "../../concurrency/booking.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { signedIn } from "../../support/console.ts";
import { Partner } from "../../support/partner.ts";
import { testCatalogue } from "../../support/samples/catalogue.ts";

/** The CSV files of reports, in the languages of their readers. */

let app: TestApp;
before(async () => {
  app = await startApp({ catalogue: testCatalogue });
});
after(() => app.stop());

test("a report in CSV has the decimal marks and separators that spreadsheets in the reader's language expect", async () => {
  const owner = await signedIn(app, "owner");
  for (const [lang, line] of [
    ["en", "2026-06-01,0,0,USD,0.00,0.00,"],
    ["es", "2026-06-01;0;0;USD;0,00;0,00;"],
    ["pt", "2026-06-01;0;0;USD;0,00;0,00;"],
  ] as const) {
    const path = "/dashboard/sales?by=day&from=2026-06-01&to=2026-06-02&format=csv";
    const { text } = await owner.call("GET", path, undefined, { "accept-language": lang });
    assert.ok(text.split("\r\n")[1]!.startsWith(line), text);
  }
});

test("a name that looks like an amount keeps its point", async () => {
  const { db } = app.store.database;
  const [event] = await eventIds(db, "show");
  await sql`update product set record = record || '{"name": "12.50"}' where external_id = 'show'`.execute(db);
  await new Partner(app).buy(event!, { ADULT: 2 });
  const owner = await signedIn(app, "owner");
  const path = "/dashboard/sales?by=product&format=csv";
  const { text } = await owner.call("GET", path, undefined, { "accept-language": "es" });
  assert.match(text, /\r\nshow;12\.50;1;2;USD;100,00;/);
});

test("the columns of a report have titles in the reader's language, and instants the store's local time", async () => {
  const owner = await signedIn(app, "owner");
  await owner.ask("PUT", "/home", { timeZone: "Europe/Madrid", currencyCode: "USD" });
  const inSpanish = { "accept-language": "es" };
  const rowsOf = async (path: string) => {
    const { text } = await owner.call("GET", `${path}format=csv`, undefined, inSpanish);
    return text.replace("\uFEFF", "").trim().split("\r\n");
  };
  for (const [path, titles] of [
    ["/dashboard/sales?by=day&", "Día;Reservas;Plazas;Moneda;Ventas;Ventas US$;Reservas canceladas;"],
    ["/dashboard/sales?by=city&", "Ciudad;Reservas;"],
    ["/dashboard/sales?by=partner&", "Código del socio;Socio;Reservas;"],
    ["/dashboard/look-to-book?by=day&", "Día;Consultas de precio;Rechazadas;Reservas de socios;Consultas por reserva"],
    ["/dashboard/refusals?", "Código;Tipo;Causa;Peticiones;Parte %;"],
    ["/dashboard/load?", "Día;Eventos;Plazas;Vendidas;Ocupación %;"],
    ["/dashboard/callbacks?", "Código del socio;Socio;Creados;Recibidos a la primera;"],
    ["/dashboard/sync?", "Código del socio;Socio;Última lectura (Europe/Madrid);"],
  ] as const)
    assert.ok((await rowsOf(path))[0]!.startsWith(titles), path);
  const { usage, db } = app.app.service;
  const { rows } = await sql<{ id: string }>`select id from partner where external_id = 'acme'`.execute(db);
  const partnerId = rows[0]!.id;
  const rights = { test: false, readOnly: false, assistants: false, active: true };
  const caller = { keyId: partnerId, partnerId, partner: "acme", ...rights };
  usage.synced(caller, { updateVersion: 1, deleteVersion: 0 }, new Date("2026-06-15T10:00:00Z"));
  await usage.write(db);
  // A preview of changes counts the same partners, also those with a key of the demo and an old copy.
  assert.equal((await partnersWithCopies(db)).synced, 1);
  await sql`update api_key set mode = 'demo'`.execute(db);
  await sql`update partner_sync set at = at - interval '90 days'`.execute(db);
  assert.equal((await owner.ask("GET", "/dashboard/sync")).data.filter(isCopy).length, 1);
  assert.equal((await partnersWithCopies(db)).synced, 1);
  await sql`update partner_sync set at = at + interval '90 days'`.execute(db);
  assert.ok((await rowsOf("/dashboard/sync?")).some((row) => row.startsWith("acme;Acme Travel;2026-06-15 12:00:00;")));
});

const isCopy = ({ syncedAt }: { syncedAt: string | null }): boolean => syncedAt !== null;
