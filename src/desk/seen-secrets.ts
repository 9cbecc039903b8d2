import type { Config } from '#src/config.ts'
import { saveAudit } from '#src/core/audit/store/audit.ts'
import { sha256 } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import { listSeenSecrets } from './store/setup-facts.ts'

/**
 * Returns the secrets whose age is watched: those that a program generated. A password that a person chose could be
 * guessed from its hash.
 */
const secretsOf = ({ appSecret, card, canvas, sproutvideo, twilio, captcha, chat }: Config): [string, string][] => {
  const all: [name: string, value: string | undefined][] = [
    ['APP_SECRET', appSecret],
    ['STRIPE_SECRET_KEY', card?.secretKey],
    ['STRIPE_WEBHOOK_SECRET', card?.webhookSecrets.join()],
    ['CANVAS_API_TOKEN', canvas?.token],
    ['SPROUTVIDEO_API_KEYS', sproutvideo && JSON.stringify(sproutvideo.keys)],
    ['TWILIO_AUTH_TOKEN', twilio?.authToken],
    ['RECAPTCHA_SECRET', captcha.secret],
    ['CHAT_HMAC_TOKEN', chat?.hmacToken],
  ]
  return all.flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/** Writes an audit line for each secret that no server used before, so that /setup knows how old each is. */
export const recordSecrets = async (db: Database, config: Config, now: Date): Promise<void> => {
  if (config.demo) return
  const seen = await listSeenSecrets(db)
  for (const [name, value] of secretsOf(config)) {
    const hash = sha256(`${name} ${value}`).slice(0, 16)
    if (seen.find(secret => secret.name === name)?.hash === hash) continue
    const line = { actor: 'system', action: 'new-secret', subjectKind: 'secret', subjectKey: name } as const
    await saveAudit(db, { ...line, after: { hash } }, now)
  }
}
