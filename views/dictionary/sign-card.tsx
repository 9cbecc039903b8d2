import type { MouseEvent } from 'react'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { useLanguage, useTexts } from '../ui/texts.ts'
import { CardClip } from './card-clip.tsx'

interface SignCardProps {
  sign: Sign
  href: string
  onOpen(event: MouseEvent): void
}

/** One search result: its clip if there is one, gloss, lesson, and the meanings, first in the language of the page. */
export const SignCard = ({ sign, href, onOpen }: SignCardProps) => {
  const texts = useTexts('dictionary')
  const english = { lang: 'en', words: sign.english.join(', ') }
  const spanish = { lang: 'es', words: sign.spanish.join(', ') }
  const meanings = useLanguage() === 'es' ? [spanish, english] : [english, spanish]
  return (
    <li>
      <a className="sign-card" href={href} onClick={onOpen} data-sign={sign.slug}>
        <CardClip clips={sign.clips} />
        <span className="gloss" lang="en">
          {sign.gloss}
        </span>
        <span className="sign-lesson">{texts.unit(sign.lesson)}</span>
        {meanings
          .filter(({ words }) => words)
          .map(({ lang, words }, nth) => (
            <span key={lang} className={nth === 0 ? 'meaning' : 'meaning soft'} lang={lang}>
              {words}
            </span>
          ))}
      </a>
    </li>
  )
}
