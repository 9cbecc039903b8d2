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

export const OpenDoor = () => (
  <Picture>
    <path className="tone-light" d="M62 98H104L124 110H46z" />
    <path className="tone-accent" d="M62 18H104V98H62z" />
    <path className="tone-primary" d="M62 18 38 28V108L62 98z" />
    <path d="M44 66v5" />
    <path d="M20 98H38M104 98H146" />
    <path className="tone-card" d="M118 80H138L135 98H121z" />
    <path className="tone-ok" d="M128 80C128 66 120 60 110 60 110 72 117 80 128 80z" />
    <path className="tone-ok" d="M128 80C128 62 134 52 144 50 146 66 140 78 128 80z" />
    <path className="tone-card" d="M83 60C79 57 74 56 70 57V70c5 0 9 1 13 4 4-3 8-4 13-4V57c-4-1-9 0-13 3z" />
    <path d="M83 60V74" />
  </Picture>
)
