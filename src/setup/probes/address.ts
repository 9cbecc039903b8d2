import { readJson } from '#src/core/outbound/outbound.ts'
import type { AddressFacts } from '../rules/installation-lines.ts'
import { ask } from './ask.ts'

/** Opens PUBLIC_URL from this machine, through DNS and the proxy. */
export const tryAddress = async (url: string): Promise<AddressFacts> => {
  const { status, text } = await ask({ url: `${url}/healthz` })
  return { url, status, isOurs: status === 200 && readJson(text)?.ok === true }
}
