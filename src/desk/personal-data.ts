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

type Exporting = Needs<'clock' | 'db'>

/** Exports a person, with the records linked to them, as a zip of JSON and HTML. Null for an unknown person. */
export const exportPerson = async (app: Exporting, id: number, by: SignedInStaff) => {
  demandExport(app, by)
  if ((await listPersonRows(app.db, id)).length === 0) return null
  await inTransaction(app.db, tx =>
    recordAudit(tx, { by, action: 'export-person', subject: { kind: 'person', id }, now: app.clock.now() }),
  )
  return zipOf(filesOf(app, id, ''))
}

/** Exports everybody of a school, with a folder for each person. Null for an unknown school. */
export const exportSchool = async (app: Exporting, id: number, by: SignedInStaff) => {
  demandExport(app, by)
  if (!(await listNamedSchools(app.db)).some(s => s.id === id)) return null
  const after = await countSchoolPeople(app.db, id)
  await inTransaction(app.db, tx =>
    recordAudit(tx, { by, action: 'export-school', subject: { kind: 'school', id }, after, now: app.clock.now() }),
  )
  return zipOf(schoolFiles(app, id))
}

const demandExport = ({ clock }: Exporting, by: SignedInStaff): void => {
  demand(by, 'manage')
  demandFresh(by, clock.now())
}

async function* filesOf({ db, clock }: Exporting, personId: number, folder: string) {
  const people = (await listPersonRows(db, personId)).map(row => row.id)
  if (people.length === 0) return
  const tables = await readHeldRows(db, await findScope(db, people))
  const json = Object.fromEntries(tables.map(({ table, rows }) => [table, rows]))
  yield { name: `${folder}person.json`, text: `${JSON.stringify(json, null, 2)}\n` }
  yield { name: `${folder}person.html`, text: exportHtml(tables, clock.now().toISOString().slice(0, 10)) }
}

const PAGE = 100

async function* schoolFiles(app: Exporting, schoolId: number) {
  for (let after = 0; ; ) {
    const people = await listSchoolPeople(app.db, schoolId, after, PAGE)
    for (const { id } of people) yield* filesOf(app, id, `${id}/`)
    if (people.length < PAGE) return
    after = people.at(-1)!.id
  }
}
