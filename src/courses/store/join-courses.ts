import { IS_EMAIL_CLAIMED, PERSON_NAME } from '#src/access/store/schema/people.ts'
import type { Queryable } from '#src/core/db/db.ts'
import { execute, queryRow, queryRows, queryValue } from '#src/core/db/statements.ts'
import type { Language } from '#src/core/rules/language.ts'
import type { JoinCourse } from '../rules/join-course.ts'
import { COURSE_COLUMNS, PRODUCTS, SCHOOL_JOIN, SCHOOL_JSON } from './schema/course-columns.ts'

/** SQL for a course's teachers, each name once: people who launched it as a teacher, and its Canvas teachers. */
const TEACHERS = `
  coalesce((
    select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name)
    from (
      select distinct on (lower(known.name)) known.id, known.name from (
        select 1 as rank, p.id, ${PERSON_NAME} as name
        from course_teachers ct join people p on p.id = ct.person_id where ct.course_id = c.id
        union all
        select 2, x.id, x.name from canvas_courses k, jsonb_to_recordset(k.teachers) as x(id bigint, name text)
        where exists (select from consumers h where h.id = c.consumer_id and h.is_hosted) and k.domain = c.canvas_domain and k.id = c.canvas_course_id
      ) known where known.name is not null order by lower(known.name), known.rank, known.id
    ) t
  ), '[]')`

const SELECT = `
select c.id, ${COURSE_COLUMNS}, c.join_token as "joinToken", c.school_id as "schoolId", k.key as "consumerKey", s.email_domain as "emailDomain",
  ${SCHOOL_JSON} as school,
  ${PRODUCTS} as products,
  ${TEACHERS} as teachers
from courses c join consumers k on k.id = c.consumer_id ${SCHOOL_JOIN}`

const findByToken = queryRow<JoinCourse, [token: string]>('join_course_by_token', `${SELECT} where c.join_token = $1`)
/** Two rows are enough to see that a match is ambiguous. */
const HOSTED = 'and starts_with(k.key, $2) limit 2'

/** Pattern of tokens, ours and moved ones. */
const TOKEN = /^[\w-]{10,200}$/

export const findJoinCourse = async (db: Queryable, token: string): Promise<JoinCourse | null> =>
  TOKEN.test(token) ? findByToken(db, token) : null

export const findCourseOfEnrollment = queryRow<JoinCourse, [token: string]>(
  'join_course_by_enrollment',
  `${SELECT} join entitlements e on e.course_id = c.id where e.token = $1 and e.kind = 'enrollment'`,
)

/** A query of hosted courses that returns the only one; null when there are none or several. */
const queryHosted = (name: string, condition: string) => {
  const list = queryRows<JoinCourse, [value: string, hostedPrefix: string]>(
    name,
    `${SELECT} where ${condition} ${HOSTED}`,
  )
  return async (db: Queryable, value: string, hostedPrefix: string): Promise<JoinCourse | null> => {
    const [course, ...others] = await list(db, value, hostedPrefix)
    return course && others.length === 0 ? course : null
  }
}

export const findCourseOnPlatform = queryHosted('join_courses_by_canvas_id', 'c.canvas_course_id = $1')
/** For API callers without a join link. */
export const findHostedCourse = queryHosted('join_courses_by_context', 'c.context_id = $1')

const findTeachers = queryValue<JoinCourse['teachers'], [courseId: number]>(
  'course_teachers',
  `select ${TEACHERS} as value from courses c where c.id = $1`,
)

export const listTeachers = async (db: Queryable, courseId: number) => (await findTeachers(db, courseId)) ?? []

export interface TeacherRecipient {
  email: string
  /** Only an LMS says that the address is theirs. */
  isEmailClaimed: boolean
  name: string | null
  /** The language that they chose, or else the one of their last launch; null if neither is known. */
  language: Language | null
  school: string
  course: Pick<JoinCourse, 'title' | 'label' | 'canvasCourseId' | 'canvasDomain'>
}

const recipientsOf = queryRows<TeacherRecipient, [courseId: number | null, domain: string | null, id: string | null]>(
  'course_teachers_to_tell',
  `select p.email, ${IS_EMAIL_CLAIMED} as "isEmailClaimed", ${PERSON_NAME} as name, coalesce(p.language, p.launch_language) as language, s.name as school,
  json_build_object('title', c.title, 'label', c.label, 'canvasCourseId', c.canvas_course_id, 'canvasDomain', c.canvas_domain) as course
   from courses c join course_teachers ct on ct.course_id = c.id join people p on p.id = ct.person_id ${SCHOOL_JOIN}
   where p.email is not null and (c.id = $1 or c.canvas_domain = $2 and c.canvas_course_id = $3
     and exists (select from consumers h where h.id = c.consumer_id and h.is_hosted))
   order by p.id`,
)

export const listTeacherRecipients = (
  db: Queryable,
  where: { courseId: number } | { domain: string; id: string },
): Promise<TeacherRecipient[]> =>
  'courseId' in where ? recipientsOf(db, where.courseId, null, null) : recipientsOf(db, null, where.domain, where.id)

/** Saves where a teacher is on the teacher page of a course. Without a lesson, the one before stays. */
export const saveTeacherPlace = execute<[courseId: number, personId: number, tab: string, lesson: string | null]>(
  'teacher_place',
  `update course_teachers set last_tab = $3, last_lesson = coalesce($4, last_lesson)
   where (course_id, person_id) = ($1, $2) and (last_tab, last_lesson) is distinct from ($3, coalesce($4, last_lesson))`,
)
