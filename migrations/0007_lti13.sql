CREATE TABLE "move_suggestions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "move_suggestions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"enrollment_id" bigint NOT NULL,
	"membership_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" bigint,
	"accepted" boolean,
	CONSTRAINT "move_suggestions_pair" UNIQUE("enrollment_id","membership_id")
);
--> statement-breakpoint
CREATE TABLE "registration_invites" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "registration_invites_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token_hash" text NOT NULL,
	"note" text NOT NULL,
	"created_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"platform_id" bigint,
	CONSTRAINT "registration_invites_token" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "tool_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"sealed_private_key" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tool_keys_state" CHECK ("tool_keys"."state" in ('next', 'current', 'retired'))
);
--> statement-breakpoint
ALTER TABLE "launch_diary" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "launch_diary" ADD COLUMN "client_id" text;--> statement-breakpoint
ALTER TABLE "launch_diary" ADD COLUMN "deployment_id" text;--> statement-breakpoint
ALTER TABLE "launch_diary" ADD COLUMN "school" text;--> statement-breakpoint
ALTER TABLE "launch_diary" ADD COLUMN "base_string" text;--> statement-breakpoint
ALTER TABLE "launch_tokens" ADD COLUMN "deep_link" jsonb;--> statement-breakpoint
ALTER TABLE "move_suggestions" ADD CONSTRAINT "move_suggestions_enrollment_id_enrollments_id_fk" FOREIGN KEY ("enrollment_id") REFERENCES "public"."enrollments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "move_suggestions" ADD CONSTRAINT "move_suggestions_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "registration_invites" ADD CONSTRAINT "registration_invites_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "registration_invites_expires_at" ON "registration_invites" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "tool_keys_one_each" ON "tool_keys" USING btree ("state") WHERE "tool_keys"."state" in ('current', 'next');