import { createHmac, randomBytes } from 'node:crypto'
import { timingSafeBytesEqual } from '#src/core/crypto.ts'
import type { Language } from '#src/core/rules/languages/language.ts'
import { HARDEST_WORK, readQuestionResponse } from '../rules/captcha.ts'
import { captchaFigure, captchaSum } from '../rules/captcha-sum.ts'
import type { CaptchaResult } from './types.ts'

const TTL_MS = 30 * 60 * 1000

/** Text questions for forms without JavaScript. The signed token holds an HMAC of the answer, not the answer. */
export const makeQuestions = (appSecret: string) => {
  const sign = (text: string) => createHmac('sha256', appSecret).update(`captcha question ${text}`).digest('base64url')
  const proof = (nonce: string, answer: string) => sign(`${nonce} ${answer}`).slice(0, 22)
  return {
    make(now: Date, language: Language) {
      const nonce = randomBytes(12).toString('base64url')
      const { text, answer } = captchaSum(randomBytes(4).readUInt32BE() % 100, language)
      const head = `${nonce}.${(now.getTime() + TTL_MS).toString(36)}.${proof(nonce, answer)}`
      return { text, token: `${head}.${sign(head)}` }
    },
    /** Returns null if the response does not answer a text question. */
    verify(response: string, now: Date): CaptchaResult | null {
      const given = readQuestionResponse(response)
      if (!given) return null
      const [nonce = '', until = '', right = '', signature = ''] = given.token.split('.', 4)
      if (!same(sign(`${nonce}.${until}.${right}`), signature)) return { ok: false }
      const expiresAt = new Date(Number.parseInt(until, 36))
      if (expiresAt.getTime() < now.getTime()) return { ok: false }
      const key = `question:${nonce}`
      if (!same(proof(nonce, captchaFigure(given.answer)), right)) return { ok: false, key, expiresAt }
      return { ok: true, key, expiresAt, by: 'question', work: HARDEST_WORK }
    },
  }
}

const same = (a: string, b: string): boolean => timingSafeBytesEqual(Buffer.from(a), Buffer.from(b))
