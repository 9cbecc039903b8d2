import { prepared, type Queryable } from '../db.ts'

/** A course that was launched and that nobody activated yet. */
export interface WaitingCourse {
  id: number
  version: '1.1' | '1.3'
  contextId: string
  title: string
  school: string
  teachers: string[]
  /** How many people met 'not activated yet'. */
  students: number
  since: Date
  /** A token to activate it by, where it is a 1.3 context and somebody is in it. */
  token: string | null
  /** What courses of this school with the same teacher or the same label used last. */
  suggested: { id: number; productCode: string; name: string }[]
}

type Row = Omit<WaitingCourse, 'contextId'> & { context_id: string }

/**
 * The suggestion is 'the same as last term': the newest activated course of the same school with the same label, else of
 * the same teacher, else whatever that school used last.
 */
const waiting = prepared<Row>(
  'courses_waiting',
  `select c.id, case when c.consumer_id is null then '1.3' else '1.1' end as version, c.context_id,
    coalesce(c.title, c.label, c.context_id) as title, coalesce(s.name, d.name, f.domain) as school, c.created_at as since,
    coalesce((select array_agg(coalesce(p.name, nullif(concat_ws(' ', p.given_name, p.family_name), ''), p.email, 'Teacher') order by p.id)
      from course_teachers ct join people p on p.id = ct.person_id where ct.course_id = c.id), '{}') as teachers,
    (select count(*) from enrollments e where e.course_id = c.id)::int + (select count(*) from memberships m where m.course_id = c.id and m.role = 'learner')::int as students,
    (select m.token from memberships m where m.course_id = c.id order by m.id limit 1) as token,
    coalesce((select json_agg(json_build_object('id', r.id, 'productCode', r.product_code, 'name', r.name) order by r.product_code)
      from course_products cp join products r on r.id = cp.product_id where cp.course_id = last.id), '[]') as suggested
  from courses c left join consumers s on s.id = c.consumer_id left join deployments d on d.id = c.deployment_id left join platforms f on f.id = d.platform_id
  left join lateral (
    select o.id from courses o
    where (o.consumer_id = c.consumer_id or o.deployment_id = c.deployment_id) and o.id <> c.id
      and exists (select from course_products cp join products r on r.id = cp.product_id where cp.course_id = o.id and not r.is_free)
    order by (o.label is not null and o.label = c.label) desc,
      exists (select from course_teachers a join course_teachers b on b.person_id = a.person_id where a.course_id = o.id and b.course_id = c.id) desc,
      o.created_at desc, o.id desc
    limit 1
  ) last on true
  where not exists (select from course_products cp where cp.course_id = c.id)
    and not exists (select from activations a where a.course_id = c.id)
  order by students desc, c.created_at desc limit 200`,
)

/** Who waits longest in the crowd comes first: the courses with most students at their door. */
export const listWaitingCourses = async (db: Queryable): Promise<WaitingCourse[]> =>
  (await waiting(db, [])).map(({ context_id, ...row }) => ({ ...row, contextId: context_id }))
