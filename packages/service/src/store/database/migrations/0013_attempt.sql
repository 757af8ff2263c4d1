-- Attempts to book with an ExternalReference or a hold, for as long as a request can wait: docs/decisions/0006-booking.md.
create table attempt (
  partner_id uuid not null,
  -- Digest of the content, as in orders.retry_digest.
  digest     text not null,
  at         timestamptz not null,
  -- The errors of a refusal; null: an order was placed.
  refusal    jsonb,
  primary key (partner_id, digest)
);
