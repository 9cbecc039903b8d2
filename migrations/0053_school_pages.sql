CREATE TABLE "school_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "school_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"consumer_id" bigint,
	"deployment_id" bigint,
	"contact" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "school_notes_consumer" UNIQUE("consumer_id"),
	CONSTRAINT "school_notes_deployment" UNIQUE("deployment_id"),
	CONSTRAINT "school_notes_of_one_school" CHECK (num_nonnulls("school_notes"."consumer_id", "school_notes"."deployment_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "seat_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seat_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"consumer_id" bigint,
	"deployment_id" bigint,
	"created_by" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "seat_links_of_one_school" CHECK (num_nonnulls("seat_links"."consumer_id", "seat_links"."deployment_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "coupon_batches" ADD COLUMN "consumer_id" bigint;--> statement-breakpoint
ALTER TABLE "coupon_batches" ADD COLUMN "deployment_id" bigint;--> statement-breakpoint
ALTER TABLE "school_notes" ADD CONSTRAINT "school_notes_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "school_notes" ADD CONSTRAINT "school_notes_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_links" ADD CONSTRAINT "seat_links_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_links" ADD CONSTRAINT "seat_links_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seat_links_consumer" ON "seat_links" USING btree ("consumer_id");--> statement-breakpoint
CREATE INDEX "seat_links_deployment" ON "seat_links" USING btree ("deployment_id");--> statement-breakpoint
ALTER TABLE "coupon_batches" ADD CONSTRAINT "coupon_batches_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "coupon_batches" ADD CONSTRAINT "coupon_batches_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE set null ON UPDATE no action NOT VALID;