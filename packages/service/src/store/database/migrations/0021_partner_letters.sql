-- Letters to partners: docs/decisions/0075-letters-to-partners.md. They have the switches and texts of letters to guests.
alter table letter drop constraint letter_kind_check;
alter table letter add constraint letter_kind_check check (kind in
  ('confirmation', 'reminder', 'change', 'cancellation', 'thanks', 'statement', 'limit-near', 'limit-over'));
alter table letter_text drop constraint letter_text_kind_check;
alter table letter_text add constraint letter_text_kind_check check (kind in
  ('confirmation', 'reminder', 'change', 'cancellation', 'thanks', 'statement', 'limit-near', 'limit-over'));

-- Each letter to a contact of a partner, as in guest_letter.
create table partner_letter (
  id         uuid primary key default gen_random_uuid(),
  partner_id uuid not null references partner,
  -- `statement:` and the statement; `limit-near:` or `limit-over:` and the instant at which the limit was crossed.
  cause      text not null,
  -- The contact when the letter became due.
  name       text not null,
  address    text not null,
  state      text not null check (state in ('due', 'sending', 'sent', 'failed', 'unknown', 'skipped')),
  fault      text,
  detail     text,
  attempts   integer not null default 0,
  due_at     timestamptz,
  at         timestamptz not null,
  unique (partner_id, cause, address)
);
create index partner_letter_due on partner_letter (due_at) where state = 'due';
create index partner_letter_sending on partner_letter (at) where state = 'sending';

-- What partners with a limit can still buy, as a job has read it.
create table partner_limit (
  partner_id    uuid primary key references partner,
  -- `near`: less is left than the warning says. `over`: nothing is left.
  state         text not null check (state in ('above', 'near', 'over')),
  -- The worst state since it was last above: each has one letter.
  warned        text not null check (warned in ('above', 'near', 'over')),
  left_amount   numeric not null,
  currency_code text not null,
  checked_at    timestamptz not null
);

-- Whether the partner reads how many seats are left.
alter table partner add column shows_seats boolean not null default false;

-- Every database has an identity before its first statement, so that a backup without statements begins a series of its own too. A database with
-- orders may be such a backup.
insert into statement_series (series, next, identity)
select 1, 1, case when exists (select from orders) then '' else concat_ws(' ', (select system_identifier from pg_control_system()),
  left(pg_walfile_name(pg_current_wal_lsn()), 8), pg_relation_filepath('statement_series'::regclass)) end
on conflict do nothing;
