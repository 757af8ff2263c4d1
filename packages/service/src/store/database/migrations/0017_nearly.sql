-- Search that forgives a letter: word_similarity(). A trusted extension, which the owner of a database may create.
create extension if not exists pg_trgm;
