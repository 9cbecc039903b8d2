ALTER TABLE "canvas_users" ADD COLUMN "password_kept_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "password_tries" integer DEFAULT 0 NOT NULL;