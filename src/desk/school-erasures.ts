import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import type { Tx } from '#src/core/db/db.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, demandFresh, type SignedInStaff, type Staff } from '#src/core/rules/staff.ts'
import { listNamedSchools, lockSchool } from '#src/schools/schools.ts'
import { eraseRecords } from './erasures.ts'
import type { SchoolErasureReason } from './rules/erasures.ts'
import * as store from './store/erasures.ts'

/** People per job. A job that was killed is repeated and continues after the last person. */
const BATCH = 100

/** Lists the schools and the latest erasures of schools; counts the people of the chosen one. */
export const viewSchools = async ({ db }: Needs<'db'>, chosen: number | null, by: Staff) => {
  demand(by, 'manage')
  const count = chosen && (await store.countSchoolPeople(db, chosen)).people
  return { schools: await listNamedSchools(db), runs: await store.listSchoolErasures(db), count }
}

type SchoolErasureStarted = { ok: true } | Refused<SchoolErasureReason>

/** Starts to erase everybody of a school. `confirmed` is the number of people that staff saw. */
export const eraseSchool = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  schoolId: number | null,
  confirmed: number,
  by: SignedInStaff,
): Promise<SchoolErasureStarted> => {
  demand(by, 'manage')
  const { db, clock, jobs } = app
  const now = clock.now()
  demandFresh(by, now)
  if (!schoolId) return refuse('school_not_found')
  return inTransaction(db, async tx => {
    if (!(await lockSchool(tx, schoolId))) return refuse('school_not_found')
    const after = await store.countSchoolPeople(tx, schoolId)
    if (after.people !== confirmed) return refuse('count_changed')
    const [claimed] = await store.claimSchoolErasure(tx, schoolId, `staff:${by.id}`, now, after.people)
    if (!claimed) return refuse('already_running')
    await recordAudit(tx, { by, action: 'erase-school', subject: { kind: 'school', id: schoolId }, after, now })
    await jobs.send(tx, 'erase-school', claimed)
    return { ok: true }
  })
}

/**
 * Erases the next people of a school, each in a transaction of its own, and queues itself for the rest. Logs and skips a
 * person who cannot be erased because of an error. If it skipped any, it throws at the end, so that the job is retried
 * and begins again with the first person.
 */
export const continueSchoolErasure = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'jobs' | 'log'>,
  erasureId: number,
): Promise<void> => {
  const { db, jobs } = app
  for (let n = 0; n < BATCH; n++) {
    const { isEnded, failed } = await eraseNext(app, erasureId)
    if (isEnded && failed > 0) throw new Error(`people of a school who could not be erased: ${failed}`)
    if (isEnded) return
  }
  await inTransaction(db, async tx => {
    if ((await store.lockSchoolErasure(tx, erasureId)).length > 0) await jobs.send(tx, 'erase-school', { erasureId })
  })
}

interface Step {
  isEnded: boolean
  failed: number
}

/** Erases one person, or counts them as failed. */
const eraseNext = async (app: Needs<'clock' | 'db' | 'fingerprint' | 'log'>, erasureId: number): Promise<Step> => {
  const at: { personId?: number } = {}
  try {
    return await inTransaction(app.db, tx => eraseNextIn(app, tx, erasureId, at))
  } catch (err) {
    const { personId } = at
    if (personId === undefined) throw err
    app.log.error({ err, personId, erasureId }, 'a person of a school could not be erased')
    await inTransaction(app.db, async tx => {
      const [run] = await store.lockSchoolErasure(tx, erasureId)
      if (run && run.lastPersonId < personId) await store.saveStep(tx, { id: erasureId, failed: 1, personId })
    })
    return { isEnded: false, failed: 1 }
  }
}

/**
 * Erases the next person. The lock on the row of the run serializes two jobs of it. Sets `at.personId`, so that the
 * caller knows whom an error is about.
 */
const eraseNextIn = async (
  { clock, fingerprint }: Needs<'clock' | 'fingerprint'>,
  tx: Tx,
  erasureId: number,
  at: { personId?: number },
): Promise<Step> => {
  const [run] = await store.lockSchoolErasure(tx, erasureId)
  if (!run) return { isEnded: true, failed: 0 }
  const { failed } = run
  if (run.lastPersonId === 0 && failed > 0) {
    await store.saveRestart(tx, erasureId)
    return { isEnded: false, failed: 0 }
  }
  const now = clock.now()
  const [person] = await store.listSchoolPeople(tx, run.schoolId, run.lastPersonId, 1)
  if (!person) {
    await (failed > 0 ? store.saveRewind(tx, erasureId) : store.saveFinished(tx, erasureId, now))
    return { isEnded: true, failed }
  }
  const personId = person.id
  at.personId = personId
  const erased = (await store.findIsElsewhere(tx, run.schoolId, personId)).is
    ? null
    : await eraseRecords({ fingerprint }, tx, { personId, actor: run.actor, asked: 'school', now })
  await store.saveStep(tx, { id: erasureId, ...(erased?.ok ? { erased: erased.records } : { kept: 1 }), personId })
  return { isEnded: false, failed }
}
