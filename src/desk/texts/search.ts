import { keysOf } from '#src/core/rules/guards.ts'
import { languages } from '#src/core/rules/language.ts'
import { wordsOf } from '#src/core/rules/normalize.ts'
import { mailSamples } from '#src/messages/rules/mail-samples.ts'
import type { Message } from '#src/messages/rules/message.ts'
import { renderMail } from '#src/messages/texts/message-text.ts'
import { mailNames } from '../rules/waiting-work.ts'

interface MailSearch {
  /** Kinds of mail whose name or subject was typed first; empty for none. */
  kinds: Message['kind'][]
  /** The other words: of a course or a school. */
  words: string[]
}

/** Nothing of a mail but its own words. */
const BARE = { date: () => '', supportEmail: '', open: () => '', signedAt: () => null }

/** The first words of a search for a kind of mail: its name, or its subject up to the name of the course. */
const openings = keysOf(mailNames).flatMap(kind => [
  { kind, words: wordsOf(mailNames[kind]) },
  ...languages.map(language => {
    const [opening = ''] = renderMail(mailSamples('', language)[kind], BARE).subject.split(': ')
    return { kind, words: wordsOf(opening) }
  }),
])

/** Reads the kind of mail at the start of a search: 'receipt lake college', or a subject such as 'Your receipt: ASL 1'. */
export const parseMailSearch = (typed: string): MailSearch => {
  const [, head = typed, course = ''] = typed.match(/^(.*?): +(.*)$/s) ?? []
  const words = wordsOf(head)
  const fitting = openings.filter(opening => opening.words.every((word, at) => word === words[at]))
  const length = Math.max(0, ...fitting.map(opening => opening.words.length))
  if (length === 0) return { kinds: [], words: wordsOf(typed) }
  const kinds = fitting.filter(opening => opening.words.length === length).map(opening => opening.kind)
  return { kinds: [...new Set(kinds)], words: course ? wordsOf(course) : words.slice(length) }
}
