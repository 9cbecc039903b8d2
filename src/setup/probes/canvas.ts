import type { ServiceAnswer } from '../rules/setup-line.ts'
import { askFor } from './ask.ts'

interface CanvasSettings {
  origin: string
  token: string
  accountId: string
}

/** Reads the account that new people are created in. */
export const tryCanvas = async (settings: CanvasSettings | null): Promise<ServiceAnswer | null> => {
  if (!settings) return null
  const { origin, token, accountId } = settings
  const url = `${origin}/api/v1/accounts/${encodeURIComponent(accountId)}`
  return askFor(body => body?.id !== undefined, { url, headers: { authorization: `Bearer ${token}` } })
}
