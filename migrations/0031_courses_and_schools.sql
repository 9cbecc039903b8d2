ALTER TABLE "courses" ADD COLUMN "access_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "consumers" ADD COLUMN "yearly_access" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deployments" ADD COLUMN "yearly_access" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- The school's name that staff typed for the invitation to register.
UPDATE "deployments" d SET "name" = i."note" FROM "registration_invites" i WHERE i."platform_id" = d."platform_id" AND d."name" IS NULL;--> statement-breakpoint
-- One choice for card payment in K-12 schools: accepts_payment alone decides now. What students can use does not change.
UPDATE "consumers" SET "accepts_payment" = false, "accepts_access_code" = true WHERE "is_k12" AND "accepts_payment" AND NOT "takes_cards_k12";--> statement-breakpoint
UPDATE "deployments" SET "accepts_payment" = false, "accepts_access_code" = true WHERE "is_k12" AND "accepts_payment" AND NOT "takes_cards_k12";
