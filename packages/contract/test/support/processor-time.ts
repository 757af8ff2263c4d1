/** Milliseconds of processor time of this process so far. Unlike the clock, it is the same on a busy machine. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
