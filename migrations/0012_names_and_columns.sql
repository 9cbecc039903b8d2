-- Names are found with and without an apostrophe, also one that is stored as a letter, as in Kaʻahumanu. The
-- apostrophes are those of src/core/rules/normalize.ts. The next file builds the indexes again.
create or replace function name_words(text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', regexp_replace(
    regexp_replace(
      normalize(translate($1, U&'`\00b4\02b9\02bb\02bc\02bd\02be\02bf\02c8\2018\2019\201a\201b\2032\a78c\ff40', ''), NFKD),
      '[\u0300-\u036f'']+', '', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f]+', ' ', 'g'))
$$;
--> statement-breakpoint
ALTER TABLE "clip_consent_texts" ADD COLUMN "spanish" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "sign_changes" ADD COLUMN "file" text;
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "one_person_before" bigint;
