CREATE INDEX CONCURRENTLY IF NOT EXISTS "card_payments_refunded" ON "card_payments" USING btree ("payment_intent") WHERE "card_payments"."refunded" > 0;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "checkouts_not_paid" ON "checkouts" USING btree ("status","id") WHERE "checkouts"."status" <> 'paid';
