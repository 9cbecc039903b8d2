CREATE TABLE "clip_comments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clip_comments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"clip_id" bigint NOT NULL,
	"at" real,
	"text" text NOT NULL,
	"staff_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clip_files" (
	"clip_id" bigint NOT NULL,
	"role" text NOT NULL,
	"place" smallint NOT NULL,
	"name" text NOT NULL,
	"bytes" integer NOT NULL,
	"width" integer,
	"height" integer,
	CONSTRAINT "clip_files_clip_id_role_place_pk" PRIMARY KEY("clip_id","role","place"),
	CONSTRAINT "clip_files_role" CHECK ("clip_files"."role" in ('video', 'poster', 'thumbnail', 'captions'))
);
--> statement-breakpoint
CREATE TABLE "clip_uploads" (
	"hash" text PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"chunks" integer DEFAULT 0 NOT NULL,
	"details" jsonb NOT NULL,
	"staff_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clips" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clips_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sign" text,
	"kind" text DEFAULT 'sign' NOT NULL,
	"variant" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'recorded' NOT NULL,
	"signer_id" bigint,
	"consent_id" bigint,
	"recorded_on" date,
	"file_name" text NOT NULL,
	"source_hash" text NOT NULL,
	"source_bytes" bigint NOT NULL,
	"source_chunks" integer NOT NULL,
	"trim_from" real,
	"trim_to" real,
	"poster_at" real,
	"progress" smallint,
	"claim" uuid,
	"claimed_until" timestamp with time zone,
	"problem" text,
	"duration" real,
	"fps" real,
	"captions" text DEFAULT '' NOT NULL,
	"uploaded_by" bigint,
	"reviewed_by" bigint,
	"reviewed_at" timestamp with time zone,
	"published_by" bigint,
	"published_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clips_kind" CHECK ("clips"."kind" in ('sign', 'example')),
	CONSTRAINT "clips_state" CHECK ("clips"."state" in ('recorded', 'processing', 'failed', 'waiting', 'approved', 'sent_back', 'published', 'replaced')),
	CONSTRAINT "clips_problem" CHECK ("clips"."problem" in ('unreadable', 'damaged', 'too_long', 'too_short', 'too_large')),
	CONSTRAINT "clips_details" CHECK ("clips"."state" = 'recorded' or ("clips"."sign" is not null and "clips"."signer_id" is not null and "clips"."consent_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "clip_consent_texts" (
	"version" integer PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"staff_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clip_consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clip_consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"signer_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"given_on" date NOT NULL,
	"how" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"staff_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clip_consents_how" CHECK ("clip_consents"."how" in ('ticked', 'paper'))
);
--> statement-breakpoint
CREATE TABLE "clip_signers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clip_signers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"staff_id" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clip_signers_staff" UNIQUE("staff_id")
);
--> statement-breakpoint
ALTER TABLE "staff_users" DROP CONSTRAINT "staff_users_role";--> statement-breakpoint
ALTER TABLE "clip_comments" ADD CONSTRAINT "clip_comments_clip_id_clips_id_fk" FOREIGN KEY ("clip_id") REFERENCES "public"."clips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clip_comments" ADD CONSTRAINT "clip_comments_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clip_files" ADD CONSTRAINT "clip_files_clip_id_clips_id_fk" FOREIGN KEY ("clip_id") REFERENCES "public"."clips"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clip_uploads" ADD CONSTRAINT "clip_uploads_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clips" ADD CONSTRAINT "clips_signer_id_clip_signers_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."clip_signers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clips" ADD CONSTRAINT "clips_consent_id_clip_consents_id_fk" FOREIGN KEY ("consent_id") REFERENCES "public"."clip_consents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clips" ADD CONSTRAINT "clips_uploaded_by_staff_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clips" ADD CONSTRAINT "clips_reviewed_by_staff_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clips" ADD CONSTRAINT "clips_published_by_staff_users_id_fk" FOREIGN KEY ("published_by") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clip_consent_texts" ADD CONSTRAINT "clip_consent_texts_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clip_consents" ADD CONSTRAINT "clip_consents_signer_id_clip_signers_id_fk" FOREIGN KEY ("signer_id") REFERENCES "public"."clip_signers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clip_consents" ADD CONSTRAINT "clip_consents_version_clip_consent_texts_version_fk" FOREIGN KEY ("version") REFERENCES "public"."clip_consent_texts"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clip_consents" ADD CONSTRAINT "clip_consents_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clip_signers" ADD CONSTRAINT "clip_signers_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clip_comments_clip" ON "clip_comments" USING btree ("clip_id","id");--> statement-breakpoint
CREATE INDEX "clip_files_name" ON "clip_files" USING btree ("name");--> statement-breakpoint
CREATE INDEX "clip_uploads_updated_at" ON "clip_uploads" USING btree ("updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "clips_published" ON "clips" USING btree ("sign","kind","variant") WHERE "clips"."state" = 'published';--> statement-breakpoint
CREATE INDEX "clips_sign" ON "clips" USING btree ("sign","state");--> statement-breakpoint
CREATE INDEX "clips_state" ON "clips" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "clips_source" ON "clips" USING btree ("source_hash");--> statement-breakpoint
CREATE INDEX "clips_signer" ON "clips" USING btree ("signer_id");--> statement-breakpoint
CREATE INDEX "clip_consents_signer" ON "clip_consents" USING btree ("signer_id","id");--> statement-breakpoint
ALTER TABLE "staff_users" ADD CONSTRAINT "staff_users_role" CHECK ("staff_users"."role" in ('viewer', 'support', 'manager', 'signer', 'reviewer')) NOT VALID;