import { createHash } from 'node:crypto'
import * as z from 'zod'
import { makeHttpClient } from '#src/core/outbound.ts'
import { maybe, readJson, texts } from '#src/core/outside/json.ts'
import { readInstant } from '#src/core/rules/dates.ts'
import { text } from '#src/core/rules/outside.ts'
import type { CaptchaResult, CaptchaSettings } from './captcha-gateway.ts'
import { HARDEST_WORK } from './rules/captcha.ts'

const GOOGLE = 'https://www.google.com'
const TIMEOUT_MS = 5000
const TTL_MS = 2 * 60 * 1000
const MAX_LENGTH = 8000

const Verdict = z.object({
  success: z.boolean(),
  hostname: maybe(text),
  challenge_ts: maybe(text),
  'error-codes': texts,
})

/**
 * reCAPTCHA v2 (siteverify). Compares the hostname: a response solved on another site with the same key is refused.
 * `verify` throws if Google does not answer, answers something else, or rejects our settings.
 */
export const makeRecaptcha = ({ siteKey = '', secret = '', apiBase = GOOGLE }: CaptchaSettings, hostname: string) => {
  const outbound = makeHttpClient({ service: 'captcha', milliseconds: TIMEOUT_MS })
  return {
    need: { provider: 'recaptcha' as const, siteKey, scriptUrl: `${apiBase}/recaptcha/api.js?render=explicit` },
    async verify(response: string, now: Date): Promise<CaptchaResult> {
      if (response === '' || response.length > MAX_LENGTH) return { ok: false }
      const answer = await outbound({
        method: 'POST',
        url: `${apiBase}/recaptcha/api/siteverify`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ secret, response }).toString(),
      })
      const verdict = readJson(Verdict, answer.text, 'reCAPTCHA')
      const wrongKey = verdict['error-codes'].find(code => /input-secret|bad-request/.test(code))
      if (wrongKey) throw new Error(`reCAPTCHA rejected our settings: ${wrongKey}`)
      if (!verdict.success || verdict.hostname !== hostname) return { ok: false }
      const made = readInstant(verdict.challenge_ts ?? '')
      if (!made || made.getTime() + TTL_MS < now.getTime()) return { ok: false }
      const key = `recaptcha:${createHash('sha256').update(response).digest('hex')}`
      return { ok: true, key, expiresAt: new Date(now.getTime() + 2 * TTL_MS), by: 'script', work: HARDEST_WORK }
    },
  }
}
