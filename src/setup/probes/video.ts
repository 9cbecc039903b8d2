import { readAllowedDomains } from '#src/signs/rules/video-accounts.ts'
import type { ServiceAnswer } from '../rules/setup-line.ts'
import { askFor } from './ask.ts'

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
    const call = { url: `${base}/v1/account`, headers: { 'SproutVideo-Api-Key': key } }
    return [account, await askFor(body => readAllowedDomains(body) !== null, call)]
  })
  return Object.fromEntries(await Promise.all(asked))
}
