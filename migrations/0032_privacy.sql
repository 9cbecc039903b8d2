CREATE TABLE "erasures" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"asked" text NOT NULL,
	"by_hand" jsonb NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "erasures_asked" CHECK ("erasures"."asked" in ('person', 'parent', 'school', 'law', 'retention', 'restore'))
);
--> statement-breakpoint
CREATE TABLE "school_erasures" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "school_erasures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"school_kind" text NOT NULL,
	"school_id" bigint NOT NULL,
	"actor" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"total" integer NOT NULL,
	"erased" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"last_person_id" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "school_erasures_kind" CHECK ("school_erasures"."school_kind" in ('consumer', 'deployment'))
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "erasures_at" ON "erasures" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "school_erasures_running" ON "school_erasures" USING btree ("school_kind","school_id") WHERE "school_erasures"."finished_at" is null;