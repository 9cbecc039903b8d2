/** A text question for a browser without a script: what to read, and the signed token that belongs to it. */
export interface CaptchaQuestion {
  text: string
  token: string
}

/** What a form draws so that a stranger can show that they are a person. It travels as JSON into the island. */
export type CaptchaNeed =
  | { provider: 'off' }
  | { provider: 'altcha'; question: CaptchaQuestion }
  | { provider: 'recaptcha'; siteKey: string; scriptUrl: string; question: CaptchaQuestion }

export const captchaMessages = {
  /** The spec's toast (§5, Captcha). */
  notVerified: 'Captcha Not Verified',
  question: 'To show that you are a person',
  questionHint: 'Type the answer as a number.',
  wait: 'Too many tries from your network. Wait an hour, or turn on JavaScript in your browser and try again.',
} as const

const QUESTION = 'question:'

/** The answer to a text question, as it travels in `recaptcha_response` like every other captcha's. */
export const questionResponse = (token: string, answer: string): string => `${QUESTION}${token}:${answer.trim()}`

export const readQuestionResponse = (response: string): { token: string; answer: string } | null => {
  if (!response.startsWith(QUESTION)) return null
  const [token = '', ...answer] = response.slice(QUESTION.length).split(':')
  return { token, answer: answer.join(':') }
}

/** What a form sent for its captcha: the answer to its question where that was answered, else what a script found. */
export const captchaResponse = (fields: Record<string, string>): string =>
  fields.captcha_answer && fields.captcha_question
    ? questionResponse(fields.captcha_question, fields.captcha_answer)
    : (fields.recaptcha_response ?? '')

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** A sum in words from a number below 100, so that whoever chooses the number chooses the question. */
export const captchaSum = (seed: number): { text: string; answer: string } => {
  const [a, b] = [1 + (Math.floor(seed / 10) % 10), 1 + (seed % 10)]
  return { text: `What is ${WORDS[a]} plus ${WORDS[b]}?`, answer: String(a + b) }
}

const SUMS = [
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
  'twenty',
]

/** An answer as it is compared: figures, also where someone wrote the number as a word. */
export const captchaFigure = (typed: string): string => {
  const word = typed.trim().toLowerCase()
  const at = [...WORDS, ...SUMS].indexOf(word)
  return at >= 0 ? String(at) : word
}
