import { setProcessed } from '#src/access/set-processed.ts'
import { releaseCode } from '#src/codes/move-code.ts'
import type { App, Needs } from '#src/context.ts'
import { recordView } from '#src/core/audit/record-audit.ts'
import { sha256 } from '#src/core/crypto.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { demand, type Staff } from '#src/core/rules/staff.ts'
import { planSteps } from './plan-list.ts'
import { entryTexts, type ListAction, type ListStep, type PasteListReason, parseList } from './rules/paste-list.ts'

interface ActOnList {
  action: ListAction
  /** The pasted text. */
  list: string
  /** Limits people to a course with this context id. Empty: all courses. */
  course: string
}

type ListPreview = { ok: true; steps: ListStep[]; effectsKey: string } | Refused<'list_empty' | 'list_too_long'>

/**
 * Lists what an action would do with each entry of a pasted list, and why it would refuse. Changes nothing. Recorded as
 * one view of a list.
 */
export const previewList = async (
  app: Needs<'clock' | 'db'>,
  { action, list, course }: ActOnList,
  by: Staff,
): Promise<ListPreview> => {
  demand(by, 'change')
  const parsed = parseList(list)
  if (!parsed.ok) return parsed
  const steps: ListStep[] = []
  for (const entry of parsed.entries) steps.push(...(await planSteps(app, { action, entry, course }, by)))
  await recordView(app.db, by, { kind: 'list', key: 'paste_list' }, app.clock.now())
  return { ok: true, steps, effectsKey: sha256(JSON.stringify([action, course, steps])) }
}

/** Each step that was tried, and how many were done. */
type ListDone = { ok: true; done: number; steps: ListStep[] } | Refused<PasteListReason>

/**
 * Does what the preview said, each step in its own transaction and with its own audit lines. Refuses everything if the
 * effects differ from those that staff confirmed. Doing it twice is safe: what is done already is refused.
 */
export const actOnList = async (
  app: App,
  given: ActOnList & { reason: string; confirmed: string },
  by: Staff,
): Promise<ListDone> => {
  const preview = await previewList(app, given, by)
  if (!preview.ok) return preview
  if (given.reason.trim() === '') return refuse('reason_required')
  if (preview.effectsKey !== given.confirmed) return refuse('effects_changed')
  const steps: ListStep[] = []
  for (const step of preview.steps) {
    const isDone = !step.isRefused && (await carryOut(app, step, given, by))
    steps.push(isDone || step.isRefused ? step : { ...step, isRefused: true, says: entryTexts.failed })
  }
  return { ok: true, done: steps.filter(step => !step.isRefused).length, steps }
}

const carryOut = async (
  app: App,
  { token, entry }: ListStep,
  { action, reason }: { action: ListAction; reason: string },
  by: Staff,
): Promise<boolean> => {
  const result =
    action === 'release'
      ? await releaseCode(app, { code: entry, token, reason }, by)
      : await setProcessed(app, { token, processed: action === 'let-in', reason }, by)
  return result.ok
}
