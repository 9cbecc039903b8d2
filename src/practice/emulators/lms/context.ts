import type { preHandlerAsyncHookHandler } from 'fastify'
import { createRemoteJWKSet } from 'jose'
import type { LmsOptions } from './launch.ts'

export interface Context {
  options: LmsOptions
  base(): string
  /** Ids and nonces of the tool's tokens that were already used. */
  used: Set<string>
}

/** Makes a hook that refuses a call whose access token lacks the scope. */
export type Needs = (scope: string) => preHandlerAsyncHookHandler

export const toolKeysOf = ({ toolKeysUrl, toolUrl }: LmsOptions) =>
  createRemoteJWKSet(new URL(`${toolKeysUrl ?? toolUrl}/lti/keys`))
