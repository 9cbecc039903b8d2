CREATE TABLE "audit" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "consumers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consumers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"name" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"sealed_previous_secret" text,
	"email_domain" text,
	"accepts_payment" boolean DEFAULT true NOT NULL,
	"accepts_access_code" boolean DEFAULT true NOT NULL,
	"is_k12" boolean DEFAULT false NOT NULL,
	"is_hosted" boolean DEFAULT false NOT NULL,
	"passes_grades" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consumers_key" UNIQUE("key"),
	CONSTRAINT "consumers_accept_something" CHECK ("consumers"."accepts_payment" or "consumers"."accepts_access_code")
);
--> statement-breakpoint
CREATE TABLE "nonces" (
	"consumer_id" bigint NOT NULL,
	"nonce" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "nonces_consumer_id_nonce_pk" PRIMARY KEY("consumer_id","nonce")
);
--> statement-breakpoint
CREATE TABLE "coupon_uses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupon_uses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"coupon_id" bigint NOT NULL,
	"enrollment_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"attached_at" timestamp with time zone NOT NULL,
	"voided_at" timestamp with time zone,
	CONSTRAINT "coupon_uses_once" UNIQUE("enrollment_id","coupon_id")
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"coupon_code" text NOT NULL,
	"code_key" text NOT NULL,
	"look_alike_key" text GENERATED ALWAYS AS (translate(code_key, 'OILSBZ', '011582')) STORED NOT NULL,
	"product_id" bigint NOT NULL,
	"max_usage" integer DEFAULT 1 NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone,
	"is_test" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupons_code_key" UNIQUE("code_key"),
	CONSTRAINT "coupons_max_usage" CHECK ("coupons"."max_usage" >= 1),
	CONSTRAINT "coupons_used" CHECK ("coupons"."used" between 0 and "coupons"."max_usage")
);
--> statement-breakpoint
CREATE TABLE "course_products" (
	"course_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	CONSTRAINT "course_products_course_id_product_id_pk" PRIMARY KEY("course_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "course_teachers" (
	"course_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	CONSTRAINT "course_teachers_course_id_person_id_pk" PRIMARY KEY("course_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "courses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"consumer_id" bigint NOT NULL,
	"context_id" text NOT NULL,
	"title" text,
	"label" text,
	"canvas_course_id" text,
	"canvas_domain" text,
	"workflow_state" text DEFAULT 'available' NOT NULL,
	"lms_origins" text[] DEFAULT '{}' NOT NULL,
	"term_starts_at" timestamp with time zone,
	"term_ends_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"allows_wts" boolean DEFAULT false NOT NULL,
	"join_token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "courses_join_token" UNIQUE("join_token"),
	CONSTRAINT "courses_context_key" UNIQUE("consumer_id","context_id")
);
--> statement-breakpoint
CREATE TABLE "enrollments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "enrollments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"course_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"token" text NOT NULL,
	"session_id" uuid NOT NULL,
	"born_by" text DEFAULT 'launch' NOT NULL,
	"grade_passback_id" text,
	"outcome_service_url" text,
	"agreed_at" timestamp with time zone,
	"agreed_terms" text,
	"processed_at" timestamp with time zone,
	"processed_by" bigint,
	"source" text,
	"stripe_event_id" text,
	"access_ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "enrollments_token" UNIQUE("token"),
	CONSTRAINT "enrollments_session" UNIQUE("session_id"),
	CONSTRAINT "enrollments_stripe_event" UNIQUE("stripe_event_id"),
	CONSTRAINT "enrollments_person_key" UNIQUE("course_id","person_id"),
	CONSTRAINT "enrollments_born_by" CHECK ("enrollments"."born_by" in ('launch', 'sign_up')),
	CONSTRAINT "enrollments_source" CHECK ("enrollments"."source" in ('code', 'card', 'staff', 'free', 'test', 'migrated')),
	CONSTRAINT "enrollments_processed_has_source" CHECK (("enrollments"."processed_at" is null) = ("enrollments"."source" is null))
);
--> statement-breakpoint
CREATE TABLE "launch_diary" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "launch_diary_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"reference" text NOT NULL,
	"version" text NOT NULL,
	"outcome" text NOT NULL,
	"consumer_key" text,
	"context_id" text,
	"skew_seconds" integer,
	"parameters" text[] NOT NULL,
	"detail" text,
	CONSTRAINT "launch_diary_reference" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "launch_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"state_hash" text NOT NULL,
	"app" text NOT NULL,
	"course_id" bigint NOT NULL,
	"person_id" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "messages_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"consumer_id" bigint,
	"lti_user_id" text,
	"email" text,
	"email_verified_at" timestamp with time zone,
	"name" text,
	"given_name" text,
	"family_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "people_lti_user_key" UNIQUE("consumer_id","lti_user_id")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_code" text NOT NULL,
	"name" text NOT NULL,
	"stripe_price_id" text NOT NULL,
	"units_for_teacher" integer[] DEFAULT '{}' NOT NULL,
	"is_free" boolean GENERATED ALWAYS AS (lower(name) = 'zfree') STORED NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_code" UNIQUE("product_code"),
	CONSTRAINT "products_units" CHECK (units_for_teacher <@ array[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19])
);
--> statement-breakpoint
ALTER TABLE "nonces" ADD CONSTRAINT "nonces_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_coupon_id_coupons_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_enrollment_id_enrollments_id_fk" FOREIGN KEY ("enrollment_id") REFERENCES "public"."enrollments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_uses" ADD CONSTRAINT "coupon_uses_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupons" ADD CONSTRAINT "coupons_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_products" ADD CONSTRAINT "course_products_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_products" ADD CONSTRAINT "course_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_teachers" ADD CONSTRAINT "course_teachers_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_teachers" ADD CONSTRAINT "course_teachers_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "launch_tokens" ADD CONSTRAINT "launch_tokens_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "launch_tokens" ADD CONSTRAINT "launch_tokens_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_consumer_id_consumers_id_fk" FOREIGN KEY ("consumer_id") REFERENCES "public"."consumers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit" USING btree ("subject_kind","subject_id","at");--> statement-breakpoint
CREATE INDEX "audit_at" ON "audit" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "consumers_name_key" ON "consumers" USING btree (lower("name"));--> statement-breakpoint
CREATE INDEX "nonces_expires_at" ON "nonces" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "coupon_uses_one_per_product" ON "coupon_uses" USING btree ("enrollment_id","product_id") WHERE "coupon_uses"."voided_at" is null;--> statement-breakpoint
CREATE INDEX "coupon_uses_coupon" ON "coupon_uses" USING btree ("coupon_id");--> statement-breakpoint
CREATE INDEX "coupons_look_alike_key" ON "coupons" USING btree ("look_alike_key");--> statement-breakpoint
CREATE INDEX "coupons_product" ON "coupons" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "courses_context_id" ON "courses" USING btree ("context_id");--> statement-breakpoint
CREATE INDEX "enrollments_person" ON "enrollments" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "launch_diary_at" ON "launch_diary" USING btree ("at");--> statement-breakpoint
CREATE INDEX "launch_tokens_expires_at" ON "launch_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "limits_resets_at" ON "limits" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "people_email" ON "people" USING btree ("email");