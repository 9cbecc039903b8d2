-- The indexes of names, by the function that 0012 changed, and indexes for lists of many rows.
reindex index concurrently schools_names;
--> statement-breakpoint
reindex index concurrently platforms_names;
--> statement-breakpoint
reindex index concurrently deployments_names;
--> statement-breakpoint
reindex index concurrently courses_names;
--> statement-breakpoint
reindex index concurrently people_names;
--> statement-breakpoint
create index concurrently if not exists coupon_batches_notes on coupon_batches using gin (name_words(coalesce(note, '')));
--> statement-breakpoint
create index concurrently if not exists courses_lms_origins on courses using gin (lms_origins);
--> statement-breakpoint
create index concurrently if not exists courses_canvas_domain on courses (canvas_domain) where canvas_domain is not null;
--> statement-breakpoint
create index concurrently if not exists coupons_left on coupons (batch_id) where used < max_usage and voided_at is null;
