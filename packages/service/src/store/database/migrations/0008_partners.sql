-- Partners, their usage and their callbacks, as the back office looks at them.

-- Counts the changes: a change names the revision that it was made from.
alter table partner add column revision integer not null default 1;

alter table partner_usage
  -- Of a test key. No report has them, but they show what a partner's developer does wrong.
  add column test     boolean not null default false,
  -- Requests of which this code is the first: a request can be refused for several reasons, and counts once.
  add column requests bigint not null default 0;
update partner_usage set requests = n;
alter table partner_usage drop constraint partner_usage_pkey;
alter table partner_usage add primary key (partner_id, day, operation, code, test);

-- Reports read the orders of a period and those that are flagged; the list of callbacks begins with the newest.
create index orders_placed on orders (created_at) where not test;
create index callback_created on callback (created_at);
create index orders_flagged on orders (flagged_at) where flagged_at is not null;
