import { cleanReference } from './rules/launch-reference.ts'
import { isRefusalReason, type Refusal } from './rules/launch-refusal.ts'
import { findLaunch } from './store/launch-diary.ts'
import type { App } from "#src/context.ts";

/**
 * Returns a refused launch by the reason and reference in an address; null if they are none of ours. Its technical cause
 * is missing if the diary has no line of the launch: it is written after the answer, and a flood fills it.
 */
export const findRefusal =
  async ({ db }: App, reason: string, typed: string): Promise<{ refusal: Refusal; reference: string } | null> => {
    const reference = cleanReference(typed)
    if (!isRefusalReason(reason) || !/^\w{5}-\w{5}$/.test(reference)) return null
    const entry = await findLaunch(db, reference)
    const detail = entry?.outcome === reason ? entry.detail : null
    return { refusal: { reason, ...(detail ? { detail } : {}) }, reference }
  }
