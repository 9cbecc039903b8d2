import { eq } from 'drizzle-orm'
import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { SchoolRef } from '#src/core/rules/school-ref.ts'
import { deploymentSchool } from '#src/courses/store/schema/course-columns.ts'
import { staffSchools } from './schema/staff-schools.ts'
import { staffUsers } from './schema.ts'

export interface NamedSchool extends SchoolRef {
  name: string
  /** Key of a consumer, or `deployment:ID`. */
  key: string
  /** Key of a consumer, or the deployment ID that the LMS sends. */
  lmsId: string
}

const named = prepared<NamedSchool>(
  'named_schools',
  `select * from (
     select 'consumer' as kind, s.id, s.name, s.key, s.key as "lmsId" from consumers s
     union all select 'deployment', d.id, ${deploymentSchool()}, 'deployment:' || d.id, d.deployment_id
     from deployments d join platforms f on f.id = d.platform_id
   ) schools order by lower(name), kind, id`,
)

/** Lists all schools with the key that commands name them by. */
export const listNamedSchools = (db: Queryable): Promise<NamedSchool[]> => named(db, [])

/** Limits the role of a staff user to these schools, or to none of them; null lifts the limit. */
export const saveSchoolLimit = async (tx: Tx, staffId: number, schools: SchoolRef[] | null): Promise<void> => {
  await tx.orm
    .update(staffUsers)
    .set({ isLimited: schools !== null })
    .where(eq(staffUsers.id, staffId))
  await tx.orm.delete(staffSchools).where(eq(staffSchools.staffId, staffId))
  const rows = (schools ?? []).map(({ kind, id }) => ({
    staffId,
    consumerId: kind === 'consumer' ? id : null,
    deploymentId: kind === 'deployment' ? id : null,
  }))
  if (rows.length > 0) await tx.orm.insert(staffSchools).values(rows)
}
