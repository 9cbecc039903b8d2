CREATE TABLE "canvas_platforms" (
	"domain" text PRIMARY KEY NOT NULL,
	"blueprints" jsonb NOT NULL,
	"read_at" timestamp with time zone NOT NULL
);
