import { readJson } from '#src/core/outbound/outbound.ts'
import { readAllowedDomains } from '#src/signs/rules/video-accounts.ts'
import type { ServiceAnswer } from '../rules/setup-line.ts'
import { ask } from './ask.ts'

interface VideoSettings {
  keys: Record<string, string>
  base?: string | undefined
}

/** Reads each account with its key, and its list of domains. */
export const tryVideoHost = async (
  settings: VideoSettings | undefined,
): Promise<Record<string, ServiceAnswer> | null> => {
  if (!settings) return null
  const { keys, base = 'https://api.sproutvideo.com' } = settings
  const asked = Object.entries(keys).map(async ([account, key]): Promise<[string, ServiceAnswer]> => {
    const { answer, text } = await ask({ url: `${base}/v1/account`, headers: { 'SproutVideo-Api-Key': key } })
    return [account, answer === 'works' && !readAllowedDomains(readJson(text)) ? 'unexpected' : answer]
  })
  return Object.fromEntries(await Promise.all(asked))
}
