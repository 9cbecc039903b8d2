import { prepared, type Queryable } from '#src/core/db/db.ts'

const saved = prepared(
  'teacher_place',
  `update course_teachers set last_tab = $3, last_lesson = coalesce($4, last_lesson)
   where (course_id, person_id) = ($1, $2) and (last_tab, last_lesson) is distinct from ($3, coalesce($4, last_lesson))`,
)

/** Saves where a teacher is on the teacher page of a course. Without a lesson, the one before stays. */
export const saveTeacherPlace = async (
  db: Queryable,
  { courseId, personId }: { courseId: number; personId: number },
  { tab, lesson }: { tab: string; lesson: string | null },
): Promise<void> => {
  await saved(db, [courseId, personId, tab, lesson])
}
