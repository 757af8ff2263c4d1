-- The back office: who may do what, and who did what.

create table operator (
  id          uuid primary key,
  email       text not null,
  name        text not null,
  role        text not null check (role in ('owner', 'catalogue', 'orders', 'read-only')),
  lang        text not null,
  -- argon2id in its usual text form; null until the invitation is taken.
  password    text,
  -- Second factor: its secret, once it is confirmed, and the last time step that was used, which counts only once.
  totp_secret text,
  totp_step   bigint not null default 0,
  -- Counts on a loopback address only: everybody knows the demo's password.
  demo        boolean not null default false,
  active      boolean not null default true,
  created_at  timestamptz not null,
  revision    integer not null default 1
);
create unique index operator_email on operator (lower(email));

create table operator_session (
  -- SHA-256 of the cookie.
  hash        bytea primary key,
  operator_id uuid not null references operator,
  created_at  timestamptz not null,
  seen_at     timestamptz not null,
  remote      text not null,
  user_agent  text not null
);
create index operator_session_operator on operator_session (operator_id);

-- A link that lets an operator choose a password, once.
create table operator_invitation (
  hash        bytea primary key,
  operator_id uuid not null references operator,
  ends_at     timestamptz not null
);

-- Failed sign-ins of late, by e-mail address and by remote address.
create table sign_in_failure (
  subject text not null,
  at      timestamptz not null
);
create index sign_in_failure_subject on sign_in_failure (subject, at);

create table audit (
  id          bigint generated always as identity primary key,
  at          timestamptz not null,
  operator_id uuid,
  -- As it was then.
  operator    text not null,
  operation   text not null,
  -- What it was done to, in the operator's words: an external id, a reference, an e-mail address.
  subject     text not null,
  outcome     text not null check (outcome in ('done', 'forbidden', 'refused')),
  before      jsonb,
  after       jsonb
);
create index audit_at on audit (at);
create index audit_subject on audit (subject, id);
create index audit_operator on audit (operator_id, id);
