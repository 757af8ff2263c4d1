-- Orders all the way: who runs an activity, what happened to an order, callbacks, vouchers.

create table supplier (
  id                    uuid primary key,
  external_id           text not null unique,
  name                  text not null,
  kind                  text not null check (kind in ('desk', 'http', 'simulator')),
  -- Language of what is written to the supplier.
  lang                  text not null,
  -- Where a desk is written to; null leaves the order to the operator.
  email                 text,
  -- Address that an http supplier is called at, and the secret that its calls are signed with.
  url                   text,
  secret                text,
  -- After this long without an outcome the operator is told.
  answer_within_minutes integer not null,
  check (kind <> 'http' or (url is not null and secret is not null))
);
-- Null: the operator's own desk.
alter table product add column supplier_id uuid references supplier;

-- An order is its own hand-over job: a booking stays one statement, and no order can be without its job.
alter table orders
  -- When its supplier is next to be asked; moved ahead while somebody asks. Null: nothing is to be asked.
  add column supplier_due_at   timestamptz,
  -- Written before the request leaves: from then on only its status may be asked.
  add column supplier_asked_at timestamptz,
  -- Who was asked: the product's may change meanwhile. Null with a time above is the operator's own desk.
  add column supplier_id       uuid references supplier,
  add column supplier_tries    integer not null default 0,
  -- Set while the operator has to look at it, with the reason.
  add column flagged_at        timestamptz,
  add column flag              text,
  -- Status changes so far: the sequence number of the newest callback.
  add column changes           integer not null default 0,
  -- When the personal data may go, and when it went.
  add column erased_at         timestamptz;
create index orders_supplier_due on orders (supplier_due_at) where supplier_due_at is not null;
create index orders_waiting on orders (created_at) where status in ('waitsupplier', 'waitcancel');
create unique index orders_number on orders (number);
create index orders_kept on orders (event_id) where erased_at is null;
update orders set supplier_due_at = now() where status = 'waitsupplier';

-- What happened to an order after it was placed. Its placing is the order's own row.
create table order_timeline (
  id       bigint generated always as identity primary key,
  order_id uuid not null,
  at       timestamptz not null,
  kind     text not null,
  -- The status that it led to, of kind `status`.
  status   text,
  actor    text not null check (actor in ('partner', 'supplier', 'operator', 'service')),
  why      text,
  -- What the other side said, in its own words.
  said     text
);
create index order_timeline_order on order_timeline (order_id, id);

create table voucher (
  order_id    uuid primary key,
  code        text not null unique,
  made_at     timestamptz not null,
  void_at     timestamptz,
  redeemed_at timestamptz,
  redeemed_by text,
  -- What it says, as of when it was made; names of people are read from the order.
  content     jsonb not null
);

create table callback_secret (
  id         uuid primary key,
  partner_id uuid not null,
  secret     text not null,
  created_at timestamptz not null,
  -- After a rotation both are signed with until the older one ends.
  ends_at    timestamptz
);
create index callback_secret_partner on callback_secret (partner_id);

-- One row for each status change of an order that has a CallbackUrl. Its id is the webhook-id of every attempt.
create table callback (
  id         uuid primary key,
  order_id   uuid not null,
  partner_id uuid not null,
  sequence   integer not null,
  status     text not null,
  url        text not null,
  body       text not null,
  test       boolean not null,
  state      text not null check (state in ('waiting', 'delivered', 'given-up', 'stopped')),
  attempts   integer not null default 0,
  created_at timestamptz not null,
  -- When the next attempt is due; moved ahead while one is under way.
  next_at    timestamptz,
  settled_at timestamptz,
  unique (order_id, sequence)
);
create index callback_partner on callback (partner_id, created_at);
create index callback_waiting on callback (next_at) where state = 'waiting';

create table callback_attempt (
  id          bigint generated always as identity primary key,
  callback_id uuid not null,
  at          timestamptz not null,
  -- Sent again by hand: it counts for nothing.
  replay      boolean not null,
  -- `answered` or why there was no answer.
  outcome     text not null,
  http_status integer,
  ms          integer not null,
  -- The beginning of what was answered, or a sentence on what went wrong.
  answer      text not null
);
create index callback_attempt_callback on callback_attempt (callback_id, id);
