import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { demand, demandFresh, type SignedInStaff } from '#src/core/rules/staff.ts'
import { zipOf } from '#src/core/zip.ts'
import { listNamedSchools } from '#src/schools/schools.ts'
import { exportHtml } from './rules/export-html.ts'
import { countSchoolPeople, listSchoolPeople } from './store/erasures.ts'
import { readHeldRows } from './store/held-rows.ts'
import { findScope, listPersonRows } from './store/person-scope.ts'

/** Exports a person, with the records linked to them, as a zip of JSON and HTML. Null for an unknown person. */
export const exportPerson = async (
  app: Needs<'clock' | 'db'>,
  personId: number,
  by: SignedInStaff,
): Promise<AsyncGenerator<Uint8Array> | null> => {
  const { db, clock } = app
  demand(by, 'manage')
  const now = clock.now()
  demandFresh(by, now)
  if ((await listPersonRows(db, personId)).length === 0) return null
  await inTransaction(db, tx =>
    recordAudit(tx, { by, action: 'export-person', subject: { kind: 'person', id: personId }, now }),
  )
  return zipOf(filesOf(app, personId, ''))
}

/** Exports everybody of a school, with a folder for each person. Null for an unknown school. */
export const exportSchool = async (
  app: Needs<'clock' | 'db'>,
  schoolId: number,
  by: SignedInStaff,
): Promise<AsyncGenerator<Uint8Array> | null> => {
  const { db, clock } = app
  demand(by, 'manage')
  const now = clock.now()
  demandFresh(by, now)
  if (!(await listNamedSchools(db)).some(s => s.id === schoolId)) return null
  const after = { people: await countSchoolPeople(db, schoolId) }
  await inTransaction(db, tx =>
    recordAudit(tx, { by, action: 'export-school', subject: { kind: 'school', id: schoolId }, after, now }),
  )
  return zipOf(schoolFiles(app, schoolId))
}

async function* filesOf({ db, clock }: Needs<'clock' | 'db'>, personId: number, folder: string) {
  const people = (await listPersonRows(db, personId)).map(row => row.id)
  if (people.length === 0) return
  const tables = await readHeldRows(db, await findScope(db, people))
  const json = Object.fromEntries(tables.map(({ table, rows }) => [table, rows]))
  yield { name: `${folder}person.json`, text: `${JSON.stringify(json, null, 2)}\n` }
  yield { name: `${folder}person.html`, text: exportHtml(tables, clock.now().toISOString().slice(0, 10)) }
}

const PAGE = 100

async function* schoolFiles(app: Needs<'clock' | 'db'>, schoolId: number) {
  for (let after = 0; ; ) {
    const people = await listSchoolPeople(app.db, schoolId, { after, most: PAGE })
    for (const id of people) yield* filesOf(app, id, `${id}/`)
    if (people.length < PAGE) return
    after = people.at(-1)!
  }
}
