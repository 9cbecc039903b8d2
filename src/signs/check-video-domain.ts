import type { Deps } from './deps.ts'
import {
  VIDEO_ACCOUNTS,
  type VideoAccount,
  VideoHostUnavailable,
  videoDomain,
  videoMessages,
} from './rules/video-accounts.ts'

export type DomainChecked =
  | { kind: 'found'; domain: string; accounts: VideoAccount[] }
  | { kind: 'refused'; status: 404 | 500; message: string }

/** Lists the accounts at the video host that allow a domain. */
export const checkVideoDomain =
  (deps: Deps) =>
  async (typed: string): Promise<DomainChecked> => {
    const domain = videoDomain(typed)
    if (!domain || !deps.video) return { kind: 'refused', status: 404, message: videoMessages.check }
    const { video } = deps
    try {
      const lists = await Promise.all(
        VIDEO_ACCOUNTS.filter(a => video.accounts.includes(a.value)).map(async account => ({
          account,
          list: await video.domains(account.value),
        })),
      )
      return { kind: 'found', domain, accounts: lists.filter(l => l.list.includes(domain)).map(l => l.account) }
    } catch (err) {
      deps.log.warn({ err }, 'video domains could not be read')
      if (err instanceof VideoHostUnavailable)
        return { kind: 'refused', status: 500, message: videoMessages.checkError }
      return { kind: 'refused', status: 404, message: videoMessages.check }
    }
  }
