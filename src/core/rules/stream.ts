import type { RefusalTexts } from './outcome.ts'

/** Sentence and HTTP status of the refusal to open one more event stream. */
export const streamRefusals = {
  too_many_streams: { message: 'Too many open pages. Try again in 30 seconds.' },
} as const satisfies RefusalTexts

export const streamStatus = { too_many_streams: 503 } as const
