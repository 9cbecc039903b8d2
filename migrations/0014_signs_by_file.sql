ALTER TABLE "clip_consent_texts" ADD COLUMN "spanish" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_changes" ADD COLUMN "file" text;