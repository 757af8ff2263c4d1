-- Addresses to which partners get messages about changes of the catalogue: docs/decisions/0032-catalog-changed.md.
create table catalog_address (
  partner_id     uuid primary key references partner,
  url            text not null,
  -- The newest versions that the partner received a message about.
  update_version bigint not null,
  delete_version bigint not null,
  -- `stopped`: the endpoint answered 410.
  state          text not null check (state in ('active', 'stopped')),
  -- Failed attempts since the last message that was received.
  attempts       integer not null default 0,
  -- When the next message may be sent; a process that sends one moves it ahead.
  next_at        timestamptz not null default now(),
  -- Of the last attempt; null before the first one.
  attempted_at   timestamptz,
  outcome        text,
  http_status    integer,
  answer         text
);
