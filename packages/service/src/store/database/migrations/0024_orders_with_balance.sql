-- Orders that have a balance, as store/money/account.ts says it: what is to be collected is counted without a look at all orders.
create index orders_with_balance on orders (created_at) where not test and
  case when payment is null then agreed #>> '{terms,collects}' = 'operator' else payment ->> 'method' = 'account' end;
