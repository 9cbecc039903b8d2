import type { MouseEvent } from 'react'
import { dictionaryMessages, type Sign } from '#src/signs/rules/dictionary.ts'

/** One search result: gloss, meaning, lesson, and whether a Deaf signer has reviewed it. */
export const SignCard = ({ sign, href, onOpen }: { sign: Sign; href: string; onOpen(event: MouseEvent): void }) => (
  <li>
    <a className="sign-card" href={href} onClick={onOpen} data-sign={sign.slug}>
      <span className="gloss">{sign.gloss}</span>
      <span className="sign-lesson">Unit {sign.lesson}</span>
      <span className="meaning">{sign.english.join(', ')}</span>
      {!sign.reviewedAt && <span className="unreviewed">{dictionaryMessages.unreviewed}</span>}
    </a>
  </li>
)
