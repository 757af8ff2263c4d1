-- The operator's day: names of ticket types, the voucher's e-mail, filters, and the index that finds orders by words.

-- Names that vouchers and lists show in place of a ticket rule's code.
create table ticket_type (
  code     text primary key,
  name_es  text not null,
  name_pt  text not null,
  name_en  text not null,
  revision integer not null default 1
);

-- The e-mail that sends a voucher, as the operator changed it. Without a row the service's own text is used.
create table voucher_letter (
  lang       text primary key check (lang in ('es', 'pt', 'en')),
  subject    text not null,
  body       text not null,
  revision   integer not null default 1,
  updated_at timestamptz not null,
  updated_by text not null
);

-- Vouchers sent within the last hour, to limit them. Addresses are in the order's timeline only.
create table voucher_sent (
  order_id    uuid not null,
  operator_id uuid not null,
  at          timestamptz not null
);
create index voucher_sent_at on voucher_sent (at);

-- Filters of a list that an operator named.
create table saved_filter (
  operator_id uuid not null references operator,
  list        text not null,
  name        text not null,
  filter      jsonb not null,
  primary key (operator_id, list, name)
);

-- Words of an order: names of its passengers, e-mail address, references, and the digits of its telephone number from both ends.
-- store/orders/finding/order-words.ts has the same expression.
create index orders_words on orders using gin (to_tsvector('simple',
  translate(email || ' ' || coalesce(external_reference, '') || ' ' || coalesce(confirmation, '') || ' ' ||
      jsonb_path_query_array(answers, '$[*] ? (@.code == "passenger-first-name" || @.code == "passenger-last-name").value')::text,
    'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÑÇáàâãäåéèêëíìîïóòôõöúùûüñç@.,;:/\_-+''"[]',
    'AAAAAAEEEEIIIIOOOOOUUUUNCaaaaaaeeeeiiiiooooouuuunc              ')
  || ' p' || regexp_replace(phone_number, '[^0-9]', '', 'g')
  || ' r' || reverse(regexp_replace(phone_number, '[^0-9]', '', 'g'))));
