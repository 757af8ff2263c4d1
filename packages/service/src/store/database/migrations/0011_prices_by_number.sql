-- Whether a ticket of the event has a stock, as its price says. Sales of such an event lock it before they write.
alter table event add column has_stock boolean not null default false;

-- The prices by number of the item's coming events, each with the first and the last day on which an event has it, as partners read them.
-- Null: no event has any. Counted again whenever events of the item are written.
alter table item add column price_steps jsonb;
