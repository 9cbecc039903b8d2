import type { RefusalTexts } from '#src/core/rules/outcome.ts'

/** The global message in the page shell. Staff set it; everyone can dismiss it for themselves. */
export interface SiteNotice {
  id: number
  text: string
}

export const noticeMessages = {
  blank: 'Enter a message.',
  long: 'At most 300 characters.',
  set: 'Everyone can see this now.',
  ended: 'Notice removed.',
  none: 'There is no notice.',
} as const

/** Sentences of the reasons to refuse a notice. */
export const noticeRefusals = {
  notice_empty: { message: noticeMessages.blank, field: 'text' },
  notice_too_long: { message: noticeMessages.long, field: 'text' },
} as const satisfies RefusalTexts
export type NoticeReason = keyof typeof noticeRefusals

export const MAX_NOTICE = 300

export const noticeFault = (text: string): NoticeReason | null =>
  text === '' ? 'notice_empty' : text.length > MAX_NOTICE ? 'notice_too_long' : null
