import type { RefusalTexts } from '#src/core/rules/outcome.ts'

/** Sentences of the reasons to refuse an event of the card provider. */
export const webhookRefusals = {
  signature_invalid: { message: 'The signature is not valid.' },
  webhook_not_set_up: { message: 'Not found' },
} as const satisfies RefusalTexts

export type WebhookReason = keyof typeof webhookRefusals
