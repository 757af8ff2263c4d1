import { randomUUID } from "node:crypto";
import { startServing } from "../process/service.ts";
import { type Row, rowOf } from "../results/row.ts";
import type { Served } from "../stores/stores.ts";
import { postText } from "../traffic/buyable.ts";
import { inTurn, load, type Pace } from "../traffic/load.ts";
import { prepare } from "./purchases.ts";

const connections = 32;

interface OctoProduct {
  id: string;
  availabilityType: string;
  options: { id: string }[];
}

/**
 * OCTO compared with the partner interface of the same service: a calendar, and a reservation. Without goals: docs/decisions/0041-octo.md says why.
 */
export async function measureOcto(env: Served, pace: Pace): Promise<Row[]> {
  const keys = await prepare(env);
  const service = await startServing({ ...env, HOLDS_PER_PARTNER: "10000", HELD_SEATS_PER_PARTNER: "100000" });
  const at = (request: (n: number) => string) => (seconds: number) =>
    load({ port: service.port, connections, seconds, request }, "HTTP/1.1 200");
  const octo = (path: string, body: object, key = keys[0]!) =>
    postText(`/octo${path}`, JSON.stringify(body)).replace(
      "Host: bench",
      `Host: bench\r\nAuthorization: Bearer ${key}`,
    );
  const read = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${service.port}/octo${path}`, {
      headers: { authorization: `Bearer ${keys[0]}` },
      ...(body && { method: "POST", body: JSON.stringify(body) }),
    });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  try {
    const products = await read<OctoProduct[]>("/products");
    const product = products.find(({ availabilityType }) => availabilityType === "START_TIME")!;
    const option = { productId: product.id, optionId: product.options[0]!.id };
    const today = new Date();
    const day = (n: number) => new Date(today.getTime() + n * 86_400_000).toISOString().slice(0, 10);
    const days = { localDateStart: day(1), localDateEnd: day(90) };
    const events = await read<{ id: string; available: boolean }[]>("/availability", { ...option, ...days });
    const open = events.filter(({ available }) => available);
    const native = `GET /api/availability?id=${product.id} HTTP/1.1\r\nHost: bench\r\nAccept: application/json\r\n\r\n`;
    const calendar = octo("/availability/calendar", { ...option, ...days });
    const reserve = (n: number) => {
      const unitItems = [{ unitId: "ADULT" }, { unitId: "ADULT" }];
      const availabilityId = open[n % open.length]!.id;
      return octo("/bookings", { uuid: randomUUID(), ...option, availabilityId, unitItems }, keys[n % keys.length]);
    };
    const hold = (n: number) => {
      const tickets = [{ code: "ADULT", quantity: 2 }];
      const body = { id: open[n % open.length]!.id, apiKey: keys[n % keys.length], tickets };
      return postText("/api/es/eventhold", JSON.stringify(body));
    };
    const rows: Row[] = [];
    for (const { name, against, ours, reference } of [
      {
        name: "OCTO, calendar of 90 days",
        against: "availability",

        ours: () => calendar,
        reference: () => native,
      },
      { name: "OCTO, reserve", against: "eventhold", ours: reserve, reference: hold },
    ]) {
      for (const request of [reference, ours]) await at(request)(Math.min(1, pace.seconds));
      const rates = await inTurn(pace, at(reference), at(ours));
      rows.push(rowOf({ name, unit: "answers/s", against, goal: null }, rates));
    }
    return rows;
  } finally {
    await service.stop();
  }
}
