import type { Db, Tx } from "../database/database.ts";
import { allRows, run } from "../database/rows.ts";
import { sealSecret, unsealSecret } from "../database/sealing.ts";

/** The mail server that an owner set in the console. The whole record is sealed, because it may contain a password. */

/** `auto` encrypts where the server offers it, `starttls` always, and `tls` from the first byte. */
export const mailEncryptions = ["auto", "starttls", "tls"] as const;

export interface StoredMailServer {
  host: string;
  port: number;
  security: (typeof mailEncryptions)[number];
  /** Null: the server asks for no sign-in. */
  user: string | null;
  password: string | null;
  /** Sender address. */
  from: string;
}

const name = "mail-server";

export async function storedMailServer(db: Db | Tx): Promise<StoredMailServer | null> {
  const [row] = await allRows(db)<{ value: string }>`select value from fact where name = ${name}`;
  return row ? (JSON.parse(unsealSecret(db, row.value)) as StoredMailServer) : null;
}

export const writeMailServerSettings = (tx: Tx, server: StoredMailServer): Promise<void> =>
  run(tx)`
    insert into fact (name, value) values (${name}, ${sealSecret(tx, JSON.stringify(server))})
    on conflict (name) do update set value = excluded.value`;

export const deleteMailServerSettings = (tx: Tx): Promise<void> => run(tx)`delete from fact where name = ${name}`;
