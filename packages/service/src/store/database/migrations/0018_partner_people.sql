-- People of partners, who sign in to read their partner's data: docs/decisions/0071-the-partners-own-page.md.

-- The id of the partner of an operator with the role partner. Null for all other roles.
alter table operator add column partner_id uuid;
-- The last sign-in. Null: none since the column exists.
alter table operator add column signed_in_at timestamptz;
alter table operator drop constraint operator_role_check;
alter table operator add constraint operator_role_check
  check (role in ('owner', 'catalogue', 'orders', 'read-only', 'door', 'guide', 'partner'));
create index operator_of_partner on operator (partner_id) where partner_id is not null;

-- Requests for a sign-in link, whether or not the address is known. A job sends the links.
create table sign_in_link_request (
  id      uuid primary key,
  email   text not null,
  lang    text not null,
  at      timestamptz not null,
  -- When the job tries to send the link. While it tries, the end of its lease.
  next_at timestamptz not null
);
create index sign_in_link_request_due on sign_in_link_request (next_at);

-- A link with which a person of a partner signs in, once.
create table sign_in_link (
  -- SHA-256 of the token.
  hash        bytea primary key,
  operator_id uuid not null references operator,
  ends_at     timestamptz not null
);
create index sign_in_link_operator on sign_in_link (operator_id);
