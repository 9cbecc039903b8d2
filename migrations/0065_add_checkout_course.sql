ALTER TABLE "checkouts" ADD COLUMN "course_id" bigint;--> statement-breakpoint
-- Servers of the release before do not know the column. Rows older than it are filled by a job.
CREATE FUNCTION fill_checkout_course() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.course_id := coalesce(
		(SELECT e.course_id FROM enrollments e WHERE e.id = NEW.enrollment_id),
		(SELECT m.course_id FROM memberships m WHERE m.id = NEW.membership_id));
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER checkouts_course BEFORE INSERT OR UPDATE OF enrollment_id, membership_id ON "checkouts" FOR EACH ROW EXECUTE FUNCTION fill_checkout_course();
