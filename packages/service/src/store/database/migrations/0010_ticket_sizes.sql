-- People and seats that a ticket stands for. Null: nobody has said so, and it is one of each.
alter table ticket_type add column people integer;
alter table ticket_type add column seats integer;

-- The tickets of the item that are not one person on one seat, by code: {"FAMILY": {"people": 5, "seats": 5, "wholeEvent": false}}.
-- Null: each ticket is one person on one seat. Resolved from the item's rules and the ticket types whenever one of them is written.
alter table item add column ticket_sizes jsonb;

-- Fewest seats with which something of the event can be bought. An event with fewer seats left is sold out.
alter table event add column least_seats integer not null default 1;

-- People of the sale; null: as many as seats, as before this migration. A ticket for the whole event closes it, whatever its capacity
-- becomes.
alter table orders add column people integer;
alter table orders add column whole_event boolean not null default false;
alter table hold add column people integer;
alter table hold add column whole_event boolean not null default false;
-- People that the amendment adds; null: as many as seats.
alter table amendment add column people integer;
