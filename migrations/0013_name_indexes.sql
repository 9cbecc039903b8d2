-- The indexes of names, by the function that 0012 changed.
reindex index concurrently schools_names;
--> statement-breakpoint
reindex index concurrently platforms_names;
--> statement-breakpoint
reindex index concurrently deployments_names;
--> statement-breakpoint
reindex index concurrently courses_names;
--> statement-breakpoint
reindex index concurrently people_names;
