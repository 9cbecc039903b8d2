import type { RefusalTexts } from '#src/core/rules/outcome.ts'

/** Sentences of the reasons to refuse a step of a review. */
export const reviewRefusals = {
  clip_not_found: { message: 'We could not find this clip. It may have been deleted.' },
  clip_moved_on: { message: 'This clip changed after you opened the page. Look at it again.' },
  comment_required: { message: 'Say what to change, so that the signer can record it again.', field: 'text' },
  clip_published: { message: 'Take the clip down first. Then you can delete it.' },
  captions_unreadable: {
    message: 'These captions have no readable time. Check the lines with -->.',
    field: 'captions',
  },
} as const satisfies RefusalTexts

export type ReviewReason = keyof typeof reviewRefusals
