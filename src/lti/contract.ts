import type { DeepLinkReason } from './rules/deep-link.ts'
import type { MoveReason } from './rules/launch.ts'

/** HTTP statuses of the reasons to refuse, except of launches (rules/launch-refusals.ts). */
export const ltiStatus: Record<DeepLinkReason | MoveReason, number> = {
  no_link_chosen: 422,
  one_link_only: 422,
  links_not_accepted: 422,
  launch_expired: 410,
  move_decided: 409,
  move_spent: 409,
}
