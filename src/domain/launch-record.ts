import { type RefusalReason, type RefusalText, refusals } from './launch-refusal.ts'

/** A line of the launch diary: what support needs to know about a launch, and nothing of who launched. */
export interface LaunchRecord {
  at: Date
  reference: string
  version: string
  /** Where it went, or why it was refused. */
  outcome: string
  school: string | null
  consumerKey: string | null
  issuer: string | null
  clientId: string | null
  deploymentId: string | null
  contextId: string | null
  skewSeconds: number | null
  parameters: string[]
  detail: string | null
  baseString: string | null
}

export const launchRecordMessages = { notFound: 'Launch not found' } as const

/** What a refused launch's page said, by who reads it; null for a launch that was good. */
export const textsOf = ({ outcome }: Pick<LaunchRecord, 'outcome'>): RefusalText | null =>
  Object.hasOwn(refusals, outcome) ? refusals[outcome as RefusalReason] : null

/** A reference as people type it from a picture of the page: without its dash, in small letters, with O for 0. */
export const cleanReference = (typed: string): string => {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}
