/** What a client must do, rule by rule. The identifiers are stable. */
interface Rule {
  says: string;
  clause: string;
  /** Why it could not be judged, when nothing that it is about happened. */
  untried: string;
}

const noRequest = "the client sent nothing";
const noPost = "the client validated and booked nothing";
const noList = "the client read no list";
const noVersion = "the client never asked productversion";
const noIncrement = "the client read no list since a version";
const noBooking = "the client booked nothing";

export const rules = {
  "request.path": {
    says: "Every path is one of the contract's, in es or pt where it has a language",
    clause: "interface, endpoints and language segment",
    untried: noRequest,
  },
  "request.method": {
    says: "Every path is asked with the method that it has",
    clause: "interface, endpoints",
    untried: noRequest,
  },
  "request.accept": {
    says: "Accept, where it is sent, allows JSON or XML",
    clause: "interface, formats; decision 4",
    untried: noRequest,
  },
  "request.content-type": {
    says: "Bodies are sent as application/json or application/xml",
    clause: "interface, formats; decision 4",
    untried: noPost,
  },
  "request.namespace": {
    says: "The root of an XML body is Event, in the namespace that the operator keeps",
    clause: "decision 1",
    untried: "the client sent no XML",
  },
  "request.body": {
    says: "Every body can be read, and each field is there and within its bounds",
    clause: "interface, eventvalidate, eventbook and limits",
    untried: noPost,
  },
  "request.identifiers": {
    says: "Identifiers are GUIDs, and ones that the client was given",
    clause: "interface, identifiers; decision 6",
    untried: "the client used no identifier",
  },
  "request.parameters": {
    says: "Every parameter of a query is within its bounds",
    clause: "interface, endpoints; decisions 7 and 8",
    untried: "the client sent no parameter",
  },
  "request.unknown": {
    says: "Nothing is sent that the contract does not have: no parameter, no property, no element",
    clause: "interface, endpoints",
    untried: noRequest,
  },
  "key.sent": {
    says: "eventvalidate and eventbook carry the key as ApiKey in their body",
    clause: "interface, authentication",
    untried: noPost,
  },
  "key.private": {
    says: "The key is in no address, where every log on the way would keep it",
    clause: "interface, authentication: the client's private key",
    untried: noRequest,
  },
  "walk.every-page": {
    says: "A walk through a list reads every page, up to the one whose HasNextPage is false",
    clause: "interface, paged envelope; decision 8",
    untried: noList,
  },
  "sync.versions-first": {
    says: "productversion is asked before a list is read in full, so that its versions are older than what was read",
    clause: "interface, incremental synchronisation",
    untried: "the client read no list in full",
  },
  "sync.no-full-walks": {
    says: "Products and events that were read in full are kept in step by their changes, not read in full again",
    clause: "interface, incremental synchronisation",
    untried: "the client read neither products nor events in full",
  },
  "sync.stores-versions": {
    says: "productversion is asked with the versions of the last synchronisation",
    clause: "interface, incremental synchronisation, steps 1, 2 and 4",
    untried: "the client asked productversion no second time",
  },
  "sync.zero-is-no-version": {
    says: "A 0 in the answer of productversion means nothing new, and is not stored as a version",
    clause: "interface, productversion; decision 9",
    untried: "productversion did not yet answer 0",
  },
  "sync.asks-versions": {
    says: "Lists since a version are read only when productversion says that there is something new",
    clause: "interface, incremental synchronisation, step 2",
    untried: noIncrement,
  },
  "sync.since-stored": {
    says: "Lists are read since the version that the client stored, not since the one it was just given",
    clause: "interface, incremental synchronisation, steps 3 and 4",
    untried: noIncrement,
  },
  "sync.fetches-updates": {
    says: "When UpdateVersion is not 0, the products that changed are read",
    clause: "interface, incremental synchronisation, step 3",
    untried: noVersion,
  },
  "sync.fetches-deletions": {
    says: "When DeleteVersion is not 0, the products that were deleted are read",
    clause: "interface, incremental synchronisation, step 3",
    untried: noVersion,
  },
  "sync.starts-anew": {
    says: "After a 410 the client synchronises in full from 0",
    clause: "decision 10",
    untried: "the client was given no 410",
  },
  "selling.validates-first": {
    says: "A selection is validated before it is booked, and booked only if it was valid",
    clause: "interface, eventvalidate: before payment is collected",
    untried: noBooking,
  },
  "selling.total": {
    says: "TotalUsd is passed unchanged from eventvalidate into eventbook",
    clause: "interface, eventvalidate: TotalUsd",
    untried: noBooking,
  },
  "selling.answers": {
    says: "Every question that eventvalidate asked is answered, in its type and in order, and no other",
    clause: "interface, Answer; decision 15",
    untried: noBooking,
  },
  "selling.retry": {
    says: "A booking that is sent again carries the ExternalReference or the Idempotency-Key of the first",
    clause: "decision 17",
    untried: "the client sent no booking again",
  },
  "selling.price-changed": {
    says: "After price-changed the client validates again before it books",
    clause: "decision 14",
    untried: "no booking was refused with price-changed",
  },
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof rules;
