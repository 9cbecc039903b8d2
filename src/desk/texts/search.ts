import { wordsOf } from '#src/core/rules/normalize.ts'
import type { SubjectOpening } from '#src/messages/rules/mail-samples.ts'
import type { Message } from '#src/messages/rules/message.ts'
import { subjectOpenings } from '#src/messages/texts/mail-samples.ts'
import { mailNames } from '../rules/waiting-work.ts'

interface MailSearch {
  /** Kinds of mail whose name or subject was typed first; empty for none. */
  kinds: Message['kind'][]
  /** The other words: of a course or a school. */
  words: string[]
}

const openings: SubjectOpening[] = [
  ...Object.entries(mailNames).map(([kind, name]) => ({ kind: kind as Message['kind'], words: wordsOf(name) })),
  ...subjectOpenings(),
]

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
