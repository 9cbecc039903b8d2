import type { Statuses } from '#src/core/rules/outcome.ts'
import type { DeepLinkReason } from './rules/deep-link.ts'
import type { MoveReason } from './rules/launch.ts'

/** HTTP statuses of the reasons to refuse, except of launches (rules/launch-refusals.ts). */
export const ltiStatus: Statuses<DeepLinkReason | MoveReason> = {
  launch_expired: 410,
  move_decided: 409,
  move_spent: 409,
}
