import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { decideResources } from "../../src/records/resources/allocation.ts";
import type { Resource, ResourceEvent, ResourceRequirement } from "../../src/records/resources/requirement.ts";
import { daysOffDuring, isWithinHours } from "../../src/records/resources/working-times.ts";

/** Tests the decision about resources by examples, and beside a model that counts each minute. */

const day = "2026-06-16";
const boat = (more: Partial<Resource> = {}): Resource => ({
  ...{ id: "boat", capacity: 10, turnaroundMinutes: 0, hours: null, daysOff: [], archived: false },
  ...more,
});
const seat: ResourceRequirement = { resources: ["boat"], peoplePerUnit: 1, minutes: 60 };
const event = (id: string, minute: number, more: Partial<ResourceEvent> = {}): ResourceEvent => {
  const at = new Date(Date.parse(`${day}T06:00:00Z`) + minute * 60_000).toISOString().slice(0, 19);
  return {
    ...{ id, eventOn: at, startsAt: new Date(`${at}Z`), capacity: null },
    ...{ requirements: [seat], allocations: [], seats: more.people ?? 0, people: 0 },
    ...more,
  };
};
const decide = (resources: Resource[], events: ResourceEvent[], others: ResourceEvent[] = []) =>
  decideResources(new Map(resources.map((one) => [one.id, one])), events, others);
const whole: ResourceRequirement = { resources: ["boat", "van"], peoplePerUnit: null, minutes: 60 };
const reasons = (decided: ReturnType<typeof decide>, id: string) =>
  decided.get(id)!.clashes.map(({ reason }) => reason);

describe("resources of events", () => {
  test("tours at the same time share the seats of a boat; a tour after them does not", () => {
    const decided = decide(
      [boat()],
      [event("a", 0, { people: 4 }), event("b", 30, { people: 3 }), event("c", 59), event("d", 90)],
    );
    assert.deepEqual(
      ["a", "b", "c", "d"].map((id) => decided.get(id)!.left),
      [3, 3, 3, 10],
    );
    assert.deepEqual(decided.get("a")!.allocations, [{ position: 0, resourceId: "boat", units: 4 }]);
  });

  test("the peak counts, not the sum: two tours one after the other leave the seats of the larger one", () => {
    const decided = decide(
      [boat()],
      [event("a", 0, { people: 4 }), event("b", 60, { people: 7 }), event("c", 30, { requirements: [{ ...seat }] })],
    );
    assert.equal(decided.get("c")!.left, 3);
  });

  test("the turnaround keeps the boat after each tour", () => {
    const after = (turnaroundMinutes: number) =>
      decide([boat({ turnaroundMinutes })], [event("a", 0, { people: 10 }), event("b", 60)]).get("b")!.left;
    assert.deepEqual([after(0), after(1)], [10, 0]);
  });

  test("the capacity of the event is a limit too", () => {
    assert.equal(decide([boat()], [event("a", 0, { capacity: 6, people: 2 })]).get("a")!.left, 4);
  });

  test("a boat counts seats, a guide counts people, and a children's boat too: babies on laps are people", () => {
    const guests = { seats: 10, people: 13 };
    const crew = (id: string, capacity: number) => boat({ id, capacity });
    const takes = (one: Omit<ResourceRequirement, "minutes">) => {
      const decided = decide(
        [crew("boat", 20), crew("ana", 3)],
        [event("a", 0, { ...guests, requirements: [{ ...one, minutes: 60 }] })],
      );
      const { allocations, clashes, left } = decided.get("a")!;
      return [allocations.map(({ units }) => units), clashes.length, left];
    };
    assert.deepEqual(takes({ resources: ["boat"], peoplePerUnit: 1 }), [[10], 0, 10]);
    assert.deepEqual(takes({ resources: ["boat"], peoplePerUnit: 1, counts: "people" }), [[13], 0, 7]);
    assert.deepEqual(takes({ resources: ["ana"], peoplePerUnit: 6 }), [[3], 0, 5]);
    assert.deepEqual(takes({ resources: ["ana"], peoplePerUnit: 6, counts: "seats" }), [[2], 0, 8]);
    assert.deepEqual(takes({ resources: ["ana"], peoplePerUnit: 4 }), [[3], 1, 0]);
  });

  test("one guide for 15 people: the second guide comes with the 16th", () => {
    const guides = ["ana", "bo"].map((id) => boat({ id, capacity: 1 }));
    const requirements = [{ resources: ["ana", "bo"], peoplePerUnit: 15, minutes: 60 }];
    const at = (people: number) => decide(guides, [event("a", 0, { people, requirements })]).get("a")!;
    assert.deepEqual(
      [0, 15, 16, 30].map((people) => [at(people).allocations.length, at(people).left]),
      [
        [0, 30],
        [1, 15],
        [2, 14],
        [2, 0],
      ],
    );
  });

  test("an event that takes the whole of a resource takes the least busy one of the pool, and leaves it", () => {
    const pool = [boat(), boat({ id: "van", capacity: 8 })];
    const early = event("early", 0, { people: 1, requirements: [whole] });
    const late = event("late", 120, { people: 1, requirements: [whole] });
    const decided = decide(pool, [early, late, event("third", 120, { requirements: [whole] })]);
    assert.deepEqual(decided.get("early")!.allocations, [{ position: 0, resourceId: "boat", units: 10 }]);
    assert.deepEqual(decided.get("late")!.allocations, [{ position: 0, resourceId: "van", units: 8 }]);
    assert.equal(decided.get("third")!.left, null);
    const full = decide(
      pool,
      [event("third", 120, { requirements: [whole] })],
      [
        { ...late, allocations: decided.get("late")!.allocations },
        { ...late, id: "charter", allocations: [{ position: 0, resourceId: "boat", units: 1 }] },
      ],
    );
    assert.equal(full.get("third")!.left, 0);
  });

  test("an allocation stays where an operator put it, and is released when the guests leave", () => {
    const pool = [boat(), boat({ id: "van" })];
    const allocations = [{ position: 0, resourceId: "van", units: 10 }];
    const kept = decide(pool, [event("a", 0, { people: 3, requirements: [whole], allocations })]);
    assert.deepEqual(kept.get("a")!.allocations, allocations);
    const gone = decide(pool, [event("a", 0, { people: 0, requirements: [whole], allocations })]);
    assert.deepEqual(gone.get("a")!.allocations, []);
  });

  test("a sold event whose resource is gone keeps it, clashes and sells no more; an empty one is sold out", () => {
    const allocations = [{ position: 0, resourceId: "boat", units: 2 }];
    const at = (more: Partial<Resource>) =>
      decide([boat(more)], [event("sold", 0, { people: 2, allocations }), event("empty", 120)]);
    for (const [more, reason] of [
      [{ archived: true }, "archived"],
      [{ daysOff: [{ from: day, until: day, reason: "repair" }] }, "day-off"],
      [{ hours: [] }, "hours"],
    ] as const) {
      const decided = at(more);
      assert.deepEqual([reasons(decided, "sold"), decided.get("sold")!.left], [[reason], 0]);
      assert.deepEqual(decided.get("sold")!.allocations, allocations);
      assert.deepEqual([reasons(decided, "empty"), decided.get("empty")!.left], [[], 0]);
    }
    assert.deepEqual(reasons(at({ capacity: 1 }), "sold"), ["overlap"]);
    const missing = decide([boat({ capacity: 1 })], [event("sold", 0, { people: 2 })]);
    assert.deepEqual(reasons(missing, "sold"), ["short"]);
  });

  test("an event lacks resources if it can get nothing of one, and is full if its own guests fill it", () => {
    const lacks = (resources: Resource[], events: ResourceEvent[], id: string) => {
      const { left, lacksResources } = decide(resources, events).get(id)!;
      return [left, lacksResources];
    };
    const full = event("full", 0, { people: 10 });
    assert.deepEqual(lacks([boat()], [full], "full"), [0, false], "its own guests fill the boat");
    assert.deepEqual(lacks([boat()], [full, event("empty", 0)], "empty"), [0, true], "the boat is taken");
    const part = event("part", 0, { people: 4 });
    const rest = event("rest", 0, { people: 6 });
    assert.deepEqual(lacks([boat()], [part, rest], "part"), [0, false], "it runs with the seats that it has");
    const off = { daysOff: [{ from: day, until: day, reason: "" }] };
    assert.deepEqual(lacks([boat(off)], [event("empty", 0)], "empty"), [0, true]);
    assert.deepEqual(
      lacks([boat(off)], [{ ...part, allocations: decide([boat()], [part]).get("part")!.allocations }], "part"),
      [0, true],
    );
    assert.deepEqual(lacks([boat()], [event("sold", 0, { capacity: 2, people: 2 })], "sold"), [0, false]);
    assert.deepEqual(lacks([boat()], [part], "part"), [6, false]);
  });

  test("working hours follow each other, and may end after midnight", () => {
    // 16 June 2026 is a Tuesday.
    const span = (time: string, minutes: number) => ({ eventOn: `${day}T${time}:00`, minutes });
    const shifts = [
      { day: 2, from: "09:00", until: "13:00" },
      { day: 2, from: "13:00", until: "15:00" },
      { day: 2, from: "22:00", until: "02:00" },
    ];
    assert.ok(isWithinHours(shifts, span("12:00", 180)));
    assert.ok(!isWithinHours(shifts, span("12:00", 181)));
    assert.ok(!isWithinHours(shifts, span("08:59", 10)));
    assert.ok(isWithinHours(shifts, span("23:00", 180)));
    assert.ok(
      isWithinHours([{ day: 2, from: "22:00", until: "02:00" }], { eventOn: "2026-06-17T00:30:00", minutes: 30 }),
    );
    assert.ok(
      isWithinHours(
        [1, 2, 3].map((one) => ({ day: one, from: "00:00", until: "00:00" })),
        span("20:00", 600),
      ),
    );
    assert.ok(!isWithinHours([], span("12:00", 1)));
    assert.ok(isWithinHours(null, span("12:00", 1)));
  });

  test("a day off counts when the event ends on it, not when it ends at its first midnight", () => {
    const off = [{ from: "2026-06-17", until: "2026-06-18" }];
    assert.equal(daysOffDuring(off, { eventOn: `${day}T23:00:00`, minutes: 61 }).length, 1);
    assert.equal(daysOffDuring(off, { eventOn: `${day}T23:00:00`, minutes: 60 }).length, 0);
  });
});

/** Sells and returns seats at random, and counts each minute of each resource. */
describe("resources beside a model by the minute", () => {
  const resource = fc.record({
    capacity: fc.integer({ min: 1, max: 6 }),
    turnaroundMinutes: fc.integer({ min: 0, max: 20 }),
    closed: fc.boolean(),
  });
  const tour = fc.record({
    minute: fc.integer({ min: 0, max: 60 }),
    minutes: fc.integer({ min: 1, max: 40 }),
    capacity: fc.option(fc.integer({ min: 0, max: 9 })),
    pool: fc.constantFrom(["r0"], ["r1"], ["r0", "r1"]),
    peoplePerUnit: fc.constantFrom(null, 1, 1, 3),
  });
  const step = fc.record({ tour: fc.nat({ max: 3 }), sells: fc.boolean(), amount: fc.integer({ min: 1, max: 5 }) });

  const sales = fc.record({
    resources: fc.tuple(resource, resource),
    tours: fc.array(tour, { minLength: 1, maxLength: 4 }),
    steps: fc.array(step, { maxLength: 20 }),
  });

  test("no resource is ever taken twice, and the seats left are exactly the seats that fit", () => {
    fc.assert(
      fc.property(sales, ({ resources, tours, steps }) => {
        const rows = resources.map(
          ({ closed, ...more }, n): Resource =>
            boat({ id: `r${n}`, ...more, daysOff: closed && n === 1 ? [{ from: day, until: day, reason: "" }] : [] }),
        );
        let events = tours.map(({ minute, capacity, pool, ...takes }, n) =>
          event(`e${n}`, minute, { capacity, requirements: [{ ...takes, resources: pool }] }),
        );
        const settle = () => {
          const decided = decide(rows, events);
          events = events.map((one) => ({ ...one, allocations: decided.get(one.id)!.allocations }));
          return decided;
        };
        let decided = settle();
        for (const { tour: n, sells, amount } of steps) {
          const chosen = events[n % events.length]!;
          const left = decided.get(chosen.id)!.left;
          assert.equal(left, seatsThatFit(rows, events, chosen), "seats left");
          const people = sells ? chosen.people + Math.min(amount, left ?? amount) : Math.max(0, chosen.people - amount);
          events = events.map((one) => (one === chosen ? { ...one, people, seats: people } : one));
          decided = settle();
          checkMinutes(rows, events);
          for (const [id, { clashes }] of decided) assert.deepEqual(clashes, [], id);
        }
      }),
      { numRuns: 1500 },
    );
  });

  /** Returns the minutes of the test's day in which the event takes a resource. */
  function minutesOf({ startsAt, requirements }: ResourceEvent, { turnaroundMinutes }: Resource): number[] {
    const from = (+startsAt - Date.parse(`${day}T06:00:00Z`)) / 60_000;
    return Array.from({ length: requirements[0]!.minutes + turnaroundMinutes }, (_, n) => from + n);
  }

  function unitsByMinute(row: Resource, events: readonly ResourceEvent[]): number[] {
    const units = new Array<number>(200).fill(0);
    for (const one of events)
      for (const { resourceId, units: taken } of one.allocations)
        if (resourceId === row.id) for (const minute of minutesOf(one, row)) units[minute]! += taken;
    return units;
  }

  function checkMinutes(rows: readonly Resource[], events: readonly ResourceEvent[]): void {
    for (const row of rows)
      for (const units of unitsByMinute(row, events)) assert.ok(units <= row.capacity, `${row.id} is taken twice`);
    for (const { people, requirements, allocations } of events) {
      const { peoplePerUnit } = requirements[0]!;
      const taken = allocations.reduce((sum, { units }) => sum + units, 0);
      if (peoplePerUnit !== null) assert.equal(taken, Math.ceil(people / peoplePerUnit));
      else assert.equal(allocations.length, people > 0 ? 1 : 0);
    }
  }

  /** Counts people up from none until one more does not fit. Returns null if 100 people fit. */
  function seatsThatFit(
    rows: readonly Resource[],
    events: readonly ResourceEvent[],
    chosen: ResourceEvent,
  ): number | null {
    const { capacity, people, requirements } = chosen;
    const { peoplePerUnit, resources: pool } = requirements[0]!;
    const others = events.filter((one) => one !== chosen);
    const free = pool.map((id) => {
      const row = rows.find((one) => one.id === id)!;
      if (row.daysOff.length > 0) return { all: 0, isWhole: false };
      const units = unitsByMinute(row, others);
      const most = Math.max(...minutesOf(chosen, row).map((minute) => units[minute]!));
      return { all: row.capacity - most, isWhole: most === 0 };
    });
    const fits = (more: number) => {
      if (capacity !== null && people + more > capacity) return false;
      if (peoplePerUnit === null) return chosen.allocations.length > 0 || free.some(({ isWhole }) => isWhole);
      return people + more <= free.reduce((sum, { all }) => sum + all, 0) * peoplePerUnit;
    };
    for (let more = 1; more <= 100; more++) if (!fits(more)) return more - 1;
    return null;
  }
});
