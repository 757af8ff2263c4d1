-- What partners ask for and what they are refused, by day; when each key was last used, and how far each copy is.

create table partner_usage (
  day        date not null,
  partner_id uuid not null,
  -- An operation of the interface, `eventbook`.
  operation  text not null,
  -- Empty for a good answer; else the problem's or the refusal's code.
  code       text not null,
  n          bigint not null,
  primary key (partner_id, day, operation, code)
);
create index partner_usage_day on partner_usage (day);

alter table api_key add column last_used_at timestamptz;

-- The versions that a partner with a key last asked productversion with.
create table partner_sync (
  partner_id     uuid primary key,
  update_version bigint not null,
  delete_version bigint not null,
  at             timestamptz not null
);
