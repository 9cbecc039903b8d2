import type { FastifyRequest } from 'fastify'
import { requestingOrigin } from '#src/http/requesting-origin.ts'
import { platformOrigins } from '#src/schools/rules/platform-presets.ts'
import type { FramedBy } from '#views/screen.ts'
import type { Launch } from '../rules/launch.ts'
import type { Login } from '../store/logins.ts'

/**
 * Returns who may frame a page before its launch is verified, and a refusal: the page that asked for it, the LMS page
 * that sent the login, and the platform's own hosts.
 */
export const launchFramers = (
  request: FastifyRequest,
  login: Pick<Login, 'platform' | 'lmsOrigin'> | undefined,
  publicUrl: string,
): FramedBy => {
  const sent = [requestingOrigin(request, publicUrl), login?.lmsOrigin].filter(origin => typeof origin === 'string')
  return { lms: [...sent, ...(login ? platformOrigins(login.platform) : [])] }
}

/**
 * Returns who may frame the page that asks to continue. Its button is worth stealing, so request headers and custom
 * parameters, which a teacher may type, do not count: only the platform's hosts, and the return address that it signed.
 */
export const signedFramers = ({ course }: Launch, { platform }: Pick<Login, 'platform'>): FramedBy => ({
  lms: [course.lmsOrigin ?? [], ...platformOrigins(platform)].flat(),
})
