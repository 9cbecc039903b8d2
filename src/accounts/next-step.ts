import type { Needs } from '#src/context.ts'
import { CODE_MS } from '#src/core/rules/one-time-code.ts'

/**
 * Encrypts what the next step of a form needs, for its address: nobody reads there whom a code was sent to. It opens the
 * step of the same form for as long as the code is valid, which leaves after `wait` seconds.
 */
export const sealStep = (
  { clock, flashVault }: Needs<'clock' | 'flashVault'>,
  form: string,
  { step, wait = 0 }: { step: object; wait?: number },
): string => flashVault.seal(JSON.stringify({ form, step, until: clock.now().getTime() + wait * 1000 + CODE_MS }))

/** Returns what was sealed for the next step of a form; null if it is not ours, of another form, or too old. */
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
