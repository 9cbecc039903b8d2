-- Proofs that are spent: platform storage has a value of its own, the access of an old enrollment moves once, and a
-- platform can have signing keys that are valid nowhere else.
CREATE TABLE "moved_enrollments" (
	"from_id" bigint PRIMARY KEY NOT NULL,
	"to_id" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "platform_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"platform_id" bigint NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"sealed_private_key" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state_at" timestamp with time zone NOT NULL,
	CONSTRAINT "platform_keys_state" CHECK ("platform_keys"."state" in ('next', 'current', 'retired'))
);
--> statement-breakpoint
ALTER TABLE "lti_logins" ADD COLUMN "storage_hash" text;--> statement-breakpoint
ALTER TABLE "platforms" ADD COLUMN "has_own_keys" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "platforms" ADD COLUMN "key_ids" bigint[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "moved_enrollments" ADD CONSTRAINT "moved_enrollments_from_id_entitlements_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."entitlements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_enrollments" ADD CONSTRAINT "moved_enrollments_to_id_entitlements_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."entitlements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "platform_keys" ADD CONSTRAINT "platform_keys_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "moved_enrollments_to" ON "moved_enrollments" USING btree ("to_id");--> statement-breakpoint
CREATE UNIQUE INDEX "platform_keys_one_each" ON "platform_keys" USING btree ("platform_id","state") WHERE "platform_keys"."state" in ('current', 'next');--> statement-breakpoint
CREATE INDEX "platform_keys_platform" ON "platform_keys" USING btree ("platform_id");