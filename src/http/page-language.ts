import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedLanguage, type Language, languageOf } from '#src/core/rules/languages/language.ts'
import { fieldsOf } from './fields.ts'

const COOKIE = 'signbook_language'
const YEAR_SECONDS = 365 * 24 * 3600

/** Returns the language that the visitor just chose by a link; null if none. */
export const chosenLanguage = (request: FastifyRequest): Language | null => languageOf(fieldsOf(request.query).lang)

/** Returns the language of a visitor: chosen now or before, or else accepted by the browser. */
export const visitorLanguage = (request: FastifyRequest): Language =>
  chosenLanguage(request) ?? languageOf(request.cookies[COOKIE]) ?? acceptedLanguage(request.headers['accept-language'])

/** Keeps a choice for pages that know no person. A frame of an LMS may refuse the cookie. */
export const keepLanguage = (reply: FastifyReply, language: Language, secure: boolean): void => {
  reply.setCookie(COOKIE, language, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: YEAR_SECONDS })
}
