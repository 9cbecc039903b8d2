ALTER TABLE "enrollments" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "is_test" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "lms_course_url" text;--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "adds_unit_columns" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- One test person per course keeps access, for one day. The last one that was let in is probably still in use.
UPDATE "enrollments" e SET "processed_at" = NULL, "processed_by" = NULL, "source" = NULL, "access_ends_at" = NULL, "is_test" = true
WHERE e."source" = 'test' AND EXISTS (
	SELECT FROM "enrollments" o WHERE o."source" = 'test' AND o."course_id" = e."course_id" AND (o."processed_at", o."id") > (e."processed_at", e."id")
);--> statement-breakpoint
UPDATE "enrollments" SET "is_test" = true, "access_ends_at" = "processed_at" + interval '1 day' WHERE "source" = 'test';--> statement-breakpoint
-- One test person per course keeps access, for one day. The last one that was let in is probably still in use.
UPDATE "memberships" e SET "processed_at" = NULL, "processed_by" = NULL, "source" = NULL, "access_ends_at" = NULL, "is_test" = true
WHERE e."source" = 'test' AND EXISTS (
	SELECT FROM "memberships" o WHERE o."source" = 'test' AND o."course_id" = e."course_id" AND (o."processed_at", o."id") > (e."processed_at", e."id")
);--> statement-breakpoint
UPDATE "memberships" SET "is_test" = true, "access_ends_at" = "processed_at" + interval '1 day' WHERE "source" = 'test';--> statement-breakpoint
CREATE UNIQUE INDEX "enrollments_one_test" ON "enrollments" USING btree ("course_id") WHERE "enrollments"."source" = 'test';--> statement-breakpoint
CREATE UNIQUE INDEX "memberships_one_test" ON "memberships" USING btree ("course_id") WHERE "memberships"."source" = 'test';