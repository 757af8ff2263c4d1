-- A key that a channel has issued serves this channel only. Null: a key of our own, for the whole interface.
alter table api_key add column channel text;

-- Messages about the seats of an item: how many in a row the channel did not take, why, and when the next one is due.
alter table channel_item add column failures integer not null default 0;
alter table channel_item add column failure text;
alter table channel_item add column retry_at timestamptz;
-- When the channel last took a message about it.
alter table channel_item add column sent_at timestamptz;
