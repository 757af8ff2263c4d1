-- The operator's own booking sites: docs/decisions/0076-own-site.md.
create table site (
  -- A white label has one site at most.
  white_label text primary key references white_label on delete cascade,
  -- Host name, with a port if it has one. Null: every host at which the service is reached.
  host        text check (host = lower(host)),
  -- '' or '/tours': where the site begins.
  path        text not null check (path = '' or path ~ '^(/[a-z0-9-]+)+$'),
  enabled     boolean not null,
  -- records/site.ts
  settings    jsonb not null,
  revision    integer not null default 1,
  unique nulls not distinct (host, path),
  check (host is not null or path <> '')
);

-- The key with which a site uses the partner interface, sealed: a partner's key is stored as a hash only.
create table site_key (
  white_label text primary key references site on delete cascade,
  key_id      uuid not null references api_key on delete cascade,
  secret      text not null
);

-- What a category page shows: products with one of these categories. Null: the page says nothing about categories.
alter table page add column categories text[];
