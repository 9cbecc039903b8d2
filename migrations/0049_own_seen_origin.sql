ALTER TABLE "enrollments" ADD COLUMN "seen_origin" text;--> statement-breakpoint
ALTER TABLE "launch_tokens" ADD COLUMN "seen_origin" text;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "seen_origin" text;