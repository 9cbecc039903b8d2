import type { RefusalTexts } from '#src/core/rules/outcome.ts'

/** The global message in the page shell. Staff set it; everyone can dismiss it for themselves. */
export interface SiteNotice {
  id: number
  text: string
  /** Null: pages in Spanish show the English text. */
  textEs: string | null
  /** When it ends by itself. */
  endsAt: Date | null
}

export type NewNotice = Omit<SiteNotice, 'id'>

export const noticeMessages = {
  blank: 'Enter a message.',
  long: 'At most 300 characters.',
  past: 'Choose a time that is still to come.',
  set: 'Everyone can see this now.',
  ended: 'Notice removed.',
  none: 'There is no notice.',
} as const

export const noticeRefusals = {
  notice_empty: { message: noticeMessages.blank, field: 'text' },
  notice_too_long: { message: noticeMessages.long, field: 'text' },
  notice_es_too_long: { message: noticeMessages.long, field: 'text_es' },
  notice_end_past: { message: noticeMessages.past, field: 'ends_at' },
} as const satisfies RefusalTexts
export type NoticeReason = keyof typeof noticeRefusals

export const MAX_NOTICE = 300

export const noticeFault = ({ text, textEs, endsAt }: NewNotice, now: Date): NoticeReason | null => {
  if (text === '') return 'notice_empty'
  if (text.length > MAX_NOTICE) return 'notice_too_long'
  if ((textEs ?? '').length > MAX_NOTICE) return 'notice_es_too_long'
  return endsAt !== null && endsAt <= now ? 'notice_end_past' : null
}
