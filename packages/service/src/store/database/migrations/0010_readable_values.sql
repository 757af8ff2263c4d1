-- needs: 0009_change_notifications.sql
-- Statements over all rows read these values as numbers and arrays: one that is none would make them fail. Earlier releases write only
-- values that pass, so stored rows are not read again.
alter table event add constraint event_tickets_readable check (jsonb_typeof(tickets) = 'array' and not tickets @? '$[*] ? (
  !(@.price like_regex "^[0-9]+([.][0-9]+)?$") || (@.price like_regex "^[0-9]+([.][0-9]+)?$") is unknown)') not valid;
alter table event add constraint event_on_finite check (isfinite(event_on)) not valid;
alter table item add constraint item_rules_readable check (jsonb_typeof(ticket_rules) = 'array') not valid;
alter table product_state add constraint product_prices_readable check (jsonb_typeof(min_prices) = 'object' and not min_prices @? '$.* ? (
  !(@ like_regex "^[0-9]+([.][0-9]+)?$") || (@ like_regex "^[0-9]+([.][0-9]+)?$") is unknown)') not valid;
