import type { ReactNode } from 'react'

/**
 * Frame of every illustration: one size, one line weight, the tones of client/styles/pictures.css. Only decoration, so
 * hidden from screen readers. No picture shows a hand: a Deaf signer reviews hands first.
 */
export const Picture = ({ children }: { children: ReactNode }) => (
  <svg className="picture" viewBox="0 0 160 112" width="160" height="112" aria-hidden="true" focusable="false">
    <path className="tone-ground" d="M80 8c42 0 70 18 70 48s-24 44-70 44-70-14-70-44S38 8 80 8z" />
    {children}
  </svg>
)
