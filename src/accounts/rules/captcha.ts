import type { RefusalTexts } from '#src/core/rules/outcome.ts'

/** A text question for browsers without JavaScript, and the signed token that belongs to it. */
export interface CaptchaQuestion {
  text: string
  token: string
}

/** Captcha data that a form needs. Sent to the island as JSON. */
export type CaptchaNeed =
  | { provider: 'off' }
  | { provider: 'altcha'; question: CaptchaQuestion }
  | { provider: 'recaptcha'; siteKey: string; scriptUrl: string; question: CaptchaQuestion }

/** Sentences of the reasons to refuse a captcha. */
export const captchaRefusals = {
  /** Shown as a toast. */
  captcha_failed: { message: 'Captcha Not Verified', field: 'recaptcha_response' },
  captcha_away: {
    message: 'We could not check that you are a person. Please try again.',
    field: 'recaptcha_response',
  },
  captcha_limit: {
    message: 'Turn on JavaScript in your browser and try again, or ask for help.',
    field: 'recaptcha_response',
  },
} as const satisfies RefusalTexts

export type CaptchaReason = keyof typeof captchaRefusals

/** Codes of a network that nobody entered, before its proof of work gets harder. */
export const UNENTERED_BEFORE_HARDER = 20
/** Levels of the proof of work. Each doubles the work of the one before. */
export const HARD_WORK = 3
export const HARDEST_WORK = 4

/** Returns the level for a network with so many codes that nobody entered: 1 from the twentieth, 2 from the fortieth. */
export const workFor = (unentered: number): number =>
  unentered < UNENTERED_BEFORE_HARDER
    ? 0
    : Math.min(HARDEST_WORK, 1 + Math.floor(Math.log2(unentered / UNENTERED_BEFORE_HARDER)))

const QUESTION = 'question:'

/** Encodes the answer to a text question for `recaptcha_response`, the field that all captchas use. */
export const questionResponse = (token: string, answer: string): string => `${QUESTION}${token}:${answer.trim()}`

export const readQuestionResponse = (response: string): { token: string; answer: string } | null => {
  if (!response.startsWith(QUESTION)) return null
  const given = response.slice(QUESTION.length)
  const [token = ''] = given.split(':', 1)
  return { token, answer: given.slice(token.length + 1) }
}

/** Returns the captcha response of a form: the answer to the text question if given, else the script's token. */
export const captchaResponse = (fields: Record<string, string>): string =>
  fields.captcha_answer && fields.captcha_question
    ? questionResponse(fields.captcha_question, fields.captcha_answer)
    : (fields.recaptcha_response ?? '')
