ALTER TABLE "course_teachers" ADD COLUMN "last_tab" text;--> statement-breakpoint
ALTER TABLE "course_teachers" ADD COLUMN "last_lesson" text;