import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLanguage, type Language, languageOf } from '#src/core/rules/language.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'
import { paths } from '#views/paths.ts'
import type { Site } from '#views/screen.ts'
import { fieldsOf } from './fields.ts'

const LANGUAGE_COOKIE = 'signbook_language'
/** For a year. */
const KEPT = { path: '/', httpOnly: true, maxAge: 365 * 24 * 3600 } as const

/** Returns the language that the visitor just chose by a link; null if none. */
export const chosenLanguage = (request: FastifyRequest): Language | null => languageOf(fieldsOf(request.query).lang)

/** Returns the language that the visitor chose now or before; null if none. */
export const ownLanguage = (request: FastifyRequest): Language | null =>
  chosenLanguage(request) ?? languageOf(request.cookies[LANGUAGE_COOKIE])

/** Returns the language of a visitor: chosen, or else accepted by the browser. */
export const visitorLanguage = (request: FastifyRequest): Language =>
  ownLanguage(request) ?? acceptedLanguage(request.headers['accept-language'])

/** Keeps a choice for pages that know no person. A frame of an LMS may refuse the cookie. */
export const keepLanguage = (reply: FastifyReply, language: Language, { publicUrl }: Pick<Site, 'publicUrl'>): void => {
  reply.setCookie(LANGUAGE_COOKIE, language, { ...KEPT, sameSite: 'lax', secure: publicUrl.startsWith('https:') })
}

const DISMISSED_COOKIE = 'signbook_dismissed'

/** Returns the current site notice; null when there is none or this browser dismissed it. */
export const noticeFor = async <Notice extends { id: number }>(
  request: FastifyRequest,
  findNotice: () => Promise<Notice | null>,
): Promise<Notice | null> => {
  const notice = await findNotice()
  return notice && request.cookies[DISMISSED_COOKIE] !== String(notice.id) ? notice : null
}

/**
 * POST /dismiss hides the notice for this browser and redirects to the page it was on. The cookie is partitioned,
 * because no other kind is sent inside an LMS frame.
 */
export const mountDismiss = (scope: FastifyInstance, secure: boolean): void => {
  const framed = secure ? ({ sameSite: 'none', secure, partitioned: true } as const) : ({ sameSite: 'lax' } as const)
  scope.post(paths.dismiss, async (request, reply) => {
    const { id = '', back } = fieldsOf(request.body)
    if (/^\d{1,15}$/.test(id)) reply.setCookie(DISMISSED_COOKIE, id, { ...KEPT, ...framed })
    return reply.redirect(localPath(back), 303)
  })
}
