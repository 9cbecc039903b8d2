CREATE TABLE "code_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL,
	"file_name" text NOT NULL,
	"content" bytea NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "coupon_batches" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "coupon_batches" ADD COLUMN "seller" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "coupons" ADD COLUMN "voided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "code_uploads" ADD CONSTRAINT "code_uploads_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_uploads_created_at" ON "code_uploads" USING btree ("created_at");