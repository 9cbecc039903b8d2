-- Gives checkouts a key of their own (docs/adr/0031-checkout-key.md). Rows are numbered in the order they were created.
LOCK TABLE "checkouts", "checkout_lines", "payment_flags" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "checkout_lines" DROP CONSTRAINT "checkout_lines_stripe_session_id_checkouts_stripe_session_id_fk";--> statement-breakpoint
ALTER TABLE "payment_flags" DROP CONSTRAINT "payment_flags_stripe_session_id_checkouts_stripe_session_id_fk";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "id" bigint;--> statement-breakpoint
UPDATE "checkouts" x SET "id" = n."id"
	FROM (SELECT "stripe_session_id", row_number() OVER (ORDER BY "created_at", "stripe_session_id") AS "id" FROM "checkouts") n
	WHERE n."stripe_session_id" = x."stripe_session_id";--> statement-breakpoint
ALTER TABLE "checkouts" ALTER COLUMN "id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ALTER COLUMN "id" ADD GENERATED ALWAYS AS IDENTITY (sequence name "checkouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
SELECT setval('"checkouts_id_seq"', (SELECT coalesce(max("id"), 0) + 1 FROM "checkouts"), false);--> statement-breakpoint
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_pkey";--> statement-breakpoint
ALTER TABLE "checkouts" ADD PRIMARY KEY ("id");--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_stripe_session" UNIQUE("stripe_session_id");--> statement-breakpoint
ALTER TABLE "checkout_lines" ADD COLUMN "checkout_id" bigint;--> statement-breakpoint
UPDATE "checkout_lines" l SET "checkout_id" = x."id" FROM "checkouts" x WHERE x."stripe_session_id" = l."stripe_session_id";--> statement-breakpoint
ALTER TABLE "checkout_lines" ALTER COLUMN "checkout_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout_lines" DROP CONSTRAINT "checkout_lines_stripe_session_id_product_id_pk";--> statement-breakpoint
ALTER TABLE "checkout_lines" ALTER COLUMN "stripe_session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "checkout_lines" ADD CONSTRAINT "checkout_lines_checkout_id_product_id_pk" PRIMARY KEY("checkout_id","product_id");--> statement-breakpoint
ALTER TABLE "checkout_lines" ADD CONSTRAINT "checkout_lines_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkout_lines_stripe_session" ON "checkout_lines" USING btree ("stripe_session_id");--> statement-breakpoint
ALTER TABLE "payment_flags" ADD COLUMN "checkout_id" bigint;--> statement-breakpoint
UPDATE "payment_flags" f SET "checkout_id" = x."id" FROM "checkouts" x WHERE x."stripe_session_id" = f."stripe_session_id";--> statement-breakpoint
ALTER TABLE "payment_flags" ALTER COLUMN "checkout_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_flags" ALTER COLUMN "stripe_session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_flags" ADD CONSTRAINT "payment_flags_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_flags" ADD CONSTRAINT "payment_flags_of_checkout" UNIQUE("checkout_id","kind");--> statement-breakpoint
-- Processes of the release before know only stripe_session_id, and this release writes only checkout_id. The trigger
-- fills the other one. A later release drops it with stripe_session_id of these two tables.
CREATE FUNCTION fill_checkout_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.checkout_id IS NULL THEN
		SELECT x.id INTO NEW.checkout_id FROM checkouts x WHERE x.stripe_session_id = NEW.stripe_session_id;
	ELSE
		SELECT x.stripe_session_id INTO NEW.stripe_session_id FROM checkouts x WHERE x.id = NEW.checkout_id;
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER checkout_lines_key BEFORE INSERT ON "checkout_lines" FOR EACH ROW EXECUTE FUNCTION fill_checkout_key();--> statement-breakpoint
CREATE TRIGGER payment_flags_key BEFORE INSERT ON "payment_flags" FOR EACH ROW EXECUTE FUNCTION fill_checkout_key();
