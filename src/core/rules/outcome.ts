/** A business rule said no. `reason` is a stable code; its sentence is in `rules/`, its HTTP status in `contract.ts`. */
export interface Refused<R extends string = string> {
  ok: false
  reason: R
}

/** The sentence for a reason, and the name of the input it is about. */
export interface RefusalText {
  message: string
  field?: string
}

export type RefusalTexts<R extends string = string> = Readonly<Record<R, RefusalText>>

/** HTTP statuses of reasons. One that is not listed is about what was sent: 422. */
export type Statuses<R extends string> = Readonly<Partial<Record<R, number>>>

export const refuse = <R extends string>(reason: R): Refused<R> => ({ ok: false, reason })

/** Returns the HTTP status of a reason. */
export const httpStatus = <R extends string>(statuses: Statuses<R>, reason: NoInfer<R>): number =>
  statuses[reason] ?? 422

/** Gives several reasons the same HTTP status, in a table: its type says which reasons there are. */
export function withStatus<R extends string>(status: number, ...reasons: NoInfer<R>[]): Statuses<R>
export function withStatus(status: number, ...reasons: string[]): Record<string, number> {
  return Object.fromEntries(reasons.map(reason => [reason, status]))
}

/** A refusal that ends by itself. */
export type RefusedUntil<R extends string> = Refused<R> & { until: Date }

export const refuseUntil = <R extends string>(reason: R, until: Date): RefusedUntil<R> => ({ ...refuse(reason), until })

/** Returns true if the reason for a change is missing. If none is needed it may be left out, but not blank. */
export const isReasonMissing = (reason: string | undefined, isNeeded: boolean): boolean =>
  reason === undefined ? isNeeded : reason.trim() === ''

/** The mail server gave no answer, or rejects us altogether. Nothing is wrong with the message. */
export class MailAway extends Error {}
