CREATE INDEX CONCURRENTLY IF NOT EXISTS "coupons_expiring" ON "coupons" USING btree ("expires_at") WHERE "coupons"."used" < "coupons"."max_usage";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "coupons_expires_at";
