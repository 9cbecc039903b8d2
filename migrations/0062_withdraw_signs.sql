ALTER TABLE "sign_changes" ADD COLUMN "entry" jsonb;--> statement-breakpoint
ALTER TABLE "sign_changes" ADD COLUMN "withdraws" boolean DEFAULT false NOT NULL;