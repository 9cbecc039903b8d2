CREATE TABLE "card_disputes" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"payment_intent" text NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "card_disputes_state" CHECK ("card_disputes"."state" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "card_payments" (
	"payment_intent" text PRIMARY KEY NOT NULL,
	"charged" integer,
	"refunded" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_refunds" (
	"refund_id" text PRIMARY KEY NOT NULL,
	"payment_intent" text NOT NULL,
	"amount" integer NOT NULL,
	"failed" boolean NOT NULL,
	"product_ids" bigint[] DEFAULT '{}' NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "checkout_lines" (
	"stripe_session_id" text NOT NULL,
	"product_id" bigint NOT NULL,
	"price_id" text NOT NULL,
	"amount" integer,
	"covers" boolean DEFAULT false NOT NULL,
	"voided_at" timestamp with time zone,
	CONSTRAINT "checkout_lines_stripe_session_id_product_id_pk" PRIMARY KEY("stripe_session_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"stripe_session_id" text PRIMARY KEY NOT NULL,
	"enrollment_id" bigint,
	"membership_id" bigint,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"livemode" boolean NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"receipt_email" text,
	"payment_intent" text,
	"total" integer,
	"findings" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "checkouts_payment_intent" UNIQUE("payment_intent"),
	CONSTRAINT "checkouts_of_one" CHECK (num_nonnulls("checkouts"."enrollment_id", "checkouts"."membership_id") = 1),
	CONSTRAINT "checkouts_status" CHECK ("checkouts"."status" in ('open', 'expired', 'pending', 'failed', 'paid', 'flagged'))
);
--> statement-breakpoint
CREATE TABLE "payment_flags" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_flags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"stripe_session_id" text NOT NULL,
	"kind" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"note" text,
	CONSTRAINT "payment_flags_once" UNIQUE("stripe_session_id","kind")
);
--> statement-breakpoint
CREATE TABLE "prices" (
	"stripe_price_id" text PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"sells" boolean NOT NULL,
	"stripe_product" text NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reconciliations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"compared" integer NOT NULL,
	"healed" text[] NOT NULL,
	"open" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "consumers" ADD COLUMN "takes_cards_k12" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "takes_cards_k12" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout_lines" ADD CONSTRAINT "checkout_lines_stripe_session_id_checkouts_stripe_session_id_fk" FOREIGN KEY ("stripe_session_id") REFERENCES "public"."checkouts"("stripe_session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_lines" ADD CONSTRAINT "checkout_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_enrollment_id_enrollments_id_fk" FOREIGN KEY ("enrollment_id") REFERENCES "public"."enrollments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_flags" ADD CONSTRAINT "payment_flags_stripe_session_id_checkouts_stripe_session_id_fk" FOREIGN KEY ("stripe_session_id") REFERENCES "public"."checkouts"("stripe_session_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "card_disputes_payment" ON "card_disputes" USING btree ("payment_intent");--> statement-breakpoint
CREATE INDEX "card_refunds_payment" ON "card_refunds" USING btree ("payment_intent");--> statement-breakpoint
CREATE INDEX "checkouts_enrollment" ON "checkouts" USING btree ("enrollment_id");--> statement-breakpoint
CREATE INDEX "checkouts_membership" ON "checkouts" USING btree ("membership_id");--> statement-breakpoint
CREATE INDEX "checkouts_unfinished" ON "checkouts" USING btree ("expires_at") WHERE "checkouts"."status" in ('open', 'pending');--> statement-breakpoint
CREATE INDEX "payment_flags_open" ON "payment_flags" USING btree ("opened_at") WHERE "payment_flags"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "reconciliations_at" ON "reconciliations" USING btree ("at");--> statement-breakpoint
CREATE INDEX "stripe_events_taken_at" ON "stripe_events" USING btree ("taken_at");