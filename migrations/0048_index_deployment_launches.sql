CREATE INDEX CONCURRENTLY IF NOT EXISTS "launch_diary_deployment" ON "launch_diary" USING btree ("client_id","deployment_id","id") WHERE "launch_diary"."client_id" is not null;
