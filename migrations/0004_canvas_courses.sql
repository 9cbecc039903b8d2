CREATE TABLE "canvas_courses" (
	"domain" text NOT NULL,
	"id" text NOT NULL,
	"account_id" text,
	"name" text,
	"course_code" text,
	"workflow_state" text,
	"polled_at" timestamp with time zone,
	"next_poll_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "canvas_courses_domain_id_pk" PRIMARY KEY("domain","id")
);
--> statement-breakpoint
CREATE TABLE "content_migrations" (
	"domain" text NOT NULL,
	"course_id" text NOT NULL,
	"id" text NOT NULL,
	"progress_url" text,
	"workflow_state" text NOT NULL,
	"source_course_name" text NOT NULL,
	"completion" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_migrations_domain_course_id_id_pk" PRIMARY KEY("domain","course_id","id"),
	CONSTRAINT "content_migrations_completion" CHECK ("content_migrations"."completion" between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "content_migrations" ADD CONSTRAINT "content_migrations_domain_course_id_canvas_courses_domain_id_fk" FOREIGN KEY ("domain","course_id") REFERENCES "public"."canvas_courses"("domain","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "canvas_courses_next_poll" ON "canvas_courses" USING btree ("next_poll_at");