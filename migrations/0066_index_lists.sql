CREATE INDEX CONCURRENTLY IF NOT EXISTS "checkouts_course" ON "checkouts" USING btree ("course_id","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "checkouts_no_course" ON "checkouts" USING btree ("id") WHERE "checkouts"."course_id" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "courses_created" ON "courses" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "courses_by_name" ON "courses" USING btree (lower(coalesce("title", "label", "context_id")),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "courses_context_prefix" ON "courses" USING btree (lower("context_id") text_pattern_ops);--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_course" ON "messages" USING btree (lower("data"->>'course'),"kind","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "messages_school" ON "messages" USING btree (lower("data"->>'school'),"kind","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "coupons_started" ON "coupons" USING btree ("id") WHERE "coupons"."used" > 0 and "coupons"."used" < "coupons"."max_usage";