CREATE INDEX CONCURRENTLY IF NOT EXISTS "checkouts_session_end" ON "checkouts" USING btree (right("stripe_session_id", 10));--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "people_name" ON "people" USING btree ("name");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_actor" ON "audit" USING btree ("actor","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_kind" ON "audit" USING btree ("subject_kind","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "courses_canvas_course" ON "courses" USING btree ("canvas_course_id") WHERE "courses"."canvas_course_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "courses_title" ON "courses" USING btree (lower("title"),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "courses_label" ON "courses" USING btree (lower("label"),"id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "courses_ending" ON "courses" USING btree (coalesce("access_until", "term_ends_at"));--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "grades_problem" ON "grades" USING btree ("subject_kind","subject_id") WHERE "grades"."problem" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "launch_diary_refused" ON "launch_diary" USING btree ("id") WHERE launch_diary.outcome not in ('pay', 'teacher', 'wts', 'deep_link', 'observer', 'checked', 'asked');--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "launch_diary_consumer" ON "launch_diary" USING btree ("consumer_key","id");