-- Whether a ticket of the event has a stock, as its price says. Sales of such an event lock it before they write.
alter table event add column has_stock boolean not null default false;
