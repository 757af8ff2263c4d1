-- Attempts to sign in, or to confirm a change with a password or code. Each is taken before the password or code is checked.
create table sign_in_attempt (
  -- The operator's id, or the e-mail address of no operator. Empty: all accounts from one address.
  account   text not null,
  -- Empty: one account from all addresses.
  remote    text not null,
  n         integer not null,
  ends_at   timestamptz not null,
  -- When this account last signed in from this address.
  proven_at timestamptz,
  primary key (account, remote)
);
drop table sign_in_failure;

-- Names a session where its cookie must not be known.
alter table operator_session add column id uuid not null default gen_random_uuid();
create unique index operator_session_id on operator_session (id);

-- SHA-256 of the codes that stand in for the second factor, each once.
create table operator_recovery_code (
  operator_id uuid not null references operator,
  hash        bytea not null,
  primary key (operator_id, hash)
);
