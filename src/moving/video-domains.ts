import type { Needs } from '#src/context.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import { VIDEO_ACCOUNTS } from '#src/signs/rules/video-accounts.ts'
import { changeVideoDomain, type VideoHost } from '#src/signs/video-host.ts'
import type { VideoRow } from './store/writes.ts'

/** Lists the domains that the video host allows, each with its accounts as one value. */
export const listVideoDomains = async (video: VideoHost): Promise<{ domain: string; units: string }[]> => {
  const units = new Map<string, string[]>()
  for (const { value } of VIDEO_ACCOUNTS.filter(account => video.accounts.includes(account.value)))
    for (const domain of await video.domains(value)) units.set(domain, [...(units.get(domain) ?? []), value])
  return [...units].map(([domain, accounts]) => ({ domain, units: accounts.join('_') }))
}

export const writeVideoDomains = async (
  app: Needs<'clock' | 'db' | 'log' | 'video'>,
  rows: VideoRow[],
): Promise<number> => {
  let missed = 0
  for (const { domain, units, was } of rows) {
    const [wanted, held] = [units.split('_'), was.split('_').filter(Boolean)]
    const more = wanted.filter(unit => !held.includes(unit))
    const less = held.filter(unit => !wanted.includes(unit))
    const added = await changeVideoDomain(app, 'add', { domain, units: more })
    const removed = await changeVideoDomain(app, 'remove', { domain, units: less })
    if (added.failed.length + removed.failed.length > 0) missed++
    else {
      const line = { actor: 'system', action: 'move-in', subjectKind: 'domain', subjectKey: domain } as const
      await saveAudit(app.db, { ...line, after: { units } }, app.clock.now())
    }
  }
  return missed
}
