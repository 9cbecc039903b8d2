import type { Needs } from '#src/context.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { VIDEO_ACCOUNTS, type VideoAccount, VideoHostUnavailable, videoDomain } from './rules/video-accounts.ts'

type DomainChecked =
  | { ok: true; domain: string; accounts: VideoAccount[] }
  | Refused<'domain_not_checked' | 'video_host_unavailable'>

/** Lists the accounts at the video host that allow a domain. */
export const checkVideoDomain = async (app: Needs<'log' | 'video'>, typed: string): Promise<DomainChecked> => {
  const domain = videoDomain(typed)
  if (!domain || !app.video) return refuse('domain_not_checked')
  const { video } = app
  try {
    const lists = await Promise.all(
      VIDEO_ACCOUNTS.filter(a => video.accounts.includes(a.value)).map(async account => ({
        account,
        list: await video.domains(account.value),
      })),
    )
    return { ok: true, domain, accounts: lists.filter(l => l.list.includes(domain)).map(l => l.account) }
  } catch (err) {
    app.log.warn({ err }, 'video domains could not be read')
    return refuse(err instanceof VideoHostUnavailable ? 'video_host_unavailable' : 'domain_not_checked')
  }
}
