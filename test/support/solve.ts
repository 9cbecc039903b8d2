import { type Payload, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { CaptchaKind } from '#src/accounts/captcha-gateway.ts'
import { captchaSum } from '#src/accounts/texts/captcha-sum.ts'
import type { TestApp } from './app.ts'

/** Solves the challenge of GET /api/captcha and returns the response a browser would send. */
export const solveCaptcha = async (
  app: TestApp,
  from: { remoteAddress?: string } = {},
  kind: CaptchaKind = 'configured',
): Promise<string> => {
  const asked = (await app.server.inject({ url: `/api/captcha?kind=${kind}`, ...from })).json()
  return encode(await solve(asked.challenge))
}

export const solve = async (challenge: Payload['challenge']): Promise<Payload> => {
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('not solved')
  return { challenge, solution }
}

export const encode = (payload: object): string => Buffer.from(JSON.stringify(payload)).toString('base64')

const sums = new Map(Array.from({ length: 100 }, (_, seed) => captchaSum(seed, 'en')).map(s => [s.text, s.answer]))

/** Returns the answer to a text question. */
export const answerOf = (text: string): string => sums.get(text) ?? ''
