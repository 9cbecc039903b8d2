import type { Needs } from '#src/context.ts'
import { CODE_MS } from '#src/core/rules/one-time-code.ts'

/**
 * Encrypts the state of a form that asks for a code by mail, for the address of its second step: a reload sends no other
 * code, and nobody reads there whom the code was sent to. It works for this form only, as long as the code, which leaves
 * after `wait` seconds.
 */
export const sealStep = (
  { clock, flashVault }: Needs<'clock' | 'flashVault'>,
  form: string,
  step: object,
  wait = 0,
): string => flashVault.seal(JSON.stringify({ form, step, until: clock.now().getTime() + wait * 1000 + CODE_MS }))

/** Returns the state that `sealStep` encrypted for this form; null if it is not ours, of another form, or too old. */
export const openStep = <Step extends object>(
  { clock, flashVault }: Needs<'clock' | 'flashVault'>,
  form: string,
  sealed = '',
): Step | null => {
  try {
    const given = JSON.parse(flashVault.open(sealed))
    return given.form === form && given.until > clock.now().getTime() ? given.step : null
  } catch {
    return null
  }
}
