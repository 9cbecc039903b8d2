CREATE TABLE "provider_calls" (
	"purpose" text PRIMARY KEY NOT NULL,
	"asked" text NOT NULL,
	"key" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"failed_at" timestamp with time zone
);
