import { eq } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import { staffSchools } from './schema/staff-schools.ts'
import { staffUsers } from './schema.ts'

/** A school as the command names it: a consumer's key, or `deployment:5`. */
interface NamedSchool {
  ref: string
  name: string
  consumer_id: number | null
  deployment_id: number | null
}

const all = prepared<NamedSchool>(
  'schools_by_ref',
  `select key as ref, coalesce(name, key) as name, id as consumer_id, null::bigint as deployment_id from consumers
   union all
   select 'deployment:' || d.id, coalesce(d.name, p.domain), null, d.id
   from deployments d join platforms p on p.id = d.platform_id
   order by name, ref`,
)
const ofStaff = prepared<{ ref: string }>(
  'schools_of_staff',
  `select coalesce(c.key, 'deployment:' || s.deployment_id) as ref
   from staff_schools s left join consumers c on c.id = s.consumer_id where s.staff_id = $1 order by ref`,
)

export const listNamedSchools = (db: Queryable): Promise<NamedSchool[]> => all(db, [])

export const listSchoolsOfStaff = async (db: Queryable, staffId: number): Promise<string[]> =>
  (await ofStaff(db, [staffId])).map(row => row.ref)

/** Limits a staff user to these schools, or to none with an empty list. Null lifts the limit. */
export const saveLimit = async (tx: Tx, staffId: number, schools: NamedSchool[] | null): Promise<void> => {
  await tx.orm
    .update(staffUsers)
    .set({ isLimited: schools !== null })
    .where(eq(staffUsers.id, staffId))
  await tx.orm.delete(staffSchools).where(eq(staffSchools.staffId, staffId))
  if (schools && schools.length > 0)
    await tx.orm
      .insert(staffSchools)
      .values(schools.map(s => ({ staffId, consumerId: s.consumer_id, deploymentId: s.deployment_id })))
}
