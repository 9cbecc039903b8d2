import { createElement, type FunctionComponent, type ReactNode } from 'react'
import { escapeHtml } from '#src/domain/escape-html.ts'

type Words = Record<string, string>
/** Few values, short ones, and different in writing where they differ. */
type Facts = Record<string, string | number | boolean | string[] | null | undefined>
type Inside = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } }

/** The texts between words, and at each second place the name of a word. */
type Pieces = string[]
type Draw = (part: ReactNode, name: string) => string

const drawn = new Map<unknown, Map<string, Pieces>>()
/** Of one part. More would mean that it does not stand still, and would fill the memory. */
const MOST_VARIANTS = 100
let draw: Draw | null = null

/** The server says how it draws (views/document.ts). A browser has no need to: it draws parts as they come. */
export const drawStillParts = (how: Draw | null): void => {
  draw = how
}

/**
 * Spread into an element: its inside, where it is the same for many pages but for some words. The server has React draw
 * it once for all facts that are alike, with marks where the words go, and then only fills them in; that spares a payment
 * page a part of its drawing. The HTML is the one that React would draw, so React takes it over in the browser.
 *
 * A word is all there is of a text or of an attribute, and decides nothing.
 */
export const still = <F extends Facts, W extends Words = Record<never, string>>(
  part: FunctionComponent<F & W>,
  facts: F,
  words = {} as W,
): Inside => {
  const pieces = draw && piecesOf(part as FunctionComponent<object>, facts, words, draw)
  if (!pieces) return { children: createElement(part, { ...facts, ...words }) }
  let html = pieces[0] ?? ''
  for (let i = 1; i < pieces.length; i += 2) html += escapeHtml(words[pieces[i] ?? ''] ?? '') + pieces[i + 1]
  return { dangerouslySetInnerHTML: { __html: html } }
}

const piecesOf = (part: FunctionComponent<object>, facts: Facts, words: Words, draw: Draw): Pieces | null => {
  const variants = drawn.get(part) ?? new Map<string, Pieces>()
  drawn.set(part, variants)
  let key = ''
  for (const name in facts) key += `${facts[name]}\n`
  const known = variants.get(key)
  if (known || variants.size === MOST_VARIANTS) return known ?? null
  const marks = Object.fromEntries(Object.keys(words).map(word => [word, `{{${word}}}`]))
  const pieces = draw(createElement(part, { ...facts, ...marks }), part.name).split(/\{\{(\w+)\}\}/)
  variants.set(key, pieces)
  return pieces
}
