CREATE TABLE "sign_lists" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sign_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"course_id" bigint NOT NULL,
	"place" smallint NOT NULL,
	"name" text NOT NULL,
	"link" text NOT NULL,
	"signs" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sign_lists_link" UNIQUE("link"),
	CONSTRAINT "sign_lists_place" UNIQUE("course_id","place"),
	CONSTRAINT "sign_lists_most" CHECK ("sign_lists"."place" between 1 and 20),
	CONSTRAINT "sign_lists_signs" CHECK (cardinality("sign_lists"."signs") <= 100),
	CONSTRAINT "sign_lists_name" CHECK (char_length("sign_lists"."name") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "sign_lists" ADD CONSTRAINT "sign_lists_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;