ALTER TABLE "people" ADD COLUMN "one_person" bigint;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "one_person_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "people_one_person" ON "people" USING btree ("one_person");--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_one_person_since" CHECK (("people"."one_person" is null) = ("people"."one_person_since" is null));