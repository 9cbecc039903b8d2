import type { Needs } from '#src/context.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { claimLimit } from '#src/core/limits/limits.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { HOUR_MS } from '#src/core/rules/time.ts'
import type { StaffSession } from '#src/http/staff-guard.ts'
import { checkCode } from './check-code.ts'
import { fromSession } from './rules/sign-in.ts'
import { confirmSession as saveConfirmed } from './store/staff.ts'

type ConfirmCodeSent = { ok: true } | (Refused<'too_many_tries'> & { until: Date })

const MAX_CODES = 5

/** E-mails a code that confirms this session. Only this session can use it, so nobody else can replace it. */
export const requestConfirmCode = async (
  app: Needs<'clock' | 'db' | 'jobs'>,
  { id, staff }: StaffSession,
): Promise<ConfirmCodeSent> =>
  inTransaction(app.db, async tx => {
    const now = app.clock.now()
    const until = await claimLimit(tx, { key: `confirm:session:${id}`, most: MAX_CODES }, HOUR_MS, now)
    if (until) return { ...refuse('too_many_tries'), until }
    const askedAt = now.toISOString()
    await app.jobs.send(tx, 'sign-in-code', {
      connection: 'email',
      target: staff.email,
      askedFrom: fromSession(id),
      askedAt,
    })
    return { ok: true }
  })

/** Makes a session fresh again (see `demandFresh`). A code works once, also in concurrent calls. */
export const confirmSession = async (
  app: Needs<'clock' | 'db' | 'fingerprint' | 'log'>,
  { id, staff }: StaffSession,
  code: string,
): Promise<{ ok: true } | Refused<'wrong_code'>> => {
  if (!(await checkCode(app, { staffId: staff.id, askedFrom: fromSession(id) }, code))) return refuse('wrong_code')
  await saveConfirmed(app.db, id, app.clock.now())
  app.log.info({ staff: staff.id }, 'staff user confirmed their session')
  return { ok: true }
}
