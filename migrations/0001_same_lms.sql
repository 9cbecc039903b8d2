CREATE TABLE "carried_rows" (
	"entitlement_id" bigint NOT NULL,
	"other_id" bigint NOT NULL,
	"was_in" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "carried_rows_entitlement_id_other_id_pk" PRIMARY KEY("entitlement_id","other_id")
);
--> statement-breakpoint
CREATE TABLE "lms_moves" (
	"deployment_id" bigint PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"consumer_id" bigint,
	"from_deployment_id" bigint,
	"left_school" text,
	"left_school_id" bigint,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" bigint,
	CONSTRAINT "lms_moves_state" CHECK ("lms_moves"."state" in ('asked', 'replaces', 'other')),
	CONSTRAINT "lms_moves_replaces_one" CHECK (num_nonnulls("lms_moves"."consumer_id", "lms_moves"."from_deployment_id") = case when "lms_moves"."state" = 'replaces' then 1 else 0 end)
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "one_course" bigint;--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "seen_host" text;--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "seen_context_id" text;--> statement-breakpoint
ALTER TABLE "registration_invites" ADD COLUMN "switch_on_host" text;--> statement-breakpoint
ALTER TABLE "registration_invites" ADD COLUMN "administrator_email" text;--> statement-breakpoint
ALTER TABLE "carried_rows" ADD CONSTRAINT "carried_rows_entitlement_id_entitlements_id_fk" FOREIGN KEY ("entitlement_id") REFERENCES "public"."entitlements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carried_rows" ADD CONSTRAINT "carried_rows_other_id_entitlements_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."entitlements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lms_moves" ADD CONSTRAINT "lms_moves_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lms_moves" ADD CONSTRAINT "lms_moves_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lms_moves" ADD CONSTRAINT "lms_moves_from_deployment_id_deployments_id_fk" FOREIGN KEY ("from_deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lms_moves" ADD CONSTRAINT "lms_moves_left_school_id_schools_id_fk" FOREIGN KEY ("left_school_id") REFERENCES "public"."schools"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "carried_rows_other" ON "carried_rows" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "lms_moves_consumer" ON "lms_moves" USING btree ("consumer_id");--> statement-breakpoint
CREATE INDEX "lms_moves_from_deployment" ON "lms_moves" USING btree ("from_deployment_id");