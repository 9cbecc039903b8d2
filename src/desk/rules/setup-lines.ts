import { isSuccess } from '#src/core/rules/outside.ts'

/** The result of one check. */
export interface Verdict {
  state: 'ok' | 'missing' | 'wrong'
  /** The result in one sentence. */
  found: string
  /** Advice; null if nothing is to do. */
  nextStep: string | null
}

/** One line of the setup page and of `npm run doctor`. */
export interface SetupLine extends Verdict {
  name: string
}

export const ok = (found: string): Verdict => ({ state: 'ok', found, nextStep: null })

const advise =
  (state: 'missing' | 'wrong') =>
  (found: string, nextStep: string): Verdict => ({ state, found, nextStep })
export const missing = advise('missing')
export const wrong = advise('wrong')

/** Answer of an outside service to a test. */
export type ServiceAnswer = 'works' | 'rejected' | 'not_found' | 'no_answer' | 'unexpected'

export const answerOfStatus = (status: number): ServiceAnswer => {
  if (isSuccess(status)) return 'works'
  if (status === 401 || status === 403) return 'rejected'
  if (status === 404) return 'not_found'
  return status === 429 || status >= 500 ? 'no_answer' : 'unexpected'
}

interface Service {
  /** Subject of the sentences, like 'Stripe'. */
  who: string
  /** The settings to correct when the service rejects us. */
  settings: string
  works: string
}

/** Returns the verdict on a service that has settings and was tried. */
export const serviceLine = ({ who, settings, works }: Service, answer: ServiceAnswer): Verdict => {
  switch (answer) {
    case 'works':
      return ok(works)
    case 'rejected':
      return wrong(`${who} rejects our key or password.`, `Correct ${settings}, then restart.`)
    case 'not_found':
      return wrong(`${who} does not know what we ask for.`, `Correct ${settings}, then restart.`)
    case 'no_answer':
      return wrong(`${who} does not answer.`, `Check ${settings} and the firewall, and look at its status page.`)
    case 'unexpected':
      return wrong(`${who} gives an unexpected answer.`, `Check ${settings}.`)
    default:
      return answer satisfies never
  }
}

/** A test that did not end in time, or ended with an error. */
export const untested = wrong('The test did not finish.', 'Try again. If it happens again, check the log.')

/** Returns the lines as text, for a terminal. */
export const linesAsText = (lines: SetupLine[]): string[] =>
  lines.flatMap(({ name, state, found, nextStep }) => [
    `${(state === 'wrong' ? 'WRONG' : state).padEnd(8)}${name}: ${found}`,
    ...(nextStep ? [`        ${nextStep}`] : []),
  ])

/** Notes of the setup page after a button was pressed. */
export const setupNotes = {
  sent: { tone: 'good', text: 'The mail server took the message. It should be in your inbox within a minute.' },
  refused: { tone: 'problem', text: 'The mail server refused your address.' },
  failed: { tone: 'problem', text: 'The message could not be sent. The log has the reason.' },
  'backed-up': { tone: 'good', text: 'The copy is in the folder backups of DATA_DIR. Move it to another machine.' },
} as const

export type SetupNote = keyof typeof setupNotes

/** Text of the message that a manager sends to themselves. */
export const testMail = (publicUrl: string): { subject: string; text: string; html: string } => {
  const sentence = `Mail works. You asked for this message on ${publicUrl}/setup.`
  return { subject: 'Test message from Signbook', text: `${sentence}\n`, html: `<p>${sentence}</p>` }
}
