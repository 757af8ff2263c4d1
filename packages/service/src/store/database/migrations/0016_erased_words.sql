-- Orders whose personal data was erased before kept the words of operators, and what partners' endpoints answered.
update order_timeline t set said = null, why = case
    when actor <> 'operator' or kind = 'redeemed'
      or why ~ '^(operator-)?(confirmed|declined|cancel|cancel-confirmed|cancel-declined)$|^ask-again$' then why
    else (select split_part(why, ': ', 1) where exists (
      select from operator o where lower(o.email) = lower(split_part(why, ': ', 1)))) end
  from orders o where o.id = t.order_id and o.erased_at is not null and (t.said is not null or t.actor = 'operator');
update callback_attempt a set answer = ''
  from callback c join orders o on o.id = c.order_id where c.id = a.callback_id and o.erased_at is not null;
update callback c set url = regexp_replace(c.url, '^([^?#]*).*(orderid=[0-9a-f-]{36}&status=[a-z]+).*$', '\1?\2')
  from orders o where o.id = c.order_id and o.erased_at is not null;
update orders set callback_url = regexp_replace(callback_url, '[?#].*$', '') where erased_at is not null;
update audit a set
    before = (select jsonb_object_agg(key, value) from jsonb_each(case when jsonb_typeof(a.before) = 'object' then a.before end)
      where key in ('status', 'confirmation', 'result', 'overridden', 'callbacks', 'delivery', 'sent', 'received')),
    after = (select jsonb_object_agg(key, value) from jsonb_each(case when jsonb_typeof(a.after) = 'object' then a.after end)
      where key in ('status', 'confirmation', 'result', 'overridden', 'callbacks', 'delivery', 'sent', 'received'))
  where (a.operation like 'orders.%' or a.operation like 'vouchers.%' or a.operation like 'deliveries.%')
    and a.subject in (
      select case when test then 'TEST-' else '' end || number || '-' || upper(lang) from orders where erased_at is not null);
