import * as z from 'zod/mini'

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

export const NoticeForm = z.object({
  text: z.string().check(z.trim(), z.minLength(1, noticeMessages.blank), z.maxLength(300, noticeMessages.long)),
})
