import type { MouseEvent } from 'react'
import type { Sign } from '#src/signs/rules/dictionary.ts'
import { CardClip } from './card-clip.tsx'

/** One search result: its clip if there is one, gloss, lesson, and the meanings in English and Spanish. */
export const SignCard = ({ sign, href, onOpen }: { sign: Sign; href: string; onOpen(event: MouseEvent): void }) => (
  <li>
    <a className="sign-card" href={href} onClick={onOpen} data-sign={sign.slug}>
      <CardClip clips={sign.clips} />
      <span className="gloss">{sign.gloss}</span>
      <span className="sign-lesson">Unit {sign.lesson}</span>
      <span className="meaning">{sign.english.join(', ')}</span>
      {sign.spanish.length > 0 && (
        <span className="meaning soft" lang="es">
          {sign.spanish.join(', ')}
        </span>
      )}
    </a>
  </li>
)
