CREATE TABLE "lti_logins" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"nonce_hash" text NOT NULL,
	"binding_hash" text NOT NULL,
	"platform_id" bigint NOT NULL,
	"parameters" jsonb NOT NULL,
	"storage_target" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"consumed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "memberships_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"course_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"token" text NOT NULL,
	"session_id" uuid NOT NULL,
	"role" text NOT NULL,
	"line_item_url" text,
	"line_items_url" text,
	"grade_scopes" text[] DEFAULT '{}' NOT NULL,
	"agreed_at" timestamp with time zone,
	"agreed_terms" text,
	"processed_at" timestamp with time zone,
	"processed_by" bigint,
	"source" text,
	"unprocessed_at" timestamp with time zone,
	"stripe_event_id" text,
	"access_ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_token" UNIQUE("token"),
	CONSTRAINT "memberships_session" UNIQUE("session_id"),
	CONSTRAINT "memberships_stripe_event" UNIQUE("stripe_event_id"),
	CONSTRAINT "memberships_person_key" UNIQUE("course_id","person_id"),
	CONSTRAINT "memberships_source" CHECK ("memberships"."source" in ('code', 'card', 'staff', 'free', 'test', 'migrated')),
	CONSTRAINT "memberships_processed_has_source" CHECK (("memberships"."processed_at" is null) = ("memberships"."source" is null))
);
--> statement-breakpoint
CREATE TABLE "deployments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deployments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"platform_id" bigint NOT NULL,
	"deployment_id" text NOT NULL,
	"name" text,
	"status" text DEFAULT 'waiting' NOT NULL,
	"accepts_payment" boolean DEFAULT true NOT NULL,
	"accepts_access_code" boolean DEFAULT true NOT NULL,
	"is_k12" boolean DEFAULT false NOT NULL,
	"passes_grades" boolean DEFAULT true NOT NULL,
	"seen_title" text,
	"seen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deployments_key" UNIQUE("platform_id","deployment_id"),
	CONSTRAINT "deployments_status" CHECK ("deployments"."status" in ('approved', 'waiting', 'refused')),
	CONSTRAINT "deployments_accept_something" CHECK ("deployments"."accepts_payment" or "deployments"."accepts_access_code")
);
--> statement-breakpoint
CREATE TABLE "platforms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "platforms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"domain" text NOT NULL,
	"preset" text NOT NULL,
	"authorization_redirect" text NOT NULL,
	"public_keys_url" text NOT NULL,
	"grant_url" text NOT NULL,
	"audience" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"approves_first" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "platforms_key" UNIQUE("issuer","client_id"),
	CONSTRAINT "platforms_preset" CHECK ("platforms"."preset" in ('d2l', 'canvas', 'moodle', 'blackboard', 'custom'))
);
--> statement-breakpoint
ALTER TABLE "coupon_uses" ALTER COLUMN "enrollment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ALTER COLUMN "consumer_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD COLUMN "membership_id" bigint;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "deployment_id" bigint;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "roster_url" text;--> statement-breakpoint
ALTER TABLE "enrollments" ADD COLUMN "unprocessed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "platform_id" bigint;--> statement-breakpoint
ALTER TABLE "lti_logins" ADD CONSTRAINT "lti_logins_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deployments" ADD CONSTRAINT "deployments_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lti_logins_expires_at" ON "lti_logins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "memberships_person" ON "memberships" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "deployments_status" ON "deployments" USING btree ("status");--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_platform_id_platforms_id_fk" FOREIGN KEY ("platform_id") REFERENCES "public"."platforms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_uses_one_per_product_membership" ON "coupon_uses" USING btree ("membership_id","product_id") WHERE "coupon_uses"."voided_at" is null;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_once_membership" UNIQUE("membership_id","coupon_id");--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_deployment_context_key" UNIQUE("deployment_id","context_id");--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_platform_user_key" UNIQUE("platform_id","lti_user_id");--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_of_one" CHECK (num_nonnulls("coupon_uses"."enrollment_id", "coupon_uses"."membership_id") = 1);--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_of_one_school" CHECK (num_nonnulls("courses"."consumer_id", "courses"."deployment_id") = 1);--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_of_one_lms" CHECK (num_nonnulls("people"."consumer_id", "people"."platform_id") <= 1);