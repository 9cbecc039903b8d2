import type { FastifyRequest } from 'fastify'
import { type Language, languageOf } from '#src/core/rules/languages/language.ts'
import { fieldsOf } from '#src/http/fields.ts'
import { ownLanguage, visitorLanguage } from '#src/http/page-language.ts'

/** Returns the language of a page before its launch is verified: the visitor's choice, the locale of the launch, or else the browser's. */
export const languageOfLaunch = (request: FastifyRequest): Language =>
  ownLanguage(request) ?? languageOf(fieldsOf(request.body).launch_presentation_locale) ?? visitorLanguage(request)
