import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { SupplierOrder } from "../../records/supplier-order.ts";
import { confirmationOf, toOneLine } from "../answer-texts.ts";
import { supplierKind, textSetting } from "../kind.ts";
import { cancelMessage, changeMessage, requestMessage, type SupplierMessage } from "../messages.ts";
import { type SupplierOutcome, supplierTimeoutMs } from "../supplier.ts";

/** A single name without a path, so that no setting leads out of SUPPLIER_FOLDERS. */
const namePattern = "^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$";

/** Maximum number of bytes of an answer. */
const maxAnswerBytes = 65_536;

/**
 * A supplier that collects its orders as files, for example by SFTP, and answers with files:
 * docs/how-to/connect-a-supplier.md. The service writes one file for each request to the supplier. A file is complete as
 * soon as it has its final name. A repeated request has the same file name.
 */
export const folderSupplierKind = supplierKind({
  kind: "folder",
  label: { en: "Files in a folder", es: "Archivos en una carpeta", pt: "Arquivos em uma pasta" },
  lead: {
    en: "The service writes each order to a file in the supplier's folder. The supplier answers with another file, or your orders desk decides.",
    es: "El servicio guarda cada reserva en un archivo de la carpeta del proveedor. El proveedor responde con otro archivo, o decide su central de reservas.",
    pt: "O serviço grava cada reserva em um arquivo na pasta do fornecedor. O fornecedor responde com outro arquivo, ou a sua central de reservas decide.",
  },
  settings: {
    folder: textSetting(
      {
        label: { en: "Folder", es: "Carpeta", pt: "Pasta" },
        lead: {
          en: "Name of a folder that your administrator has created. Letters without accents, digits, dots, hyphens and underscores.",
          es: "Nombre de una carpeta creada por su administrador. Letras sin acentos, cifras, puntos, guiones y guiones bajos.",
          pt: "Nome de uma pasta criada pelo seu administrador. Letras sem acentos, algarismos, pontos, hifens e sublinhados.",
        },
      },
      { maxLength: 64, pattern: namePattern },
    ),
  },
  create({ settings: { folder: name } }, { config, clock }) {
    /** Writes a question, unless it arrived before, and reads its answer. */
    const ask = (order: SupplierOrder, question: Question): Promise<SupplierOutcome> =>
      inTime(name, async () => {
        try {
          const path = await pathOf(config.supplierFolders, name);
          const answer = await answerTo(path, question);
          if (answer && answer.outcome !== "unknown") return answer;
          // A supplier may have removed files that it has read.
          if (!order.arrivedBefore) await writeOnce(path, `${question.name}.json`, question.message, clock());
          const message = answer?.message ?? `The file ${question.name}.json waits for the supplier's answer.`;
          return { outcome: "unknown", message, askAgainInSeconds: secondsUntilNext(order) };
        } catch (error) {
          const message = faultOf(name, error as Error);
          return { outcome: order.arrivedBefore ? "unknown" : "not-received", message };
        }
      });
    return {
      request: (order) => ask(order, requestOf(order)),
      status: (order) => ask(order, requestOf(order)),
      cancel: async (order) =>
        order.calledSecondsAgo === null ? { outcome: "cancelled", message: null } : ask(order, cancellationOf(order)),
      change: (order, change) =>
        ask(order, {
          name: `${nameOf(order)}.change-${change.id.slice(0, 8)}`,
          message: changeMessage(order, change),
          yes: "confirmed",
        }),
    };
  },
});

interface Question {
  /** The name of the question's file, without `.json`. */
  name: string;
  message: SupplierMessage;
  /** The outcome when the supplier accepts the question. */
  yes: "confirmed" | "cancelled";
}

/**
 * Returns the name of an order's file. The id distinguishes the file from the file of an order with the same number, which a restored
 * backup can have.
 */
const nameOf = ({ reference, id }: SupplierOrder): string => `${reference}-${id.slice(0, 8)}`;

const requestOf = (order: SupplierOrder): Question => ({
  name: nameOf(order),
  message: requestMessage(order),
  yes: "confirmed",
});

const cancellationOf = (order: SupplierOrder): Question => ({
  name: `${nameOf(order)}.cancel`,
  message: cancelMessage(order),
  yes: "cancelled",
});

/** Returns the seconds until the next status call: a twentieth of the time that the order has waited, between 15 seconds and 5 minutes. */
const secondsUntilNext = ({ calledSecondsAgo }: SupplierOrder): number =>
  Math.min(Math.max(Math.floor((calledSecondsAgo ?? 0) / 20), 15), 300);

/** Runs work within the time limit, because a network folder can hang. A file in flight may still arrive later. */
function inTime(name: string, work: () => Promise<SupplierOutcome>): Promise<SupplierOutcome> {
  const stop = new AbortController();
  const late: SupplierOutcome = { outcome: "unknown", message: `The folder ${name} did not respond in time.` };
  return Promise.race([work(), pause(supplierTimeoutMs, late, { signal: stop.signal })]).finally(() => stop.abort());
}

class FolderFault extends Error {
  override name = "FolderFault";
}

/** Returns the path of a supplier's folder. Refuses a symbolic link, because it could lead anywhere. */
async function pathOf(base: string | undefined, name: string): Promise<string> {
  if (base === undefined) throw new FolderFault("SUPPLIER_FOLDERS is not set: your administrator sets it.");
  if (!new RegExp(namePattern).test(name)) throw new FolderFault(`${name} is not the name of a folder.`);
  const path = join(await realpath(base), name);
  if (!(await lstat(path)).isDirectory()) throw new FolderFault(`${name} is a link or a file, not a folder.`);
  return path;
}

function faultOf(name: string, error: NodeJS.ErrnoException): string {
  if (error instanceof FolderFault) return error.message;
  if (error.code === undefined) throw error;
  return `The folder ${name} ${faults[error.code] ?? `cannot be used (${error.code})`}.`;
}

const forbidden = "cannot be read or written by the service: it needs the right";
const full = "has no space left";
const faults: Record<string, string> = {
  ENOENT: "does not exist in SUPPLIER_FOLDERS: your administrator creates it",
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: forbidden,
  ENOSPC: full,
  EDQUOT: full,
};

/** Writes a file once. The file gets its name when it is complete. */
async function writeOnce(path: string, file: string, { type, data }: SupplierMessage, at: Date): Promise<void> {
  const whole = join(path, file);
  if (await isFile(whole)) return;
  const unfinished = join(path, `.${file}.${randomUUID()}`);
  try {
    await closing(await open(unfinished, "wx"), async (handle) => {
      // The folder's group may read the file, whatever the umask of the service.
      await handle.chmod(0o640);
      await handle.writeFile(`${JSON.stringify({ type, timestamp: at.toISOString(), data }, null, 2)}\n`);
      await handle.sync();
    });
    await rename(unfinished, whole);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => {});
    throw error;
  }
  // The folder is flushed too, so that the file's name survives a power cut.
  await closing(await open(path, constants.O_RDONLY), (handle) => handle.sync());
}

async function closing<T>(handle: FileHandle, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

const isFile = (path: string): Promise<boolean> =>
  lstat(path).then(
    (stats) => stats.isFile(),
    (error) => absent(error, false),
  );

function absent<T>(error: NodeJS.ErrnoException, value: T): T {
  if (error.code !== "ENOENT") throw error;
  return value;
}

/** Reads the supplier's answer to a question; null if there is none. */
async function answerTo(path: string, { name, yes }: Question): Promise<SupplierOutcome | null> {
  const [accepted, rejected] = await Promise.all(
    ["accepted", "rejected"].map((word) => readAnswer(join(path, `${name}.${word}.json`))),
  );
  if (!accepted && !rejected) return null;
  const unclear = (message: string): SupplierOutcome => ({ outcome: "unknown", message });
  if (accepted && rejected) return unclear(`There are an accepted and a rejected answer to ${name}.json.`);
  const answer = (accepted ?? rejected)!;
  if (answer === "unreadable")
    return unclear(`The answer to ${name}.json is not a file with a JSON object of at most 64 KiB.`);
  const message = toOneLine(answer.message);
  if (rejected) return { outcome: "declined", message };
  return yes === "confirmed"
    ? { outcome: "confirmed", ...confirmationOf(answer.confirmation, message) }
    : { outcome: "cancelled", message };
}

/** Reads the JSON object of an answer. A file that is still being uploaded is unreadable. */
async function readAnswer(path: string): Promise<Record<string, unknown> | "unreadable" | null> {
  // The supplier can put anything into the folder: a link to a file that only the service may read, or a pipe that
  // blocks.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch((error) => (error.code === "ELOOP" ? "link" : absent(error, null)));
  if (handle === null || handle === "link") return handle && "unreadable";
  return closing(handle, async () => {
    const stats = await handle.stat();
    const { size } = stats;
    if (!stats.isFile() || size === 0 || size > maxAnswerBytes) return "unreadable";
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
    return jsonObject(buffer.subarray(0, bytesRead));
  });
}

function jsonObject(bytes: Uint8Array): Record<string, unknown> | "unreadable" {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : "unreadable";
  } catch {
    return "unreadable";
  }
}
