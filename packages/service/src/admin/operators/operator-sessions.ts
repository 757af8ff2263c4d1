import Type from "typebox";
import type { Session } from "../../domain/operators/sign-in.ts";

/** Sessions in the format of the API. */

export const Sessions = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      createdAt: Type.String(),
      seenAt: Type.String({ description: "Last use, accurate to a minute." }),
      remote: Type.String({ description: "IP address of the sign-in." }),
      userAgent: Type.String(),
      present: Type.Boolean({ description: "Whether it is the session of this request." }),
    }),
  ),
});

export const shownSession = ({ id, createdAt, seenAt, remote, userAgent, present }: Session) => ({
  id,
  createdAt: createdAt.toISOString(),
  seenAt: seenAt.toISOString(),
  remote,
  userAgent,
  present,
});
