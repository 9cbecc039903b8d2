import type { FastifyRequest } from 'fastify'
import { type Language, languageOf } from '#src/core/rules/languages/language.ts'
import { fieldsOf } from '#src/http/fields.ts'
import { visitorLanguage } from '#src/http/page-language.ts'

/** Returns the language of a page before its launch is verified: the locale of the launch, else the visitor's. */
export const languageOfLaunch = (request: FastifyRequest): Language =>
  languageOf(fieldsOf(request.body).launch_presentation_locale) ?? visitorLanguage(request)
