import { sha256 } from '#src/core/crypto.ts'
import { type Refused, refuse } from '#src/core/rules/outcome.ts'
import { entryTexts, type ListStep } from './rules/lists.ts'

/** Effects of an action on many rows, before it is confirmed. */
export interface StepsPreview {
  ok: true
  steps: ListStep[]
  /** Differs whenever the effects do. A confirmation sends it back. */
  effectsKey: string
}

export const previewOf = (asked: unknown, steps: ListStep[]): StepsPreview => ({
  ok: true,
  steps,
  effectsKey: sha256(JSON.stringify([asked, steps])),
})

export interface Confirmation {
  reason: string
  /** The `effectsKey` that staff saw. */
  confirmed: string
}

/** Each step, with those that failed as refused, and how many were done. */
export interface StepsDone {
  ok: true
  done: number
  steps: ListStep[]
}

/** Does each step of a preview, in a transaction of its own. Refuses everything if staff confirmed other effects. */
export const carryOutSteps = async (
  preview: StepsPreview,
  { reason, confirmed }: Confirmation,
  carryOut: (step: ListStep) => Promise<{ ok: boolean }>,
): Promise<StepsDone | Refused<'reason_required' | 'effects_changed'>> => {
  if (reason.trim() === '') return refuse('reason_required')
  if (preview.effectsKey !== confirmed) return refuse('effects_changed')
  const steps: ListStep[] = []
  for (const step of preview.steps) {
    const isDone = !step.isRefused && (await carryOut(step)).ok
    steps.push(isDone || step.isRefused ? step : { ...step, isRefused: true, says: entryTexts.failed })
  }
  return { ok: true, done: steps.filter(step => !step.isRefused).length, steps }
}
