CREATE TABLE "canvas_enrollments" (
	"enrollment_id" bigint PRIMARY KEY NOT NULL,
	"canvas_enrollment_id" text,
	"is_active" boolean DEFAULT false NOT NULL,
	"claimed_until" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "canvas_users" (
	"domain" text NOT NULL,
	"login" text NOT NULL,
	"canvas_user_id" text,
	"existed" boolean DEFAULT false NOT NULL,
	"asked_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "canvas_users_domain_login_pk" PRIMARY KEY("domain","login")
);
--> statement-breakpoint
CREATE TABLE "grades" (
	"subject_kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"target" text,
	"score" integer,
	"asking" integer,
	"claimed_until" timestamp with time zone,
	"problem" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "grades_subject_kind_subject_id_pk" PRIMARY KEY("subject_kind","subject_id"),
	CONSTRAINT "grades_subject_kind" CHECK ("grades"."subject_kind" in ('enrollment', 'membership'))
);
--> statement-breakpoint
ALTER TABLE "canvas_enrollments" ADD CONSTRAINT "canvas_enrollments_enrollment_id_enrollments_id_fk" FOREIGN KEY ("enrollment_id") REFERENCES "public"."enrollments"("id") ON DELETE cascade ON UPDATE no action;