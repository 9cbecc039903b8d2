import { recordAudit } from '#src/core/audit/record-audit.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import type { SchoolRef } from '#src/core/rules/school-ref.ts'
import { demand, demandFresh, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import type { Deps } from './deps.ts'
import { eraseRecords } from './erase-records.ts'
import type { SchoolErasureReason } from './rules/school-erasure.ts'
import {
  claimSchoolErasure,
  countSchoolPeople,
  isElsewhere,
  listSchoolErasures,
  listSchoolPeople,
  listSchools,
  lockSchoolErasure,
  type SchoolErasure,
  saveFinished,
  saveStep,
} from './store/school-people.ts'

/** People per job. A job that was killed is repeated and goes on after the last person. */
const BATCH = 100

interface SchoolsShown {
  schools: (SchoolRef & { name: string })[]
  runs: SchoolErasure[]
  /** People of the chosen school. */
  count: number | null
}

/** Lists the schools and the latest erasures of schools; counts the people of the chosen one. */
export const viewSchools =
  ({ db }: Deps) =>
  async (chosen: SchoolRef | null, by: Staff): Promise<SchoolsShown> => {
    demand(by, 'manage')
    const [schools, runs] = [await listSchools(db), await listSchoolErasures(db)]
    return { schools, runs, count: chosen && (await countSchoolPeople(db, chosen)) }
  }

type SchoolErasureStarted = { ok: true } | Refused<SchoolErasureReason>

/** Starts to erase everybody of a school. `confirmed` is the number of people that staff saw. */
export const eraseSchool =
  (deps: Deps) =>
  async (school: SchoolRef | null, confirmed: number, by: SignedInStaff): Promise<SchoolErasureStarted> => {
    demand(by, 'manage')
    const { db, clock, jobs } = deps
    const now = clock.now()
    demandFresh(by, now)
    if (!school || !(await listSchools(db)).some(s => s.kind === school.kind && s.id === school.id))
      return refuse('school_not_found')
    return inTransaction(db, async tx => {
      const total = await countSchoolPeople(tx, school)
      if (total !== confirmed) return refuse('count_changed')
      const erasureId = await claimSchoolErasure(tx, { ...school, actor: `staff:${by.id}`, now, total })
      if (erasureId === null) return refuse('already_running')
      await recordAudit(tx, { by, action: 'erase-school', subject: school, after: { people: total }, now })
      await jobs.send(tx, 'erase-school', { erasureId })
      return { ok: true }
    })
  }

/** Erases the next people of a school, each in a transaction of its own, and queues itself for the rest. */
export const continueSchoolErasure =
  (deps: Deps) =>
  async (erasureId: number): Promise<void> => {
    const { db, jobs } = deps
    for (let n = 0; n < BATCH; n++) if (!(await eraseNext(deps, erasureId))) return
    await inTransaction(db, async tx => {
      if (await lockSchoolErasure(tx, erasureId)) await jobs.send(tx, 'erase-school', { erasureId })
    })
  }

/** Erases one person. Two jobs of one run take turns by the lock on its row. Returns false when the run has ended. */
const eraseNext = ({ db, clock, fingerprint, log }: Deps, erasureId: number): Promise<boolean> =>
  inTransaction(db, async tx => {
    const run = await lockSchoolErasure(tx, erasureId)
    if (!run) return false
    const now = clock.now()
    const school = { kind: run.schoolKind, id: run.schoolId }
    const [personId] = await listSchoolPeople(tx, school, { after: run.lastPersonId, most: 1 })
    if (personId === undefined) {
      await saveFinished(tx, erasureId, now)
      return false
    }
    const erase = async () =>
      (await isElsewhere(tx, school, personId))
        ? null
        : eraseRecords({ fingerprint }, tx, { personId, actor: run.actor, asked: 'school', now })
    await tx.client.query('savepoint one_person')
    // One person who cannot be erased stays and is counted; the others must not wait for them.
    const erased = await erase().catch(async err => {
      await tx.client.query('rollback to savepoint one_person')
      log.error({ err, personId }, 'a person was not erased')
      return null
    })
    const count = erased?.ok ? { erased: erased.records, kept: 0 } : { erased: 0, kept: 1 }
    await saveStep(tx, { id: erasureId, ...count, personId })
    return true
  })
