-- One spelling of names for every search, whatever the locale of the database: small letters without accents, and without characters that
-- nobody sees. foldText in packages/contract/src/folded-text.ts computes the same.
create function folded_text(given text) returns text language sql immutable parallel safe
return replace(replace(replace(replace(translate(
    regexp_replace(
      lower(normalize(replace(given, '´', ''''), nfkd) collate "und-x-icu"),
      '[\u0300-\u036f\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+', '', 'g'),
    'øɔłđðɖɗħŧıɨɩȷŋɲƶʉɓƒɠɣƙəɛʋƴς‘’‚‛′`ʹʻʼʽˈ‐‑‒–—―−־',
    'oolddddhtiiijnnzubfggkeevyσ''''''''''''''''''''''' || repeat('-', 8)),
  'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');

-- The words of a text, of at most 40 characters. Two that a hyphen or an apostrophe joins count as one word too: `O’Brien` has the
-- words o, brien and obrien. The bounds keep the words of any order below the limits of a tsvector.
create function search_words(given text) returns tsvector language sql immutable parallel safe
return array_to_tsvector(array_remove(string_to_array(
  regexp_replace(translate(regexp_replace(regexp_replace(folded_text("left"(given, 20000)),
    '[\u0001-\u0026\u0028-\u002c./:-@[-`{-\u00bf\u00d7\u00f7\u02b9-\u02ff\u055a-\u055f\u0589\u05c0\u05c3\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb\ufe45\ufe46\U0001f000-\U0001faff]+', ' ', 'g'),
    '([^ ''-]+)[''-]+([^ ''-]+)', '\1 \2 \1\2', 'g'),
    '''-', '  '),
    '([^ ]{40})[^ ]+', '\1', 'g'),
  ' '), ''));

-- The words of an order: e-mail address, references, the digits of the telephone number from both ends, and the names of its passengers.
-- store/orders/order-words.ts has the same expression. It takes the place of orders_words, which earlier releases read and a later
-- migration drops.
create index orders_search on orders using gin (search_words(
  email || ' ' || coalesce(external_reference, '') || ' ' || coalesce(confirmation, '')
  || ' p' || regexp_replace(phone_number, '[^0-9]', '', 'g')
  || ' r' || reverse(regexp_replace(phone_number, '[^0-9]', '', 'g')) || ' ' ||
  jsonb_path_query_array(answers, '$[*] ? (@.code == "passenger-first-name" || @.code == "passenger-last-name").value')::text
)) with (gin_pending_list_limit = 16384);
