ALTER TABLE "people" ADD COLUMN "one_person_before" bigint;
