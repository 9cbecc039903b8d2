import type { AuditEntry } from '#src/core/rules/audit.ts'
import { signsStatus } from '#src/signs/contract.ts'
import { type VideoAccount, videoDomain, videoMessages, videoRefusals } from '#src/signs/rules/video-accounts.ts'
import type { FeedbackText } from '../../answer.ts'
import { type Form, page, type Result } from '../../screen.ts'
import { blankLookup } from '../blank-lookup.ts'
import { type Rights, rightsOf, type StaffContext, urlParam } from '../staff-screen.ts'

export interface VideoPage {
  typed: string
  problem: string | null
  found: { domain: string; accounts: VideoAccount[] } | null
  units: string[]
  history: AuditEntry[]
  rights: Rights
  feedback: FeedbackText | null
}

interface Shown extends Partial<Pick<VideoPage, 'typed' | 'found' | 'units' | 'feedback'>> {
  status?: number
}

export const showVideo = async (context: StaffContext, shown: Shown = {}): Promise<Result<VideoPage>> => {
  const { modules, staff } = context
  const typed = shown.typed ?? urlParam(context, 'domain')
  const checked = shown.found || typed === '' ? null : await modules.signs.checkVideoDomain(typed)
  const blank = blankLookup(context, 'domain')
  const found = shown.found ?? (checked?.ok ? checked : null)
  const refused = checked && !checked.ok ? checked.reason : null
  const subject = { kind: 'domain' as const, key: found?.domain ?? videoDomain(typed) ?? typed }
  const data: VideoPage = {
    typed,
    problem: blank ?? (refused && videoRefusals[refused].message),
    found,
    units: shown.units ?? [],
    history: typed ? await modules.staff.listAudit({ subject, most: 30 }, staff) : [],
    rights: rightsOf(staff),
    feedback: shown.feedback ?? null,
  }
  return page(data, {
    title: 'Manage video hosting',
    status: shown.status ?? (blank ? 422 : refused ? signsStatus[refused] : 200),
  })
}

const change =
  (how: 'add' | 'remove') =>
  async (context: StaffContext, { fields, all }: Form) => {
    const typed = fields.domain ?? ''
    const units = all.units ?? []
    const result = await context.modules.signs.updateVideoDomain(
      how,
      { domain: typed, units: units.join('_') },
      context.staff,
    )
    if (!result.ok) {
      const { message: text } = videoRefusals[result.reason]
      return showVideo(context, {
        typed,
        units,
        feedback: { tone: 'problem', text },
        status: signsStatus[result.reason],
      })
    }
    const { domain, accounts, failed } = result
    const feedback: FeedbackText =
      failed.length > 0
        ? { tone: 'problem', text: videoMessages.partly(failed) }
        : { tone: 'good', text: videoMessages[how === 'add' ? 'added' : 'removed'] }
    return showVideo(context, { typed, found: { domain, accounts }, feedback })
  }

export const addAccounts = change('add')
export const removeAccounts = change('remove')
