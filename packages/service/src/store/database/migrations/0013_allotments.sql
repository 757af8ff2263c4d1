-- Seats of events that an operator guarantees to partners, or to which it limits them: docs/decisions/0069-allotments.md.
create table allotment (
  id            uuid primary key,
  item_id       uuid not null references item,
  name          text not null,
  kind          text not null check (kind in ('guaranteed', 'at-most')),
  seats         integer not null check (seats > 0),
  -- The partners that share it. One can be the partner that represents the desk.
  partner_ids   uuid[] not null,
  -- Local days of the events, both inclusive.
  from_day      date not null,
  to_day        date not null,
  -- Monday is 1. Null: every day.
  weekdays      integer[],
  -- Local times of the events, `HH:mm`. Null: every time.
  times         text[],
  -- Hours before the event at which a guarantee ends. Null for `at-most`.
  release_hours integer check ((release_hours is null) = (kind = 'at-most')),
  -- Days on which it does not apply.
  closed_days   date[] not null default '{}',
  revision      integer not null default 1
);
create index allotment_item on allotment (item_id);
create index allotment_partners on allotment using gin (partner_ids);

-- Whether an allotment applies to the event. Sales of such an event lock it before they write, and count again afterwards.
alter table event add column allotted boolean not null default false;
-- Seats left that only partners with a guarantee can buy. `capacity_left` is what is left beside them.
alter table event add column guaranteed integer not null default 0;
-- Seats left of each partner that an allotment of the event names, by its id. Null: all partners can buy `capacity_left`.
alter table event add column partners_left jsonb;
-- When the next guarantee of the event ends. In the past: its seats are not counted as free yet.
alter table event add column release_at timestamptz;
create index event_release on event (release_at) where release_at is not null;
