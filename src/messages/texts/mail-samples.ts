import { keysOf } from '#src/core/rules/guards.ts'
import { languages } from '#src/core/rules/language.ts'
import { wordsOf } from '#src/core/rules/normalize.ts'
import { mailSamples, type SubjectOpening } from '../rules/mail-samples.ts'
import { renderMail } from './message-text.ts'

/** Nothing of a mail but its own words. */
const BARE = { date: () => '', supportEmail: '', open: () => '', signedAt: () => null }

/** Returns the words before the name of the course with which each mail's subject begins, in each language. */
export const subjectOpenings = (): SubjectOpening[] =>
  languages.flatMap(language => {
    const samples = mailSamples('', language)
    return keysOf(samples).map(kind => {
      const [opening = ''] = renderMail(samples[kind], BARE).subject.split(': ')
      return { kind, words: wordsOf(opening) }
    })
  })
