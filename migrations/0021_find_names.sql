-- Words of a name, normalized like search text: lower case, no accents, no apostrophes, one space between words.
CREATE FUNCTION name_words(text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT to_tsvector('simple', regexp_replace(
    regexp_replace(normalize($1, NFKD), '[\u0300-\u036f''\u2018\u2019]+', '', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g'))
$$;
--> statement-breakpoint
CREATE INDEX "consumers_names" ON "consumers" USING gin (name_words(coalesce("name", '')));--> statement-breakpoint
CREATE INDEX "people_names" ON "people" USING gin (name_words(coalesce("name", '') || ' ' || coalesce("given_name", '') || ' ' || coalesce("family_name", '')));--> statement-breakpoint
CREATE INDEX "deployments_names" ON "deployments" USING gin (name_words(coalesce("name", '')));--> statement-breakpoint
CREATE INDEX "platforms_names" ON "platforms" USING gin (name_words(coalesce("domain", '')));