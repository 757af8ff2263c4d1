import { useState } from "react";
import { useLogoutIfAccessDenied, useNotify } from "react-admin";
import { askFile } from "../http.ts";
import { useProblemText } from "./Problem.tsx";

/** Saves the file that an operation answers, by the name that it has there; what was refused is told. */
export function useDownload(): { download: (path: string, query?: Record<string, unknown>) => void; pending: boolean } {
  const notify = useNotify();
  const problemText = useProblemText();
  const signOutIfEnded = useLogoutIfAccessDenied();
  const [pending, setPending] = useState(false);
  const download = async (path: string, query?: Record<string, unknown>) => {
    setPending(true);
    try {
      const { name, file } = await askFile(path, query);
      const address = URL.createObjectURL(file);
      Object.assign(document.createElement("a"), { href: address, download: name }).click();
      URL.revokeObjectURL(address);
    } catch (error) {
      await signOutIfEnded(error);
      notify(problemText(error), { type: "error" });
    } finally {
      setPending(false);
    }
  };
  return { download: (path, query) => void download(path, query), pending };
}
