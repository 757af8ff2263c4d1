import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import { newSiteSettings } from "../../src/records/site.ts";
import { SiteCatalogue } from "../../src/site/catalogue.ts";
import { sitemapFile } from "../../src/site/sitemap.ts";
import { sitePages } from "../../src/store/site/sites.ts";
import { show, variant } from "../support/samples/catalogue.ts";
import { type OpenSite, openSite, siteCatalogue } from "./open-site.ts";

/** The public pages of an own site, read as a browser without scripts reads them. */

const settings = {
  currencies: ["USD", "BRL"],
  name: { en: "Tours & more" },
  colour: "#ffe000",
  trader: { ...newSiteSettings().trader, name: "Tours <SL>", address: "Calle Mayor 1", email: "hi@tours.example" },
  legal: { ...newSiteSettings().legal, terms: { es: "## Uno\n\nTexto <script>x</script> [mal](javascript:x)" } },
  complaintBook: "https://livro.example/",
};

const markupOf = (text: string): { "@type": string; [key: string]: unknown }[] =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!);

const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

/** The addresses of links that a page has to the same site. */
const linksOf = (text: string): string[] =>
  [...text.matchAll(/<a [^>]*?href="(\/[^"]*)"/g)].map(([, address]) => unescaped(address!));

describe("an own site", () => {
  let site: OpenSite;
  let productId: (name: string) => Promise<string>;
  before(async () => {
    site = await openSite({ settings });
    productId = async (externalId) => {
      const { db } = site.app.store.database;
      const { rows } = await sql<{ id: string }>`select id from product where external_id = ${externalId}`.execute(db);
      return rows[0]!.id;
    };
  });
  after(() => site.app.stop());

  test("every published page answers at its address, and its links lead to pages", async () => {
    const paths = ["/en", "/es", "/pt", "/en/madrid", "/pt/madri", "/es/espectaculos", "/en/madrid/flamenco"];
    for (const path of [...paths, "/en/search", "/es/legal/terms"]) {
      for (const address of new Set(linksOf(await site.page(path)))) {
        const { status } = await site.ask(address);
        assert.equal(status, 200, `${path} links to ${address}`);
      }
    }
    assert.match(await site.page("/en"), /<a href="\/en\/booking">Find your booking<\/a>/);
  });

  test("a page that is not published is a 404 that leads on", async () => {
    for (const path of ["/en/rio", "/pt/shows", "/en/nothing", "/en/legal/privacy", "/en/activity/x", "/fr"]) {
      const { status, text, headers } = await site.ask(path);
      assert.equal(status, 404, path);
      assert.equal(headers["cache-control"], "no-store");
      assert.match(text, /<form class="search"/);
      assert.ok(linksOf(text).some((address) => /madri/.test(address)));
    }
  });

  test("a page about a product that is not sold shows the others of its city", async () => {
    const text = await site.page("/en/madrid/closed");
    assert.match(text, /not offered at the moment/);
    assert.match(text, /<meta name="robots" content="noindex">/);
    assert.ok(linksOf(text).includes("/en/madrid/flamenco"));
  });

  test("a product without a page has an address of its own, and one with a page is moved there", async () => {
    const museum = await site.page(`/en/activity/${await productId("museum")}`);
    assert.match(museum, /<h1>Museum day ticket<\/h1>/);
    const moved = await site.ask(`/en/activity/${await productId("show")}?currency=USD&date=2026-06-20`);
    assert.equal(moved.status, 301);
    assert.equal(moved.headers.location, "/en/madrid/flamenco?date=2026-06-20&currency=USD");
  });

  test("texts of operators are escaped, and those in another language say so", async () => {
    const text = await site.page("/en/madrid/flamenco");
    assert.match(text, /<h1>Flamenco &#38; &#60;wine&#62;<\/h1>/);
    assert.match(text, /<p class="intro" lang="es">Cante y baile<\/p>/);
    assert.match(text, /<h3>Evening<\/h3>\n<p>A <strong>short<\/strong> <a href="https:\/\/example.com\/show"/);
    assert.match(text, /Tours &#60;SL&#62;/);
    const terms = await site.page("/en/legal/terms");
    assert.match(terms, /<div lang="es"><h3>Uno<\/h3>/);
    assert.doesNotMatch(terms, /<script>x|javascript:/);
  });

  test("the sitemap has every page once a language, with its other languages", async () => {
    const text = await site.page("/sitemap.xml");
    const listed = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!);
    assert.equal(new Set(listed).size, listed.length);
    const paths = listed.map((address) => address.replace("https://tours.example", "")).sort();
    const [showId, ...others] = await Promise.all(["show", "boat", "museum", "pass"].map(productId));
    const own = others.flatMap((id) => ["en", "es", "pt"].map((lang) => `/${lang}/activity/${id}`));
    const pages = ["/en/madrid", "/es/madrid", "/pt/madri", "/en/shows", "/es/espectaculos", "/en/madrid/flamenco"];
    const legal = ["en", "es", "pt"].map((lang) => `/${lang}/legal/terms`);
    const rest = [`/es/activity/${showId}`, `/pt/activity/${showId}`];
    assert.deepEqual(paths, ["/en", "/es", "/pt", ...pages, ...own, ...legal, ...rest].sort());
    assert.match(text, /hreflang="pt" href="https:\/\/tours.example\/pt\/madri"/);
    assert.match(await site.page("/robots.txt"), /^Sitemap: https:\/\/tours.example\/sitemap.xml$/m);
  });

  test("a product's markup for search engines parses, and names its price and its next events", async () => {
    const text = await site.page("/en/madrid/flamenco");
    const [product, event, crumbs] = markupOf(text);
    assert.equal(product!["@type"], "Product");
    assert.equal(product!.name, "Flamenco & <wine>");
    const offer = product!.offers as Record<string, unknown>;
    assert.deepEqual(
      [offer.lowPrice, offer.priceCurrency, offer.url],
      [45, "EUR", "https://tours.example/en/madrid/flamenco"],
    );
    assert.equal(event!.startDate, "2026-06-16T20:00:00+02:00");
    assert.equal((event!.offers as unknown[]).length, 2);
    assert.deepEqual(
      (crumbs!.itemListElement as { item: string }[]).map(({ item }) => item),
      ["https://tours.example/en", "https://tours.example/en/madrid", "https://tours.example/en/madrid/flamenco"],
    );
    assert.match(text, /<link rel="canonical" href="https:\/\/tours.example\/en\/madrid\/flamenco">/);
    assert.match(text, /<link rel="alternate" hreflang="x-default" href="https:\/\/tours.example\/es\/activity\//);
  });

  test("a chosen currency stays in every link, and its amounts are approximate and rounded up", async () => {
    const text = await site.page("/en/madrid/flamenco?currency=brl&date=2026-06-16");
    // 45 EUR at 0.9 are 50 US dollars, 262.50 reais.
    assert.match(text, /<b>€45<\/b> <small class="about">about R\$262.50<\/small>/);
    assert.match(text, /<b>€90<\/b> <small class="about">about R\$525<\/small>/);
    assert.match(text, /You pay in USD/);
    assert.match(text, /<span>You pay<\/span> <output data-charged><b>US\$100.00<\/b>/);
    for (const address of linksOf(text).filter((one) => /^\/en(?!\/search)/.test(one) && !/-\//.test(one)))
      if (!/currency=USD/.test(address) && address !== "/en/madrid/flamenco?date=2026-06-16")
        assert.match(address, /currency=BRL/, address);
    const unknown = await site.page("/en/madrid/flamenco?currency=GBP");
    assert.match(unknown, /<small class="about">about US\$50<\/small>/, "the currency in which it is charged");
  });

  test("the calendar has the lowest price of an adult on each day, and a month without dates says so", async () => {
    const june = await site.page("/en/madrid/flamenco");
    assert.match(
      june,
      /href="\/en\/madrid\/flamenco\?date=2026-06-16#booking" aria-label="Tuesday, 16 June 2026, from €45"/,
    );
    assert.match(june, /Next date: Tue,? 16 Jun/);
    assert.equal(june.match(/class="day open"/g)!.length, 15);
    assert.match(await site.page("/en/madrid/flamenco?month=2027-01"), /No dates in this month/);
    // Weeks begin on Sunday in Brazil.
    const brazil = await site.page(`/pt/activity/${await productId("show")}`);
    assert.match(brazil, /<thead><tr><th scope="col"><abbr title="domingo">/);
  });

  test("a day's times are links, and the form has the quantities that the rules allow", async () => {
    const text = await site.page("/en/madrid/flamenco?date=2026-06-16");
    const form = /<form class="tickets" method="post" action="\/en\/book".*?<\/form>/s.exec(text)![0];
    assert.match(form, /name="event" value="[0-9a-f-]{36}"/);
    assert.match(form, new RegExp(`name="product" value="${await productId("show")}"`));
    assert.match(form, /name="ticket-ADULT" type="number" inputmode="numeric" min="1" max="10" step="1" value="2"/);
    assert.match(form, /name="ticket-CHILD" type="number" inputmode="numeric" min="0" max="6" step="2" value="0"/);
    assert.match(form, /<b>€90<\/b>/);
    const fragment = await site.page("/en/madrid/flamenco?date=2026-06-16&fragment=booking");
    assert.ok(text.includes(fragment));
    assert.doesNotMatch(fragment, /<html/);
  });

  test("what a visitor chose is in the form again, with the reason why it cannot be sold", async () => {
    const text = await site.page("/en/madrid/flamenco?date=2026-06-16&ticket-ADULT=3&ticket-CHILD=1");
    assert.match(text, /name="ticket-ADULT"[^>]* value="3"/);
    assert.match(text, /name="ticket-CHILD"[^>]* value="1"/);
    assert.match(text, /<div class="problem" role="alert"><ul><li>[^<]*“Child”/);
    assert.match(text, /<b>€157.50<\/b>/);
    const gone = await site.page("/en/madrid/flamenco?date=2026-06-16&event=00000000-0000-0000-0000-000000000000");
    assert.match(gone, /no longer offered/);
  });

  test("an event whose sale has ended is shown and cannot be chosen", async () => {
    const before = site.app.clock.now;
    try {
      site.app.clock.now = new Date("2026-06-16T18:10:00Z");
      const text = await site.page("/en/madrid/flamenco?date=2026-06-16");
      assert.match(text, /<span class="off">.*?Booking closed/s);
      assert.doesNotMatch(text, /<form class="tickets"/);
    } finally {
      site.app.clock.now = before;
    }
  });

  test("a day ticket needs no time, and a pass without a date is chosen by its options", async () => {
    const museum = await site.page(`/en/activity/${await productId("museum")}?date=2026-06-16`);
    assert.match(
      museum,
      /Choose an option<\/h3>\s+<ul class="times"><li><a [^>]*aria-current="true"><span>\s*<span>Day ticket<\/span>/,
    );
    assert.match(museum, /<form class="tickets"/);
    assert.match(museum, /Free up to 1 day before the day of the visit/);
    assert.deepEqual(
      markupOf(museum).map((one) => one["@type"]),
      ["Product", "BreadcrumbList"],
    );
    const path = `/en/activity/${await productId("pass")}`;
    const pass = await site.page(path);
    assert.doesNotMatch(pass, /class="calendar"/);
    const options = linksOf(pass).filter((address) => address.startsWith(`${path}?event=`));
    assert.equal(options.length, 2);
    assert.match(pass, /<span>Three days<\/span><small class="valid">Valid until Wednesday,? 30 September 2026/);
    assert.match(await site.page(options[1]!.replace("#booking", "")), /name="ticket-ADULT"[^>]* value="1"/);
    assert.match(pass, /Free up to 1 day before the last day of validity/);
  });

  test("a product's facts, places and people to ask are shown", async () => {
    const text = (await site.page("/en/madrid/flamenco")).replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
    for (const shown of [
      "Duration 1 h 15 min",
      "Languages Spanish, European Portuguese",
      "Group size Up to 70 people",
      "Minimum age 6 years",
      "Cancellation Free up to 2 days before the start",
      "Full refund up to 2 days before the start 50% refund up to 6 hours before the start No refund after that",
      "Door &#60;of&#62; the room Please arrive 20 minutes early. Ring twice.",
      "Pick-up Old town Hotel Sol , Calle Mayor 2 15 minutes before the start You can name another address",
      "Ana +34 600 000 101",
      "Step-free entrance",
    ])
      assert.ok(text.includes(shown), `${shown}\n${text}`);
    assert.match(await site.page("/en/madrid/flamenco"), /openstreetmap.org\/\?mlat=40.4&#38;mlon=-3.7/);
    const other = linksOf(await site.page("/en/search?q=boat")).find((one) => one.includes("/activity/"))!;
    assert.match(await site.page(other), /Non-refundable/);
  });

  test("search finds words of texts, cities and categories without accents, on a day and in a city", async () => {
    const names = async (query: string) =>
      [...(await site.page(`/es/search?${query}`)).matchAll(/<h2[^>]*><a[^>]*>(.*?)<\/a>/gs)].map(([, name]) => name);
    assert.deepEqual(await names("q=FLAMENCO+espectaculos"), ["Noche de flamenco"]);
    assert.deepEqual(await names("q=baia"), ["Passeio de barco na baía"]);
    assert.deepEqual(await names("city=NYC"), ["Museum day ticket", "City pass"]);
    assert.deepEqual(await names("date=2026-07-10"), ["Noche de flamenco", "City pass"], "a pass is valid on any day");
    assert.deepEqual(await names("city=NYC&date=2026-10-01"), [], "the pass has ended");
    assert.match(await site.page("/es/search?city=MAD&date=2026-07-10"), /<h1>Qué hacer en Madrid<\/h1>/);
    const none = await site.page("/es/search?q=xyz&date=2026-02-31");
    assert.match(none, /Esto no es un día/);
    assert.match(none, /name="q" type="search" value="xyz"/);
    assert.match(none, /No hay resultados/);
  });

  test("the pages' files have the site's colours, and load from no other host", async () => {
    const text = await site.page("/en");
    for (const [, address] of text.matchAll(/(?:src|href)="(\/-\/[^"]+)"/g)) {
      const { status, headers } = await site.ask(address!, { "accept-encoding": "br" });
      assert.equal(status, 200, address);
      assert.equal(headers["content-encoding"], "br");
      assert.match(headers["cache-control"]!, /immutable/);
    }
    const colours = await site.ask("/-/old-colours.css");
    assert.match(colours.text, /--band: #ffe000;\n {2}--on-band: #0b1519/);
    assert.equal(colours.headers["cache-control"], "no-cache");
    const { headers } = await site.ask("/en");
    assert.match(`${headers["content-security-policy"]}`, /script-src 'self'; style-src 'self'/);
    assert.doesNotMatch(text, / style=|(?:src|href)="https?:\/\/(?!tours\.example|livro\.example)/);
    assert.equal(headers["set-cookie"], undefined);
  });

  test("no address makes a page fail", async () => {
    const product = "/en/madrid/flamenco";
    const texts = [
      "",
      "x",
      "0",
      "-1",
      "0000-01-01",
      "9999-12-31",
      "2026-02-31",
      "2026-13",
      "1e9",
      "%00",
      "%ff",
      "%F0%9F%98%80",
    ];
    const names = ["date", "month", "event", "page", "q", "city", "currency", "fragment", "ticket-ADULT", "ticket-"];
    const queries = names.flatMap((name) => texts.map((text) => `${name}=${text}`));
    const chosen = [
      "ticket-ADULT=99999",
      "ticket-ADULT=9999999999999999999999",
      `q=${"x".repeat(5000)}`,
      "date&date&=",
      "event=%",
    ];
    const paths = [
      "/%00",
      "/en/%ff",
      "/en//madrid",
      "/en/../..",
      "/EN",
      "/en/madrid/",
      "/-/x",
      "/-/",
      "/sitemap-0.xml",
      "//",
    ];
    const asked = [
      ...[...queries, ...chosen].flatMap((query) => [
        `${product}?date=2026-06-16&${query}`,
        `${product}?${query}`,
        `/en/search?${query}`,
      ]),
      ...paths,
    ];
    for (const path of asked) {
      const { status, text } = await site.ask(path);
      assert.ok(status < 500, `${status} ${path.slice(0, 100)}`);
      assert.doesNotMatch(text, /at .*\.ts:/);
    }
  });

  test("names of campaigns in an address make no other page", async () => {
    const plain = await site.ask("/en");
    const tagged = await site.ask("/en?utm_source=letter");
    assert.equal(tagged.headers.etag, plain.headers.etag);
  });
});

test("a site below a path keeps its path in every link, and an analytics script is in the policy", async () => {
  const analytics = { script: "https://count.example/a.js", attributes: { "data-site": 'x"y' } };
  const catalogue = { ...siteCatalogue, pages: siteCatalogue.pages!.map(belowPath) };
  const site = await openSite({ host: null, path: "/tours", settings: { analytics } }, catalogue);
  try {
    const { text, headers } = await site.ask("/tours/en/madrid/flamenco", { host: "any.example" });
    for (const address of linksOf(text)) assert.match(address, /^\/tours\//);
    assert.match(text, /<link rel="canonical" href="https:\/\/office.example\/tours\/en\/madrid\/flamenco">/);
    assert.match(text, /<script defer src="https:\/\/count.example\/a.js" data-site="x&#34;y">/);
    assert.match(
      `${headers["content-security-policy"]}`,
      /script-src 'self' https:\/\/count.example; .*connect-src 'self' https:\/\/count.example;/,
    );
    assert.match(await site.page("/tours/sitemap.xml"), /<loc>https:\/\/office.example\/tours\/en<\/loc>/);
    assert.match((await site.ask("/tours/en", { host: "any.example", "accept-language": "pt" })).text, /lang="en"/);
  } finally {
    await site.app.stop();
  }
});

const belowPath = (page: NonNullable<(typeof siteCatalogue)["pages"]>[number]) =>
  JSON.parse(JSON.stringify(page).replaceAll("//tours.example/", "//office.example/tours/"));

test("a long list has pages of 24 products, those that cannot be booked at the end, and none beyond the last", async () => {
  // The first one has no events.
  const seat = (n: number) => ({ externalId: `seat-${n}`, partNumber: `S-${n}`, ...(n === 0 && { schedules: [] }) });
  const products = Array.from({ length: 30 }, (_, n) =>
    variant(show, { externalId: `show-${n}`, name: `Show ${n}` }, seat(n)),
  );
  const site = await openSite({}, { ...siteCatalogue, ticketTypes: [], products });
  try {
    const names = (text: string) => text.match(/<li class="card">/g)!.length;
    assert.equal(names(await site.page("/en/madrid")), 24);
    const second = await site.page("/en/madrid?page=2");
    assert.equal(names(second), 6);
    assert.match(second, /Show 0<\/a><\/h2>\s+<p class="card-foot">.*?Not available(?!.*<li class="card">)/s);
    assert.match(second, /<link rel="canonical" href="https:\/\/tours.example\/en\/madrid\?page=2">/);
    for (const page of ["3", "0", "x"]) assert.equal((await site.ask(`/en/madrid?page=${page}`)).status, 404);
  } finally {
    await site.app.stop();
  }
});

test("a sitemap that is too long for one file lists its parts, which have every address once", async () => {
  const site = await openSite();
  try {
    const active = site.app.app.service.sites.site("TOURS")!;
    const { db } = site.app.store.database;
    const where = {
      site: active,
      catalogue: new SiteCatalogue(active, () => sitePages(db, "TOURS")),
      origin: "https://tours.example",
    };
    const addresses = (text: string | null) => [...text!.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address!);
    const all = addresses(await sitemapFile(where, "sitemap.xml"));
    const files = addresses(await sitemapFile(where, "sitemap.xml", 7));
    assert.deepEqual(files.slice(0, 2), ["https://tours.example/sitemap-1.xml", "https://tours.example/sitemap-2.xml"]);
    const parts = await Promise.all(files.map((file) => sitemapFile(where, file.split("/").at(-1)!, 7)));
    assert.deepEqual(parts.flatMap(addresses), all);
    assert.equal(await sitemapFile(where, `sitemap-${files.length + 1}.xml`, 7), null);
  } finally {
    await site.app.stop();
  }
});

test("a site whose key was revoked says that it comes back, and offers only languages of the service", async () => {
  const site = await openSite({}, siteCatalogue, { offeredLanguages: ["es", "pt"] });
  try {
    assert.equal((await site.ask("/en")).status, 404);
    assert.doesNotMatch(await site.page("/es"), /lang="en"/);
    const { db } = site.app.store.database;
    await sql`update api_key set revoked_at = now() where id in (select key_id from site_key)`.execute(db);
    await site.app.app.service.sites.reload();
    const { status, text, headers } = await site.ask("/es/madrid");
    assert.equal(status, 503);
    assert.equal(headers["retry-after"], "30");
    assert.match(text, /<h1>Volvemos enseguida<\/h1>/);
  } finally {
    await site.app.stop();
  }
});
