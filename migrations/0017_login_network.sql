ALTER TABLE "lti_logins" ADD COLUMN "network_hash" text;--> statement-breakpoint
CREATE INDEX "lti_logins_network" ON "lti_logins" USING btree ("network_hash","created_at");