import { makeHttpClient, readJson } from '#src/core/outbound/outbound.ts'
import { ALLOWED_DOMAINS, readAllowedDomains, VideoHostUnavailable } from './rules/video-accounts.ts'

/** The video host's accounts. Each has a list of the domains that may play its videos. */
export interface VideoHost {
  /** The accounts with a configured key. */
  accounts: string[]
  /** `signal` aborts the call. */
  domains(account: string, signal?: AbortSignal): Promise<string[]>
  save(account: string, domains: string[], signal?: AbortSignal): Promise<void>
}

export interface SproutSettings {
  /** Keys by account value, like '7-8'. */
  keys: Record<string, string>
  base?: string | undefined
}

export const makeSproutVideo = ({ keys, base = 'https://api.sproutvideo.com' }: SproutSettings): VideoHost => {
  const outbound = makeHttpClient({ service: 'video' })
  const ask = async (
    account: string,
    method: 'GET' | 'PUT',
    { body, signal }: { body?: object; signal?: AbortSignal | undefined },
  ): Promise<Record<string, unknown>> => {
    const asked = outbound({
      method,
      url: `${base}/v1/account`,
      headers: { 'SproutVideo-Api-Key': keys[account] ?? '', 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal,
    })
    const { status, text } = await asked.catch(cause => {
      throw new VideoHostUnavailable('the video host did not answer', { cause })
    })
    const reply = readJson(text) ?? {}
    if (status >= 200 && status < 300) return reply
    const problem = `the video host answered ${status}: ${String(reply.error ?? '')}`
    throw status >= 500 || status === 429 ? new VideoHostUnavailable(problem) : new Error(problem)
  }
  return {
    accounts: Object.keys(keys),
    async domains(account, signal) {
      const list = readAllowedDomains(await ask(account, 'GET', { signal }))
      // An answer that we cannot read must not be taken for an empty list: a change would erase the real one.
      if (!list) throw new Error('the video host returned no list of domains that we can read')
      return list
    },
    async save(account, domains, signal) {
      await ask(account, 'PUT', { body: { [ALLOWED_DOMAINS.field]: domains.join(ALLOWED_DOMAINS.separator) }, signal })
    },
  }
}
