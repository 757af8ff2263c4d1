-- Always empty. A probe fills a new file of it and rolls back, to find out whether the disk has room for orders.
create table probe (
  filler text not null
);
