-- Lists of orders sort by the time of booking, because the number of an order is random.
create index orders_created on orders (created_at);
