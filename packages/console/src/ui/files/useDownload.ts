import { useState } from "react";
import { useLogoutIfAccessDenied, useNotify } from "react-admin";
import { type AnyRequest, fetchFile } from "../../api/client.ts";
import type { OperationId } from "../../api/types.ts";
import { useProblemText } from "../page/states.tsx";

/** Downloads a file of an operation; shows errors as a notification. */
export function useDownload(): { download: (operation: OperationId, request?: AnyRequest) => void; pending: boolean } {
  const notify = useNotify();
  const problemText = useProblemText();
  const signOutIfEnded = useLogoutIfAccessDenied();
  const [pending, setPending] = useState(false);
  const download = async (operation: OperationId, request: AnyRequest = {}) => {
    setPending(true);
    try {
      const { name, file } = await fetchFile(operation, request);
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
  return { download: (operation, request) => void download(operation, request), pending };
}
