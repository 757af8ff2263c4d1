-- Statements of partners: docs/decisions/0070-statements.md. A statement never changes once it is issued.
create table statement (
  id             uuid primary key,
  -- With `number` the statement's number, such as A-12. A restored or promoted database begins a new series.
  series         text not null,
  number         integer not null,
  partner_id     uuid not null references partner,
  currency_code  text not null,
  -- Local days of the store, both included.
  first_on       date not null,
  last_on        date not null,
  issued_at      timestamptz not null,
  issued_by      text not null,
  due_on         date not null,
  -- The balance is what the partner owes: that after the former statement, payments since then, this statement's lines, and their sum.
  balance_before numeric not null,
  paid           numeric not null,
  total          numeric not null,
  balance_after  numeric not null,
  -- The partner and the operator as the statement names them.
  parties        jsonb not null,
  -- The number that the operator's invoicing program gave.
  invoice_number text,
  unique (series, number)
);
-- One statement of a partner and currency for each last day: a repeated run issues nothing twice.
create unique index statement_period on statement (partner_id, currency_code, last_on);

create table statement_line (
  statement_id uuid not null references statement,
  nth          integer not null,
  order_id     uuid not null,
  -- `sale`, `amendment`, `cancellation`, `refund` or `no-show`.
  kind         text not null,
  -- Differences to the order's former lines. `owed`: of what the partner owes.
  retail       numeric not null,
  commission   numeric not null,
  net          numeric not null,
  owed         numeric not null,
  -- What the order was when the line was written: status, tickets, references, tax rate. It has no personal data.
  content      jsonb not null,
  primary key (statement_id, nth)
);
create index statement_line_order on statement_line (order_id);

-- Money between partner and operator.
create table partner_payment (
  -- The id that the client chose, so that a repeated request records nothing.
  id            uuid primary key,
  partner_id    uuid not null references partner,
  currency_code text not null,
  -- From the partner; below zero to the partner.
  amount        numeric not null check (amount <> 0),
  paid_on       date not null,
  method        text not null,
  reference     text,
  -- The digest of a line of a bank's file: no line counts twice. Null: recorded by hand.
  bank_line     text unique,
  recorded_at   timestamptz not null,
  recorded_by   text not null,
  -- The statement that has it; null: the next one.
  statement_id  uuid references statement
);
create index partner_payment_partner on partner_payment (partner_id, currency_code, recorded_at);

-- The numbers of statements. `identity`: the database's own, which a restore or a promotion changes.
create table statement_series (
  only_row  boolean primary key default true check (only_row),
  series    integer not null,
  next      integer not null,
  identity  text not null
);

-- A run that issues the statements of all partners, in the background.
create table statement_run (
  id         uuid primary key,
  last_on    date not null,
  -- `week` or `month`: only partners with this period; `all`.
  period     text not null,
  started_at timestamptz not null,
  started_by text not null,
  ended_at   timestamptz
);
-- A repeated start joins the open run.
create unique index statement_run_open on statement_run (last_on, period) where ended_at is null;

-- The accounts of a run. Each is settled in the transaction of its statement.
create table statement_run_account (
  run_id        uuid not null references statement_run,
  nth           integer not null,
  partner_id    uuid not null references partner,
  currency_code text not null,
  settled_at    timestamptz,
  -- A settled account has a statement, or a code of why it has none.
  statement_id  uuid references statement,
  problem       text,
  -- Attempts that failed by an error of the service, and when the next one is due.
  attempts      integer not null default 0,
  due_at        timestamptz not null,
  primary key (run_id, nth)
);
create index statement_run_account_due on statement_run_account (due_at) where settled_at is null;

-- How an operator reads the files of a bank, or a partner's count: which heading is which field.
create table file_mapping (
  -- `bank`, or the id of a partner.
  owner      text not null,
  name       text not null,
  content    jsonb not null,
  changed_at timestamptz not null,
  primary key (owner, name)
);
