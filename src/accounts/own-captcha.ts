import { createHmac, randomBytes } from 'node:crypto'
import type { Payload } from 'altcha-lib/types'
import { timingSafeBytesEqual } from '#src/core/crypto.ts'
import { parseJson } from '#src/core/outside/json.ts'
import type { Language } from '#src/core/rules/language.ts'
import type { CaptchaResult } from './captcha-gateway.ts'
import { readQuestionResponse } from './rules/captcha.ts'
import { captchaFigure, captchaSum } from './texts/captcha-sum.ts'

const WORK_MS = 20 * 60 * 1000
/** Takes about half a second on a phone from 2018. Each level of work doubles it. */
const COST = 1000
const COUNTER_RANGE = [400, 1200] as const

const refused: CaptchaResult = { ok: false }

/** ALTCHA proof of work. Self-hosted: no data goes to a third party. */
export const makeAltcha = (appSecret: string) => {
  const secret = (purpose: string) => createHmac('sha256', appSecret).update(`altcha ${purpose}`).digest('base64url')
  const secrets = { hmacSignatureSecret: secret('challenge'), hmacKeySignatureSecret: secret('key') }
  return {
    need: { provider: 'altcha' as const },
    async challenge(now: Date, work: number) {
      const { createChallenge, deriveKey, randomInt } = await load()
      const [from, to] = COUNTER_RANGE
      // ALTCHA compares its own `expiresAt` with the system clock. This field is signed too and uses our clock.
      const data = { expires: now.getTime() + WORK_MS, work }
      const counter = randomInt(to * 2 ** work, from * 2 ** work)
      return createChallenge({ algorithm: 'PBKDF2/SHA-256', cost: COST, counter, deriveKey, data, ...secrets })
    },
    /** Returns null if the response is none of ALTCHA's. */
    async verify(response: string, now: Date): Promise<CaptchaResult | null> {
      const payload = readPayload(response)
      if (!payload) return null
      const { challenge, solution } = payload
      const { verifySolution, deriveKey } = await load()
      // Without a key signature, the verifier would derive the key at a cost chosen by the sender.
      if (!challenge.parameters.keySignature) return refused
      const checked = await verifySolution({ challenge, solution, deriveKey, ...secrets }).catch(() => null)
      if (!checked?.verified) return refused
      const { expires, work } = challenge.parameters.data ?? {}
      if (typeof expires !== 'number' || expires < now.getTime()) return refused
      const key = `altcha:${challenge.signature}`
      return { ok: true, key, expiresAt: new Date(expires), by: 'script', work: Number(work) || 0 }
    },
  }
}

const load = async () => {
  const [lib, { deriveKey }] = await Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/pbkdf2')])
  return { ...lib, deriveKey }
}

const MAX_LENGTH = 4000

const readPayload = (response: string): Payload | null => {
  if (response.length > MAX_LENGTH) return null
  const payload = parseJson(Buffer.from(response, 'base64').toString('utf8')) as Payload | null | undefined
  const { challenge, solution } = payload ?? {}
  const isComplete =
    typeof challenge?.signature === 'string' && challenge.parameters && typeof solution?.derivedKey === 'string'
  return isComplete && payload ? payload : null
}

const QUESTION_MS = 30 * 60 * 1000

/** Text questions for forms without JavaScript. The signed token holds an HMAC of the answer, not the answer. */
export const makeQuestions = (appSecret: string) => {
  const sign = (text: string) => createHmac('sha256', appSecret).update(`captcha question ${text}`).digest('base64url')
  const proof = (nonce: string, answer: string) => sign(`${nonce} ${answer}`).slice(0, 22)
  return {
    make(now: Date, language: Language) {
      const nonce = randomBytes(12).toString('base64url')
      const { text, answer } = captchaSum(randomBytes(4).readUInt32BE() % 100, language)
      const head = `${nonce}.${(now.getTime() + QUESTION_MS).toString(36)}.${proof(nonce, answer)}`
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
      return { ok: true, key, expiresAt, by: 'question', work: 0 }
    },
  }
}

const same = (a: string, b: string): boolean => timingSafeBytesEqual(Buffer.from(a), Buffer.from(b))
