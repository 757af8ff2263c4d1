import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiAnswer } from "../../api/types.ts";
import { useApi } from "../../api/useApi.ts";

/** Reads CSV files of banks and partners. The service stores nothing of them. */

/** Maximum number of bytes of a file that the service accepts. */
const maxBytes = 4 * 1024 * 1024;

/** A file with its content when it was chosen. Later changes on disk are ignored. */
export interface CsvFile {
  /** Distinguishes files of one name. */
  id: number;
  name: string;
  bytes: ArrayBuffer;
}

/** The reason why a file cannot be sent. */
type Unfit = "tooLarge" | "notCsv" | "unreadable";

let chosen = 0;

export function useCsvFile() {
  const [file, setFile] = useState<CsvFile | null>(null);
  const [unfit, setUnfit] = useState<Unfit | null>(null);
  const choose = async (picked: File) => {
    const read = await csvFileOf(picked);
    setUnfit(typeof read === "string" ? read : null);
    setFile(typeof read === "string" ? null : read);
  };
  return { file, unfit, choose };
}

async function csvFileOf(picked: File): Promise<CsvFile | Unfit> {
  if (/\.(xlsx?|ods|pdf)$/i.test(picked.name)) return "notCsv";
  if (picked.size > maxBytes) return "tooLarge";
  try {
    return { id: ++chosen, name: picked.name, bytes: await picked.arrayBuffer() };
  } catch {
    return "unreadable";
  }
}

type FileOperation = "bankFiles.columns" | "bankFiles.read" | "partners.differences";

/** The answer of an operation about a file. A later change of records reads it again. Null: it reads nothing. */
export function useFileAnswer<Id extends FileOperation>(
  operation: Id,
  request: { id?: string; query?: Record<string, string> } | null,
  file: CsvFile | null,
): UseQueryResult<ApiAnswer<Id>, Error> {
  const api = useApi();
  return useQuery<ApiAnswer<Id>>({
    queryKey: [operation, request, file?.id],
    queryFn: () => api(operation, { ...request, file: { type: "text/csv", bytes: file!.bytes } } as never),
    enabled: request !== null && file !== null,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
  });
}

export type FileColumns = ApiAnswer<"bankFiles.columns">;
export type FileColumn = FileColumns["columns"][number];

/** Returns the heading that a field probably has: of a column with such cells, best one with such a name. */
export const likelyHeading = (columns: readonly FileColumn[], has: FileColumn["has"], name: RegExp): string =>
  (columns.find((one) => one.has === has && name.test(one.heading)) ?? columns.find((one) => one.has === has))
    ?.heading ?? "";
