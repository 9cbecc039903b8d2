import { prepared, type Queryable, type Tx } from '#src/core/db/db.ts'
import type { SchoolRef } from '#src/core/rules/school-ref.ts'
import { type JoinedSchool, joinVersions, type SchoolFacts, type SchoolNote } from '../rules/school-facts.ts'

const SWITCHES = (of: string) =>
  `${of}.accepts_payment as "acceptsPayment", ${of}.accepts_access_code as "acceptsAccessCode", ${of}.is_k12 as "isK12",
  ${of}.passes_grades as "passesGrades", ${of}.yearly_access as "yearlyAccess", ${of}.created_at as "createdAt",
  coalesce(n.contact, '') as contact, coalesce(n.note, '') as note`

/** SQL for the other schools named like a school, as a JSON list. */
const sameName = (
  name: string,
  not: string,
) => `coalesce((select json_agg(json_build_object('kind', o.kind, 'id', o.id, 'key', o.key)) from (
    select 'consumer' as kind, s.id, s.key from consumers s where lower(s.name) = lower(${name})
    union all select 'deployment', d.id, f.domain from deployments d join platforms f on f.id = d.platform_id where lower(d.name) = lower(${name})
  ) o where not (${not})), '[]')`

const consumer = prepared<SchoolFacts>(
  'school_facts_consumer',
  `select 'consumer' as kind, c.id, c.name, c.key, null as issuer, null as "clientId", null as "deploymentId", true as "isOn",
    c.email_domain as "emailDomain", c.is_hosted as "isHosted", ${SWITCHES('c')},
    ${sameName('c.name', "o.kind = 'consumer' and o.id = c.id")} as "sameName"
  from consumers c left join school_notes n on n.consumer_id = c.id where c.id = $1`,
)

const deployment = prepared<SchoolFacts>(
  'school_facts_deployment',
  `select 'deployment' as kind, c.id, coalesce(c.name, p.domain) as name, p.domain as key, p.issuer, p.client_id as "clientId",
    c.deployment_id as "deploymentId", c.status = 'approved' and p.is_active as "isOn", null as "emailDomain", false as "isHosted",
    ${SWITCHES('c')}, ${sameName('c.name', "o.kind = 'deployment' and o.id = c.id")} as "sameName"
  from deployments c join platforms p on p.id = c.platform_id left join school_notes n on n.deployment_id = c.id where c.id = $1`,
)

const findSchoolFacts = async (db: Queryable, { kind, id }: SchoolRef): Promise<SchoolFacts | null> =>
  (await { consumer, deployment }[kind](db, [id]))[0] ?? null

/** Records of one school: the consumer and the approved deployments that have the name of the record $1, $2. */
const joined = prepared<SchoolRef>(
  'school_joined',
  `with named as (
     select lower(name) as name from consumers where $1 = 'consumer' and id = $2
     union all select lower(name) from deployments where $1 = 'deployment' and id = $2 and status = 'approved'
   )
   select 'consumer' as kind, c.id from consumers c join named n on lower(c.name) = n.name
   union all select 'deployment', d.id from deployments d join named n on lower(d.name) = n.name where d.status = 'approved'
   order by kind, id limit 10`,
)

/** Finds a school by one of its records. `covers` limits the other records that are joined. */
export const findJoinedSchool = async (
  db: Queryable,
  ref: SchoolRef,
  covers: (other: SchoolRef) => boolean = () => true,
): Promise<JoinedSchool | null> => {
  const refs = (await joined(db, [ref.kind, ref.id])).filter(covers)
  const versions: SchoolFacts[] = []
  for (const each of refs.length > 0 ? refs : [ref]) {
    const facts = await findSchoolFacts(db, each)
    if (facts) versions.push(facts)
  }
  const [first, ...others] = versions
  return first ? joinVersions([first, ...others]) : null
}

/** Saves staff's words about a school. */
export const saveSchoolNote = async (tx: Tx, { kind, id }: SchoolRef, given: SchoolNote, now: Date): Promise<void> => {
  const column = `${kind}_id`
  await tx.client.query(
    `insert into school_notes (${column}, contact, note, updated_at) values ($1, $2, $3, $4)
     on conflict (${column}) do update set contact = excluded.contact, note = excluded.note, updated_at = excluded.updated_at`,
    [id, given.contact, given.note, now],
  )
}
