import type { Needs } from '#src/context.ts'
import { recordAudit } from '#src/core/audit/audit.ts'
import { withClaim } from '#src/core/claims/claims.ts'
import { inTransaction } from '#src/core/db/transactions.ts'
import { makeHttpClient } from '#src/core/outbound.ts'
import { parseJson } from '#src/core/outside/json.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { isSuccess } from '#src/core/rules/outside.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import {
  ALLOWED_DOMAINS,
  accountLabel,
  readAllowedDomains,
  readUnits,
  VIDEO_ACCOUNTS,
  type VideoAccount,
  VideoHostUnavailable,
  videoDomain,
  withDomain,
  withoutDomain,
} from './rules/video-accounts.ts'

/** The video host's accounts. Each has a list of the domains that may play its videos. */
export interface VideoHost {
  /** The accounts with a configured key. */
  accounts: string[]
  /** `signal` aborts the call. */
  domains(account: string, signal?: AbortSignal): Promise<string[]>
  save(account: string, domains: string[], signal?: AbortSignal): Promise<void>
}

export interface SproutSettings {
  /** Keys by account value, like '7-8'. */
  keys: Record<string, string>
  base?: string | undefined
}

export const makeSproutVideo = ({ keys, base = 'https://api.sproutvideo.com' }: SproutSettings): VideoHost => {
  const outbound = makeHttpClient({ service: 'video' })
  const ask = async (
    account: string,
    method: 'GET' | 'PUT',
    { body, signal }: { body?: object; signal?: AbortSignal | undefined },
  ): Promise<Record<string, unknown>> => {
    const asked = outbound({
      method,
      url: `${base}/v1/account`,
      headers: { 'SproutVideo-Api-Key': keys[account] ?? '', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal,
    })
    const { status, text } = await asked.catch(cause => {
      throw new VideoHostUnavailable('the video host did not answer', { cause })
    })
    const reply = recordOf(parseJson(text))
    if (isSuccess(status)) return reply
    const problem = `the video host answered ${status}: ${String(reply.error ?? '')}`
    throw status >= 500 || status === 429 ? new VideoHostUnavailable(problem) : new Error(problem)
  }
  return {
    accounts: Object.keys(keys),
    async domains(account, signal) {
      const list = readAllowedDomains(await ask(account, 'GET', { signal }))
      // An answer that we cannot read must not be taken for an empty list: a change would erase the real one.
      if (!list) throw new Error('the video host returned no list of domains that we can read')
      return list
    },
    async save(account, domains, signal) {
      await ask(account, 'PUT', { body: { [ALLOWED_DOMAINS.field]: domains.join(ALLOWED_DOMAINS.separator) }, signal })
    },
  }
}

/** The accounts that list a domain. `failed` names those that could not be read, or changed. */
type Listed = { ok: true; domain: string; accounts: VideoAccount[]; failed: string[] }
type DomainChecked = Listed | Refused<'domain_not_checked' | 'video_host_unavailable'>

/** Reads the lists of all accounts. */
const readLists = async (video: VideoHost, domain: string) => {
  const known = VIDEO_ACCOUNTS.filter(a => video.accounts.includes(a.value))
  const lists = await Promise.allSettled(known.map(account => video.domains(account.value)))
  const those = (fits: (list: PromiseSettledResult<string[]>) => boolean) => known.filter((_, i) => fits(lists[i]!))
  return {
    accounts: those(list => list.status === 'fulfilled' && list.value.includes(domain)),
    unread: those(list => list.status === 'rejected').map(a => a.label),
    errors: lists.flatMap(list => (list.status === 'rejected' ? [list.reason] : [])),
    isUnknown: !lists.some(list => list.status === 'fulfilled'),
  }
}

/** Lists the accounts at the video host that allow a domain. Refuses if no account can be read. */
export const checkVideoDomain = async (app: Needs<'log' | 'video'>, typed: string): Promise<DomainChecked> => {
  const domain = videoDomain(typed)
  if (!domain || !app.video) return refuse('domain_not_checked')
  const { accounts, unread, errors, isUnknown } = await readLists(app.video, domain)
  for (const err of errors) app.log.warn({ err }, 'video domains could not be read')
  if (!isUnknown) return { ok: true, domain, accounts, failed: unread }
  const isAway = errors.some(err => err instanceof VideoHostUnavailable)
  return refuse(isAway ? 'video_host_unavailable' : 'domain_not_checked')
}

export type DomainChanged = Listed | Refused<'domain_not_added' | 'domain_not_removed' | 'no_account_chosen'>

/** Adds a domain to accounts or removes it, without an audit line. Returns the accounts that changed, and those that failed. */
export const changeVideoDomain = async (
  app: Needs<'db' | 'log' | 'video'>,
  how: 'add' | 'remove',
  { domain, units }: { domain: string; units: string[] },
): Promise<{ changed: string[]; failed: string[] }> => {
  const { video } = app
  if (!video) return { changed: [], failed: units }
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
  return { changed, failed }
}

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
  const { changed, failed } = await changeVideoDomain(app, how, { domain, units })
  if (changed.length > 0) {
    const now = app.clock.now()
    const after = { [how === 'add' ? 'added' : 'removed']: changed.map(accountLabel) }
    await inTransaction(app.db, tx =>
      recordAudit(tx, { by, action: `${how}-domain`, subject: { kind: 'domain', key: domain }, after, now }),
    )
  }
  if (failed.length === units.length) return refused
  const { accounts } = await readLists(video, domain)
  return { ok: true, domain, failed, accounts }
}
