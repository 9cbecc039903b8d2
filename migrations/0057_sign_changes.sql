CREATE TABLE "sign_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sign" text NOT NULL,
	"fields" jsonb NOT NULL,
	"state" text NOT NULL,
	"proposed_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"reviewed_by" bigint,
	"reviewed_at" timestamp with time zone,
	"comment" text DEFAULT '' NOT NULL,
	CONSTRAINT "sign_changes_state" CHECK ("sign_changes"."state" in ('draft', 'waiting', 'approved', 'sent_back', 'replaced', 'discarded'))
);
--> statement-breakpoint
ALTER TABLE "sign_changes" ADD CONSTRAINT "sign_changes_proposed_by_staff_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_changes" ADD CONSTRAINT "sign_changes_reviewed_by_staff_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."staff_users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sign_changes_waiting" ON "sign_changes" USING btree ("sign") WHERE "sign_changes"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "sign_changes_sign" ON "sign_changes" USING btree ("sign","id");--> statement-breakpoint
CREATE INDEX "sign_changes_in_state" ON "sign_changes" USING btree ("state","id");