import { isKeyOf } from '#src/core/rules/guards.ts'
import { refusals } from './launch-refusals.ts'

/** Normalizes a typed reference: adds the dash, upper-cases it, and reads O as 0, I and L as 1. */
export const cleanReference = (typed: string): string => {
  const letters = typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return letters && `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** Proof that a browser began its 1.3 launch. `click`: by the button Continue. */
export type LaunchBinding = 'cookie' | 'storage' | 'click'

export interface ListedLaunch {
  at: Date
  /** Error id from the error page. */
  reference: string
  version: '1.1' | '1.3'
  outcome: string
  binding: LaunchBinding | null
  consumerKey: string | null
  issuer: string | null
  school: string | null
  contextId: string | null
}

export const launchSorts = { newest: 'Newest first', oldest: 'Oldest first' } as const

const reasonTitles = Object.fromEntries(Object.entries(refusals).map(([reason, { title }]) => [reason, title]))

/** Choices of the filter: all opened launches, all refused ones, or one reason of a refusal. */
export const launchOutcomes: Record<string, string> = { opened: 'Opened', refused: 'Refused', ...reasonTitles }

const opened: Record<string, string> = {
  checked: 'checked, no page opened',
  pay: 'opened the payment page',
  teacher: 'opened the teacher page',
  wts: 'opened the dictionary',
  observer: 'opened the plain page for visitors',
  deep_link: 'opened the choice of links',
  asked: 'asked to press Continue',
}

/** Says what a launch led to: the page that was opened, or why it was refused. */
export const outcomeText = ({ outcome, binding }: Pick<ListedLaunch, 'outcome' | 'binding'>): string => {
  if (isKeyOf(refusals, outcome)) return refusals[outcome].title
  const text = opened[outcome] ?? outcome
  return binding === 'click' ? `${text}, by Continue` : text
}
