-- Events whose attendance is known: somebody was admitted, or an operator closed the list of guests.
create table event_attendance (
  event_id uuid primary key,
  at       timestamptz not null,
  -- The operator's e-mail address.
  by       text not null,
  -- Whether an operator closed the list. False: the first admission wrote the row.
  closed   boolean not null
);
insert into event_attendance (event_id, at, by, closed)
select distinct on (o.event_id) o.event_id, a.at, a.by, false from admission a join orders o on o.id = a.order_id
where a.undone_at is null and not o.test order by o.event_id, a.at;

-- What an operator said of an order. An order that moves to another event leaves its mark behind.
create table attendance_mark (
  order_id uuid not null,
  event_id uuid not null,
  -- Whether the guests who were not admitted are no-shows. False: they came.
  no_show  boolean not null,
  at       timestamptz not null,
  by       text not null,
  primary key (order_id, event_id)
);

-- Formats of the list of guests, one row a person: columns, date format, separator and kind of file.
create table guest_list_format (
  id         uuid primary key,
  name       text not null,
  content    jsonb not null,
  is_default boolean not null,
  revision   integer not null default 1
);
create unique index guest_list_format_name on guest_list_format (lower(name));
create unique index guest_list_format_default on guest_list_format (is_default) where is_default;

-- The guest's e-mail address that a refused order had, in lower case. Erased with the guest's other data.
alter table refused_order add column email text;
create index refused_order_email on refused_order (email text_pattern_ops) where email is not null;
