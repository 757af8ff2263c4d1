import { Box } from "@mui/material";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Navigate, useLocation, useNavigate } from "react-router";
import { useText } from "../i18n/index.ts";
import { useNotify } from "../ui/notices.tsx";
import { ProblemAlert } from "../ui/page/states.tsx";
import { type Session, SessionContext, signedInOperatorQuery } from "./hooks.ts";
import { lastListStates } from "./left-lists.ts";
import { clearSessionCache, isSignedOutError, signIn, signOut } from "./session.ts";

const signInPath = "/login";

/** Sign-in, sign-out and the end of a session, for every page. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const queries = useQueryClient();
  const notify = useNotify();
  const ended = useText()("problems.signed-out");
  const present = useRef({ navigate, path: pathname + search, next: "/", ended });
  present.current = {
    navigate,
    path: pathname + search,
    next: (state as { next?: string } | null)?.next ?? "/",
    ended,
  };
  const [session] = useState<Session>(() => {
    // Several requests fail at the same time when a session has ended.
    let ending = false;
    const leave = async (next: string) => {
      await signOut();
      await present.current.navigate(signInPath, { state: { next } });
    };
    return {
      async signIn(credentials) {
        await signIn(credentials);
        await present.current.navigate(present.current.next, { replace: true });
      },
      signOut: () => leave("/"),
      endIfOver(error) {
        if (!isSignedOutError(error) || ending) return;
        ending = true;
        notify(present.current.ended, { type: "error" });
        const { path } = present.current;
        void leave(path.startsWith(signInPath) ? present.current.next : path).finally(() => {
          ending = false;
        });
      },
    };
  });
  // The next operator must not see data that the former operator read.
  useEffect(() => {
    if (pathname !== signInPath) return;
    clearSessionCache();
    lastListStates.clear();
    queries.removeQueries({ type: "inactive" });
  }, [pathname, queries]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Shows its content while the session loads and to a signed-in operator. Leads other visitors to the sign-in page, and back after sign-in. */
export function RequireSignIn({ children }: { children: ReactNode }) {
  const { data, error } = useQuery(signedInOperatorQuery);
  const { pathname, search } = useLocation();
  if (!data && isSignedOutError(error)) return <Navigate to={signInPath} replace state={{ next: pathname + search }} />;
  if (data || !error) return children;
  return (
    <Box component="main" sx={{ p: 3 }}>
      <ProblemAlert error={error} />
    </Box>
  );
}
