-- canvas_courses.problem contains the reason instead of the sentence. Processes of the last release may still write one.
UPDATE "canvas_courses" SET "problem" = CASE "problem"
	WHEN 'Canvas is not answering. We retry automatically.' THEN 'canvas_away'
	WHEN 'Canvas refused our request for this course. Check the permissions of CANVAS_API_TOKEN.' THEN 'canvas_refused'
	WHEN 'Canvas has no such course. Check canvas_course_id in the launch.' THEN 'course_not_found'
	ELSE "problem"
END
WHERE "problem" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "canvas_courses" ADD CONSTRAINT "canvas_courses_problem" CHECK ("canvas_courses"."problem" in ('canvas_away', 'canvas_refused', 'course_not_found') or "canvas_courses"."problem" like '% %');