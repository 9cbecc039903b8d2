ALTER TABLE "lti_logins" ALTER COLUMN "parameters" SET DEFAULT '{}'::jsonb;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "seen_origins" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "launch_diary" ADD COLUMN "binding" text;--> statement-breakpoint
ALTER TABLE "lti_logins" ADD COLUMN "lms_origin" text;--> statement-breakpoint
ALTER TABLE "lti_logins" ADD COLUMN "user_agent_hash" text;--> statement-breakpoint
ALTER TABLE "lti_logins" ADD COLUMN "continue_hash" text;--> statement-breakpoint
ALTER TABLE "lti_logins" ADD COLUMN "claims" text;--> statement-breakpoint
ALTER TABLE "lti_logins" ADD COLUMN "claims_expire_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "platforms" ADD COLUMN "opens_without_cookies" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "lti_logins_claims" ON "lti_logins" USING btree ("claims_expire_at");--> statement-breakpoint
ALTER TABLE "lti_logins" ADD CONSTRAINT "lti_logins_continue" UNIQUE("continue_hash");--> statement-breakpoint
ALTER TABLE "launch_diary" ADD CONSTRAINT "launch_diary_binding" CHECK ("launch_diary"."binding" in ('cookie', 'storage', 'click'));