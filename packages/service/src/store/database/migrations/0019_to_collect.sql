-- What the guest handed over, if it was another currency than the store's: docs/decisions/0072-what-is-to-be-collected.md.
alter table payment add column received_amount numeric;
alter table payment add column received_currency text;

-- The cash that people counted when the day was closed, and what was expected: [{"operator": ..., "currencyCode": ..., "float": ...,
-- "received": ..., "paidBack": ..., "expected": ..., "counted": ..., "difference": ...}]. Null: nobody counted a till.
alter table closing add column tills jsonb;
