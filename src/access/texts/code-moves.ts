import type { RefusalText } from '#src/core/rules/outcome.ts'
import reasons from '#src/texts/en/reasons.ts'
import { type MoveRefused, moveRefusals } from '../rules/code-moves.ts'

export const moveRefusalText = (refused: MoveRefused): RefusalText =>
  refused.reason === 'target_needs_no_product'
    ? { message: reasons.code_not_used_here(refused.product), field: 'to_token' }
    : moveRefusals[refused.reason]
