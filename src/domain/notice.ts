import * as z from 'zod/mini'

/** The global message (spec §2, Shared shell): staff set it, everybody may dismiss it for themselves. */
export interface SiteNotice {
  id: number
  text: string
}

export const noticeMessages = {
  blank: 'Enter what everybody should read.',
  long: 'At most 300 characters.',
  set: 'Everybody sees this now.',
  ended: 'The notice is gone.',
  none: 'There is no notice.',
} as const

export const NoticeForm = z.object({
  text: z.string().check(z.trim(), z.minLength(1, noticeMessages.blank), z.maxLength(300, noticeMessages.long)),
})
