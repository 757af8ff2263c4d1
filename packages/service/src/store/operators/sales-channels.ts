import type { Db, Tx } from "../database/database.ts";
import { firstRow, run } from "../database/rows.ts";
import { sealSecret, unsealSecret } from "../database/sealing.ts";
import { prepareAs } from "../database/statement-names.ts";

/** Channels that call the operator in a protocol of their own: docs/decisions/0051-channels-that-call.md. */

export const calledChannels = ["getyourguide", "viator"] as const;
export type CalledChannel = (typeof calledChannels)[number];

export interface ChannelSettings {
  /** Whether the channel may sell. */
  active: boolean;
  /** The external id of the partner whose keys the channel sends. */
  partner: string;
  /** The number that the channel gave the operator. Viator sends it; null for all other channels. */
  supplierId: number | null;
  /** ISO code of the operator's country, which Viator reads with the products; null for all other channels. */
  countryCode: string | null;
  /** Categories of ticket codes that the operator chose. */
  categories: Record<string, string>;
  /** The address at which the channel takes messages about seats, and the sign-in for it. Null: it gets none. */
  notify: { address: string; user: string; password: string } | null;
}

/** The settings are sealed as a whole, because they may hold a password. */
const nameOf = (channel: CalledChannel) => `channel-${channel}`;

export async function channelSettings(db: Db | Tx, channel: CalledChannel): Promise<ChannelSettings | null> {
  const row = await firstRow(db)<{ value: string }>`${prepareAs("channel-settings")}
    select value from fact where name = ${nameOf(channel)}`;
  return row && (JSON.parse(unsealSecret(db, row.value)) as ChannelSettings);
}

export const writeChannelSettings = (tx: Tx, channel: CalledChannel, settings: ChannelSettings): Promise<void> =>
  run(tx)`
    insert into fact (name, value) values (${nameOf(channel)}, ${sealSecret(tx, JSON.stringify(settings))})
    on conflict (name) do update set value = excluded.value`;
