/** A rule that a client must follow. The identifiers are stable. */
interface Rule {
  says: string;
  clause: string;
  /** Why the rule was skipped, when no request tested it. */
  untried: string;
}

const noRequest = "the client sent nothing";
const noPost = "the client validated and booked nothing";
const noList = "the client read no list";
const noVersion = "the client did not call productversion";
const noIncrement = "the client read no list since a version";
const noBooking = "the client booked nothing";

export const rules = {
  "request.path": {
    says: "Every path is in the contract, with a known language where it has one",
    clause: "interface, endpoints and language segment",
    untried: noRequest,
  },
  "request.method": {
    says: "Every request uses the method of its path",
    clause: "interface, endpoints",
    untried: noRequest,
  },
  "request.accept": {
    says: "Accept, if sent, allows JSON or XML",
    clause: "interface, formats; decision 4",
    untried: noRequest,
  },
  "request.content-type": {
    says: "Bodies are sent as application/json or application/xml",
    clause: "interface, formats; decision 4",
    untried: noPost,
  },
  "request.namespace": {
    says: "The root of an XML body is Event, in the operator's namespace",
    clause: "decision 1",
    untried: "the client sent no XML",
  },
  "request.body": {
    says: "Every body is well-formed, and each field is present and within its limits",
    clause: "interface, eventvalidate, eventbook and limits",
    untried: noPost,
  },
  "request.identifiers": {
    says: "Identifiers are GUIDs that the client received from the service",
    clause: "interface, identifiers; decision 6",
    untried: "the client used no identifier",
  },
  "request.parameters": {
    says: "Every query parameter is within its limits",
    clause: "interface, endpoints; decisions 7 and 8",
    untried: "the client sent no parameter",
  },
  "request.unknown": {
    says: "The client sends no parameter, property or element that the contract does not have",
    clause: "interface, endpoints",
    untried: noRequest,
  },
  "key.sent": {
    says: "Every body has the key as ApiKey, and the service accepts each key that the client sends",
    clause: "interface, authentication",
    untried: noPost,
  },
  "key.private": {
    says: "The key is in no address, where access logs would record it",
    clause: "interface, authentication: the client's private key",
    untried: noRequest,
  },
  "list.every-page": {
    says: "A client that reads a list reads every page, until HasNextPage is false",
    clause: "interface, paged envelope; decision 8",
    untried: noList,
  },
  "sync.versions-first": {
    says: "The client calls productversion before it reads a list in full, so that its versions are older than the records",
    clause: "interface, incremental synchronisation",
    untried: "the client read no list in full",
  },
  "sync.no-repeated-full-reads": {
    says: "After one full read of products and events, the client reads only changes",
    clause: "interface, incremental synchronisation",
    untried: "the client read neither products nor events in full",
  },
  "sync.stores-versions": {
    says: "The client sends productversion the versions of its last synchronisation",
    clause: "interface, incremental synchronisation, steps 1, 2 and 4",
    untried: "the client called productversion only once",
  },
  "sync.zero-is-no-version": {
    says: "The client does not store a 0 from productversion, which means nothing new",
    clause: "interface, productversion; decision 9",
    untried: "productversion has not answered 0 yet",
  },
  "sync.calls-versions": {
    says: "The client reads lists since a version only when productversion announces changes",
    clause: "interface, incremental synchronisation, step 2",
    untried: noIncrement,
  },
  "sync.since-stored": {
    says: "The client reads lists since its stored version, not since the version just received",
    clause: "interface, incremental synchronisation, steps 3 and 4",
    untried: noIncrement,
  },
  "sync.fetches-updates": {
    says: "When UpdateVersion is not 0, the client reads the changed products",
    clause: "interface, incremental synchronisation, step 3",
    untried: noVersion,
  },
  "sync.fetches-deletions": {
    says: "When DeleteVersion is not 0, the client reads the deleted products",
    clause: "interface, incremental synchronisation, step 3",
    untried: noVersion,
  },
  "sync.starts-anew": {
    says: "After a 410 the client synchronises in full from 0",
    clause: "decision 10",
    untried: "the client received no 410",
  },
  "selling.validates-first": {
    says: "The client validates a selection before it books, and books only a valid one",
    clause: "interface, eventvalidate: before payment is collected",
    untried: noBooking,
  },
  "selling.total": {
    says: "TotalUsd in eventbook is the TotalUsd that eventvalidate answered",
    clause: "interface, eventvalidate: TotalUsd",
    untried: noBooking,
  },
  "selling.answers": {
    says: "The answers match the questions of eventvalidate in order and type, with no others",
    clause: "interface, Answer; decision 15",
    untried: noBooking,
  },
  "selling.retry": {
    says: "A booking that is sent again has the ExternalReference or the Idempotency-Key of the first",
    clause: "decision 17",
    untried: "the client sent no booking twice",
  },
  "selling.price-changed": {
    says: "After price-changed the client validates again before it books",
    clause: "decision 14",
    untried: "no booking was refused with price-changed",
  },
  "selling.hold": {
    says: "A booking with Paseo-Hold names an open hold of the same selection",
    clause: "extension eventhold; decision 29 of the service",
    untried: "the client booked no hold",
  },
} as const satisfies Record<string, Rule>;

export type RuleId = keyof typeof rules;
