CREATE INDEX CONCURRENTLY IF NOT EXISTS "enrollments_created" ON "enrollments" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "enrollments_unprocessed" ON "enrollments" USING btree ("created_at") WHERE "enrollments"."unprocessed_at" is not null and "enrollments"."processed_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "memberships_created" ON "memberships" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "memberships_unprocessed" ON "memberships" USING btree ("created_at") WHERE "memberships"."unprocessed_at" is not null and "memberships"."processed_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "people_email_prefix" ON "people" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "coupons_code_prefix" ON "coupons" USING btree ("code_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "coupons_used" ON "coupons" USING btree ("id") WHERE "coupons"."used" > 0;