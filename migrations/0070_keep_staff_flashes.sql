CREATE TABLE "staff_flashes" (
	"session_id" bigint NOT NULL,
	"address_hash" text NOT NULL,
	"body" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "staff_flashes_session_id_address_hash_pk" PRIMARY KEY("session_id","address_hash")
);
--> statement-breakpoint
ALTER TABLE "staff_flashes" ADD CONSTRAINT "staff_flashes_session_id_staff_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."staff_sessions"("id") ON DELETE cascade ON UPDATE no action;