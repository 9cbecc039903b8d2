import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/record-audit.ts'
import { withClaim } from '#src/core/claims/with-claim.ts'
import { inTransaction } from '#src/core/db/transaction.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import {
  accountLabel,
  readUnits,
  VIDEO_ACCOUNTS,
  type VideoAccount,
  videoDomain,
  withDomain,
  withoutDomain,
} from './rules/video-accounts.ts'

export type DomainChanged =
  | { ok: true; domain: string; accounts: VideoAccount[]; failed: string[] }
  | Refused<'domain_not_added' | 'domain_not_removed' | 'no_account_chosen'>

/**
 * Adds a domain to accounts at the video host, or removes it. The host stores one list per account without versions, so
 * each account is read, written and read back under a claim. If some accounts fail, the others still change; the result
 * names the failed ones.
 */
export const updateVideoDomain = async (
  app: Needs<'clock' | 'db' | 'log' | 'video'>,
  how: 'add' | 'remove',
  given: { domain: string; units: string },
  by: Staff,
): Promise<DomainChanged> => {
  demand(by, 'change')
  const refused = refuse(how === 'add' ? 'domain_not_added' : 'domain_not_removed')
  const domain = videoDomain(given.domain)
  const units = readUnits(given.units)
  if (given.units.trim() === '') return refuse('no_account_chosen')
  const { video } = app
  if (!domain || !units || !video) return refused
  const failed: string[] = []
  const changed: string[] = []
  for (const account of units) {
    try {
      await withClaim(app.db, `video account ${account}`, async signal => {
        const before = await video.domains(account, signal)
        const after = how === 'add' ? withDomain(before, domain) : withoutDomain(before, domain)
        if (after.length === before.length) return
        signal.throwIfAborted()
        await video.save(account, after, signal)
        if ((await video.domains(account, signal)).includes(domain) !== (how === 'add'))
          throw new Error('the video host did not save the change')
        changed.push(account)
      })
    } catch (err) {
      app.log.warn({ err, account }, 'video account could not be changed')
      failed.push(accountLabel(account))
    }
  }
  if (changed.length > 0) {
    const now = app.clock.now()
    const after = { [how === 'add' ? 'added' : 'removed']: changed.map(accountLabel) }
    await inTransaction(app.db, tx =>
      recordAudit(tx, { by, action: `${how}-domain`, subject: { kind: 'domain', key: domain }, after, now }),
    )
  }
  if (failed.length === units.length) return refused
  const lists = await Promise.all(
    VIDEO_ACCOUNTS.filter(a => video.accounts.includes(a.value)).map(async account => ({
      account,
      holds: await video.domains(account.value).then(
        list => list.includes(domain),
        () => false,
      ),
    })),
  )
  return { ok: true, domain, failed, accounts: lists.filter(l => l.holds).map(l => l.account) }
}
