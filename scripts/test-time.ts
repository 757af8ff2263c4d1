/**
 * Loaded before the tests of each process: ends a process that takes a quarter of an hour, with the processes that it started. The runner's
 * own limit is for each test; a process that a failed test left running would keep its file, and so the whole run, for ever.
 */

const maxMs = 900_000;

setTimeout(() => {
  console.error(`The tests of this process have taken ${maxMs / 60_000} minutes: it ends here.`);
  process.exit(1);
}, maxMs).unref();
