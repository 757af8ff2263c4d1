/**
 * Work in lanes, one for each owner, so that whoever has much work, or slow work, leaves room for the others. Of one key
 * there is one run at a time; one that is asked for while it runs, runs once more.
 */
export interface Lanes {
  /** Runs a key when its lane and the whole have room. False when the lane's line is full: then it is not remembered. */
  add(lane: string, key: string): boolean;
  /** Lanes that have keys in line. */
  busy(): string[];
  /** How many more runs fit in now. */
  room(): number;
  /** Forgets the lines and waits for what runs. */
  stop(): Promise<void>;
}

export interface LaneLimits {
  /** Runs at once, in all lanes. */
  atOnce: number;
  /** Runs at once in one lane. */
  ofOneLane: number;
  /** Keys that may wait in one lane. */
  inLine: number;
}

/** `run` must not reject. */
export function createLanes(limits: LaneLimits, run: (key: string) => Promise<void>): Lanes {
  const running = new Map<string, { over: Promise<void>; again: boolean }>();
  const lanes = new Map<string, { running: number; line: Set<string> }>();
  let stopped = false;

  return {
    add(lane, key) {
      if (stopped) return false;
      const known = running.get(key);
      if (known) {
        known.again = true;
        return true;
      }
      const { line } = lanes.get(lane) ?? openLane(lane);
      if (line.size >= limits.inLine && !line.has(key)) return false;
      line.add(key);
      advance();
      return true;
    },
    busy: () => [...lanes].filter(([, { line }]) => line.size > 0).map(([lane]) => lane),
    room: () => limits.atOnce - running.size,
    async stop() {
      stopped = true;
      for (const { line } of lanes.values()) line.clear();
      await Promise.all([...running.values()].map(({ over }) => over));
    },
  };

  function openLane(lane: string) {
    const opened = { running: 0, line: new Set<string>() };
    lanes.set(lane, opened);
    return opened;
  }

  /** Starts what fits. A lane that starts a run goes to the end, where the loop comes to it again. */
  function advance(): void {
    for (const [lane, { running: here, line }] of lanes) {
      if (running.size >= limits.atOnce) return;
      const [key] = line;
      if (key !== undefined && here < limits.ofOneLane) start(lane, key);
    }
  }

  function start(lane: string, key: string): void {
    const here = lanes.get(lane)!;
    lanes.delete(lane);
    lanes.set(lane, here);
    here.line.delete(key);
    here.running++;
    const over = run(key).then(() => {
      const { again } = running.get(key)!;
      running.delete(key);
      here.running--;
      if (again && !stopped) here.line.add(key);
      if (here.running === 0 && here.line.size === 0) lanes.delete(lane);
      advance();
    });
    running.set(key, { over, again: false });
  }
}
