ALTER TABLE "coupon_batches" VALIDATE CONSTRAINT "coupon_batches_consumer_id_consumers_id_fk";--> statement-breakpoint
ALTER TABLE "coupon_batches" VALIDATE CONSTRAINT "coupon_batches_deployment_id_deployments_id_fk";
