import t from 'tap'
import { acceptedLanguage, languageOf } from '#src/core/rules/language.ts'

t.test('reads the language of a tag', async t => {
  t.equal(languageOf('es-MX'), 'es')
  t.equal(languageOf('ES_es'), 'es')
  t.equal(languageOf('en'), 'en')
  for (const tag of ['fr-CA', '', 'est', null, undefined]) t.equal(languageOf(tag), null, String(tag))
})

t.test('chooses the language that a browser prefers', async t => {
  t.equal(acceptedLanguage('es-MX,es;q=0.9,en;q=0.5'), 'es')
  t.equal(acceptedLanguage('en-US,en;q=0.9,es;q=0.8'), 'en')
  t.equal(acceptedLanguage('fr, en;q=0.2, es;q=0.4'), 'es', 'the first of ours by quality')
  t.equal(acceptedLanguage('es;q=0, fr'), 'en', 'not one that is refused')
  t.equal(acceptedLanguage('es;q=x'), 'en')
  for (const header of [undefined, '', '*', ';;,', 'fr']) t.equal(acceptedLanguage(header), 'en', String(header))
})
