CREATE TABLE "content_parts" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "content_parts_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "content_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"origin" text NOT NULL,
	"fingerprint" text NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_state_one" CHECK (id = 1),
	CONSTRAINT "content_state_origin" CHECK (origin in ('shipped', 'own'))
);
--> statement-breakpoint
CREATE TABLE "sign_slips" (
	"key" text collate "C" NOT NULL,
	"word" text collate "C" NOT NULL,
	CONSTRAINT "sign_slips_key_word_pk" PRIMARY KEY("key","word")
);
--> statement-breakpoint
CREATE TABLE "sign_terms" (
	"text" text collate "C" NOT NULL,
	"place" smallint NOT NULL,
	"sign_id" integer NOT NULL,
	CONSTRAINT "sign_terms_text_place_sign_id_pk" PRIMARY KEY("text","place","sign_id")
);
--> statement-breakpoint
CREATE TABLE "signs" (
	"id" integer PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"gloss" text NOT NULL,
	"english" text[] NOT NULL,
	"part_of_speech" text NOT NULL,
	"unit" smallint NOT NULL,
	"lesson" text NOT NULL,
	"usage" text NOT NULL,
	"formation" text,
	"video" text,
	"variants" text[] NOT NULL,
	"signer" text,
	"reviewed_by" text,
	"reviewed_at" date,
	"transcript" text,
	CONSTRAINT "signs_slug" UNIQUE("slug")
);
--> statement-breakpoint
CREATE INDEX "signs_lesson" ON "signs" USING btree ("unit","lesson");