-- Partners, their keys, and orders.

create table partner (
  id          uuid primary key,
  external_id text not null unique,
  name        text not null,
  active      boolean not null default true
);

create table white_label (
  code       text primary key,
  partner_id uuid not null references partner,
  name       text not null
);

create table api_key (
  id         uuid primary key,
  partner_id uuid not null references partner,
  -- SHA-256 of the key; the key itself is shown once and never stored.
  hash       bytea not null unique,
  -- The first letters, to tell keys apart in a list.
  hint       text not null,
  -- `demo` is pk_demo, which counts only in the demo on a loopback address.
  mode       text not null check (mode in ('live', 'test', 'demo')),
  read_only  boolean not null default false,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create index api_key_partner on api_key (partner_id);

create sequence order_number start 100001;

-- No foreign keys: the statement that places an order holds the event's row itself, partners and events are never
-- deleted, and each key would cost a lookup and a lock for every booking.
create table orders (
  id                 uuid primary key,
  number             bigint not null,
  lang               text not null,
  partner_id         uuid not null,
  event_id           uuid not null,
  status             text not null,
  confirmation       text,
  test               boolean not null,
  tickets            jsonb not null,
  places             integer not null,
  email              text not null,
  phone_number       text not null,
  remote_host        text not null,
  callback_url       text,
  external_reference text,
  white_label_code   text,
  total_usd          numeric not null,
  answers            jsonb not null,
  created_at         timestamptz not null,
  -- Partner, ExternalReference and content in one digest, while a retry within 24 hours gets this order again.
  retry_digest       text,
  idempotency_key    text
);
create unique index orders_retry on orders (partner_id, retry_digest) where retry_digest is not null;
create unique index orders_idempotency on orders (partner_id, idempotency_key) where idempotency_key is not null;
create index orders_event on orders (event_id);
create index orders_created on orders (created_at) where retry_digest is not null or idempotency_key is not null;

create table idempotency (
  partner_id  uuid not null,
  key         text not null,
  fingerprint text not null,
  started_at  timestamptz not null,
  -- The answer as a plain value, once there is one.
  answer      jsonb,
  primary key (partner_id, key)
);
create index idempotency_started on idempotency (started_at);

-- Facts about this store: how far the planting of the demo catalogue came.
create table fact (
  name  text primary key,
  value text not null
);
