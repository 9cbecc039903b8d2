import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLanguage, type Language, languageOf } from '#src/core/rules/languages/language.ts'
import type { Site } from '#views/screen.ts'
import { fieldsOf } from './fields.ts'

const COOKIE = 'signbook_language'
const YEAR_SECONDS = 365 * 24 * 3600

/** Returns the language that the visitor just chose by a link; null if none. */
export const chosenLanguage = (request: FastifyRequest): Language | null => languageOf(fieldsOf(request.query).lang)

/** Returns the language that the visitor chose now or before; null if none. */
export const ownLanguage = (request: FastifyRequest): Language | null =>
  chosenLanguage(request) ?? languageOf(request.cookies[COOKIE])

/** Returns the language of a visitor: chosen, or else accepted by the browser. */
export const visitorLanguage = (request: FastifyRequest): Language =>
  ownLanguage(request) ?? acceptedLanguage(request.headers['accept-language'])

/** Keeps a choice for pages that know no person. A frame of an LMS may refuse the cookie. */
export const keepLanguage = (reply: FastifyReply, language: Language, { publicUrl }: Pick<Site, 'publicUrl'>): void => {
  const secure = publicUrl.startsWith('https:')
  reply.setCookie(COOKIE, language, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: YEAR_SECONDS })
}
