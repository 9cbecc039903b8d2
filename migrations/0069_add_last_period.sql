ALTER TABLE "enrollments" ADD COLUMN "last_period_ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "last_period_ended_at" timestamp with time zone;