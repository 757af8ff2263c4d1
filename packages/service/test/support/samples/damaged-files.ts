/** Returns four damaged copies of a file: cut, with changed bytes, with bytes between, and with a second end. */
export function damagedCopies(bytes: Uint8Array, random: () => number): Buffer[] {
  const whole = Buffer.from(bytes);
  const at = () => Math.floor(random() * whole.length);
  const changed = Buffer.from(whole);
  for (let n = 0; n < 5; n++) changed[at()] = Math.floor(random() * 256);
  const place = at();
  return [
    whole.subarray(0, at()),
    changed,
    Buffer.concat([whole.subarray(0, place), Buffer.alloc(3), whole.subarray(place)]),
    Buffer.concat([whole, whole.subarray(at())]),
  ];
}
