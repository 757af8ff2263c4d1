import { randomUUID } from "node:crypto";
import type { Language } from "@paseo/contract";
import type { Db, Tx } from "../../store/database/database.ts";
import { lockOperator, type OperatorRow, operatorByEmail } from "../../store/operators/operators.ts";
import {
  claimLinkRequest,
  deleteLinkRequest,
  deleteSignInLinks,
  insertLinkRequest,
  insertSignInLink,
  personOfLink,
  postponeLinkRequest,
  takeSignInLink,
} from "../../store/operators/sign-in-links.ts";
import { texts } from "../../texts/texts.ts";
import { runAttempt, type TooManyAttempts } from "./attempts.ts";
import type { Email, EmailOutcome, MailFault } from "./email.ts";
import { useSecondFactorCode } from "./second-factor.ts";
import { beginSession, type SigningInBrowser } from "./sign-in.ts";
import { hashOfToken, newToken } from "./tokens.ts";

/** Sign-in of people of partners by a link that is sent to their address: docs/decisions/0071-the-partners-own-page.md. */

/** How long a link is valid, and how long the service tries to send it. */
export const signInLinkMs = 15 * 60_000;

/**
 * Records a request for a link. It does the same work for every address: a job looks the address up and sends the link. So neither the
 * answer nor its time reveals whether the address is known.
 */
export const requestSignInLink = (
  db: Db,
  { email, lang, remote }: { email: string; lang: Language; remote: string },
  now: Date,
): Promise<{ outcome: "recorded" } | TooManyAttempts> =>
  runAttempt(
    db,
    { account: `link ${email.toLowerCase()}`, remote },
    now,
    async () => {
      await insertLinkRequest(db, { id: randomUUID(), email, lang, at: now });
      // Every request counts.
      return { verdict: "wrong", outcome: "recorded" } as const;
    },
    { signingIn: true },
  );

interface LinkWork {
  db: Db;
  clock: () => Date;
  mail: { post(email: Email): Promise<EmailOutcome> };
  operatorName: string;
  publicUrl: string;
}

/** Seconds until a link that the mail server did not accept is tried again. */
const pauseSeconds = 60;
/** Faults that another attempt cannot mend: the mail server refused the e-mail, or may have accepted it. */
const finalFaults: readonly MailFault[] = ["refused", "unconfirmed", "none"];

/** Sends the link of a request. Does nothing when another process has claimed the request, and for an address that gets no links. */
export async function sendSignInLink({ db, clock, mail, operatorName, publicUrl }: LinkWork, id: string) {
  const request = await claimLinkRequest(db, id);
  if (!request) return;
  const now = clock();
  const isLate = request.at.getTime() + signInLinkMs <= now.getTime();
  const person = isLate ? null : await operatorByEmail(db, request.email);
  if (!person || !getsLinks(person)) return deleteLinkRequest(db, id);
  const token = newToken();
  const hash = hashOfToken(token);
  await insertSignInLink(db, { hash, operatorId: person.id, endsAt: new Date(now.getTime() + signInLinkMs) });
  const posted = await mail.post({
    ...texts[request.lang].letters.signInLink({
      ...{ operator: operatorName, name: person.name, minutes: signInLinkMs / 60_000 },
      address: signInLinkAddress(publicUrl, token),
    }),
    to: { name: person.name, address: person.email },
    id: `link-${id}`,
    lang: request.lang,
  });
  if (posted.posted || finalFaults.includes(posted.reason)) return deleteLinkRequest(db, id);
  await takeSignInLink(db, hash);
  await postponeLinkRequest(db, id, pauseSeconds);
}

/** Returns the address of a link. The token is behind `#`, so no proxy logs it. */
const signInLinkAddress = (publicUrl: string, token: string): string => `${publicUrl}/console/#/sign-in/${token}`;

/** A person without a password has not accepted the invitation. */
const getsLinks = ({ active, role, password, demo }: OperatorRow): boolean =>
  active && !demo && role === "partner" && password !== null;

type OpenedLink =
  | { outcome: "accepted"; operator: OperatorRow; token: string }
  | { outcome: "refused"; operator: OperatorRow }
  | { outcome: "gone" }
  | { outcome: "code-needed" }
  | TooManyAttempts;

/** Signs a person in by a link, which ends with all other links of the person. A wrong code of the second factor leaves the link valid. */
export async function openSignInLink(
  db: Db,
  { token, code }: { token: string; code: string | null },
  browser: SigningInBrowser,
  now: Date,
  record: (tx: Tx, operator: OperatorRow) => Promise<void>,
): Promise<OpenedLink> {
  const person = await personOfLink(db, hashOfToken(token), now);
  if (!person) return { outcome: "gone" };
  const enter = async (): Promise<OpenedLink> => {
    const session = await db.transaction().execute(async (tx) => {
      const operator = await lockOperator(tx, person.id);
      if (!operator?.active || operator.role !== "partner" || !(await takeSignInLink(tx, hashOfToken(token))))
        return null;
      await deleteSignInLinks(tx, person.id);
      await record(tx, operator);
      return { operator, token: await beginSession(tx, person.id, browser, now) };
    });
    return session ? { outcome: "accepted", ...session } : { outcome: "gone" };
  };
  // Without a second factor nothing is guessed: wrong passwords of others do not lock the link.
  if (person.totpSecret === null) return enter();
  if (code === null) return { outcome: "code-needed" };
  const checked = await runAttempt(db, { account: person.id, remote: browser.remote }, now, async () => {
    const isRight = (await useSecondFactorCode(db, person, code, now)) !== null;
    return { verdict: isRight ? "right" : "wrong", outcome: "checked" } as const;
  });
  if (checked.outcome === "too-often") return checked;
  return checked.verdict === "right" ? enter() : { outcome: "refused", operator: person };
}
