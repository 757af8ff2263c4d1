-- Suppliers change in the back office as well: a change names the revision that it was made from.

alter table supplier add column revision integer not null default 1;
