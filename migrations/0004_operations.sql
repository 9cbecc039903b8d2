-- Unlogged, so that the writes of /readyz are not in the write-ahead log. It is always empty.
CREATE UNLOGGED TABLE "write_probes" (
	"filler" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "faults" (
	"name" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refused_events" (
	"hour" timestamp with time zone PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "expired_at" timestamp with time zone;
