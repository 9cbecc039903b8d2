CREATE TABLE "staff_schools" (
	"staff_id" bigint NOT NULL,
	"consumer_id" bigint,
	"deployment_id" bigint,
	CONSTRAINT "staff_schools_school" UNIQUE NULLS NOT DISTINCT("staff_id","consumer_id","deployment_id"),
	CONSTRAINT "staff_schools_one" CHECK (num_nonnulls("staff_schools"."consumer_id", "staff_schools"."deployment_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "staff_users" ADD COLUMN "is_limited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "staff_schools" ADD CONSTRAINT "staff_schools_staff_id_staff_users_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_schools" ADD CONSTRAINT "staff_schools_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_schools" ADD CONSTRAINT "staff_schools_deployment_id_deployments_id_fk" FOREIGN KEY ("deployment_id") REFERENCES "public"."deployments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "staff_schools_consumer" ON "staff_schools" USING btree ("consumer_id");--> statement-breakpoint
CREATE INDEX "staff_schools_deployment" ON "staff_schools" USING btree ("deployment_id");