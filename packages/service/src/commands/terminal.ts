/** What a command reads and writes beside its arguments and files. `process` is one; a test captures another. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  stdin: NodeJS.ReadableStream;
  stdout: Output;
  stderr: Output;
}

type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

export const printLine = (output: Output, text: string): void => void output.write(`${text}\n`);
