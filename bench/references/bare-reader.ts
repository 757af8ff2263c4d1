/** The reference of the mirror: reads every page since a version, `URL VERSION`, and discards the bytes. */

const [url, version] = process.argv.slice(2);
for (const list of ["products", "es/pages", "pt/pages", "es/contents", "pt/contents", "events"]) {
  for (let page = 1, more = true; more; page++) {
    const answer = await fetch(`${url}/api/${list}?version=${version}&page=${page}`);
    if (answer.status !== 200) throw new Error(`${answer.url} answered ${answer.status}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    // The envelope comes before the records.
    more = bytes.subarray(0, 200).includes('"hasNextPage":true');
  }
}
