CREATE TABLE "demo_marks" (
	"id" integer PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_marks_one_row" CHECK ("demo_marks"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "payment_flags" DROP CONSTRAINT "payment_flags_kind";--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_flags" ADD CONSTRAINT "payment_flags_kind" CHECK ("payment_flags"."kind" in ('wrong_price', 'wrong_amount', 'wrong_mode', 'refund_due', 'products_changed', 'partial_refund', 'refund_failed', 'impossible_refund', 'dispute_open', 'dispute_lost'));--> statement-breakpoint
-- A database made by demo mode before this mark has its public join link, and no staff but the example.
INSERT INTO "demo_marks" ("id") SELECT 1
WHERE EXISTS (SELECT FROM "courses" WHERE "join_token" = 'c_demo-asl1-join-link')
  AND NOT EXISTS (SELECT FROM "staff_users" WHERE "email" NOT LIKE '%@example.com');
