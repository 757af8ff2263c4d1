-- Payments through providers: docs/decisions/0074-payments.md.

-- The providers that the operator uses, and their settings.
create table payment_kind (
  -- A kind of payments/kinds.ts.
  kind     text primary key,
  -- Whether guests can choose it. Payments that it has begun are finished in any case.
  enabled  boolean not null,
  settings jsonb not null default '{}',
  revision integer not null default 1
);

-- Secrets among the settings, by the name of the setting.
create table payment_secret (
  id     uuid primary key default gen_random_uuid(),
  kind   text not null references payment_kind on delete cascade,
  name   text not null,
  -- Encrypted if the service has a key for secrets.
  secret text not null,
  unique (kind, name)
);

-- A page on which a guest pays for an order. As in orders, no foreign keys.
create table payment_link (
  id            uuid primary key,
  -- The newest has the greatest.
  nth           bigint generated always as identity,
  order_id      uuid not null,
  -- Of the page's address.
  code          text not null unique,
  -- A deposit. Null: the whole balance at the time of the payment.
  amount        numeric check (amount > 0),
  currency_code text,
  created_at    timestamptz not null,
  -- The operator's e-mail address.
  created_by    text not null,
  revoked_at    timestamptz
);
create index payment_link_order on payment_link (order_id);

-- Attempts to pay at a provider.
create table checkout (
  id            uuid primary key,
  -- The newest has the greatest.
  nth           bigint generated always as identity,
  -- For providers that want a short number: 12 characters, the first 4 are digits.
  number        text not null unique,
  purpose       text not null check (purpose in ('balance', 'deposit', 'hold')),
  -- Of a hold: null until the hold is booked.
  order_id      uuid,
  hold_id       uuid,
  link_id       uuid,
  -- The partner that sells the hold. Null for orders.
  partner_id    uuid,
  test          boolean not null,
  lang          text not null,
  -- What was asked for, in the smallest unit of the currency.
  minor         bigint not null check (minor > 0),
  currency_code text not null,
  kind          text not null,
  -- The provider's id of the payment, and where the guest pays. Null until the provider has answered.
  provider_id   text,
  page          jsonb,
  return_url    text not null,
  description   text not null,
  -- `paid`: the provider has the money, and the order does not know it yet. `recorded`: the order knows it. `differs`: another amount or
  -- currency was paid, and an operator decides. `refunding`, `refunded`: the whole payment goes back by itself.
  state         text not null check (state in ('starting', 'open', 'paid', 'recorded', 'differs', 'refunding', 'refunded', 'ended')),
  -- Why it ended or goes back: a code.
  why           text,
  -- The provider's own words.
  message       text,
  -- The booking of a hold, with the guest's data, until it is booked or a day after the end.
  request       jsonb,
  paid_minor    bigint,
  paid_currency text,
  means         text,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  paid_at       timestamptz,
  -- Of the present state.
  state_at      timestamptz not null,
  attempts      integer not null default 0,
  -- When the service reads the provider again, or goes on; during a run, the end of its lease.
  due_at        timestamptz
);
-- One payment at a time.
create unique index checkout_open_order on checkout (order_id) where state in ('starting', 'open');
create unique index checkout_open_hold on checkout (hold_id) where state in ('starting', 'open');
create index checkout_order on checkout (order_id);
create index checkout_hold on checkout (hold_id);
create index checkout_provider on checkout (kind, provider_id);
create index checkout_due on checkout (due_at) where due_at is not null;
create index checkout_created on checkout (created_at);

-- Money that goes back through the provider. The id is the key by which the provider sends it once.
create table checkout_refund (
  id          uuid primary key,
  checkout_id uuid not null references checkout,
  -- The refund of the order that it pays. Null: the service sends the money back by itself.
  refund_id   uuid,
  minor       bigint not null check (minor > 0),
  -- `stopped`: the provider refused, and an operator paid in another way.
  state       text not null check (state in ('due', 'refunded', 'stopped')),
  -- Of the last attempt: `refused` or `unknown`. Null: none has failed.
  fault       text,
  message     text,
  provider_id text,
  -- The operator's e-mail address and note. Null: the service.
  created_by  text,
  note        text,
  created_at  timestamptz not null,
  refunded_at timestamptz,
  attempts    integer not null default 0,
  due_at      timestamptz
);
create index checkout_refund_checkout on checkout_refund (checkout_id);
create unique index checkout_refund_refund on checkout_refund (refund_id, checkout_id) where state <> 'stopped';
create index checkout_refund_due on checkout_refund (due_at) where state = 'due';

-- `online`: through a provider.
alter table payment drop constraint payment_method_check;
alter table payment add constraint payment_method_check check (method in ('cash', 'card', 'transfer', 'online'));
alter table refund drop constraint refund_method_check;
alter table refund add constraint refund_method_check check (method in ('account', 'transfer', 'card', 'cash', 'other', 'online'));

-- The payments of the kind `sandbox`, which is its own provider.
create table sandbox_payment (
  provider_id text primary key,
  state       jsonb not null
);
