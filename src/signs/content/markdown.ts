import { marked } from 'marked'
import { isNode, LineCounter, parseDocument } from 'yaml'
import { byText } from '../rules/content.ts'
import type { ContentChecker } from './checker.ts'
import { findDisallowedTags, sanitizeHtml } from './sanitize.ts'

/** Part of a file's text and the line it starts on. */
export interface Passage {
  text: string
  line: number
}

export interface FrontMatter {
  values: Record<string, unknown>
  /** Returns the line of the value at this path. */
  lineOf(...path: (string | number)[]): number
  body: Passage
}

/**
 * Parses the YAML front matter between two `---` lines at the top of a file. Reports a problem and returns null when it
 * is missing or invalid.
 */
export const readFrontMatter = ({ text, problem }: ContentChecker): FrontMatter | null => {
  const [whole, head] = text.match(/^---\n([\s\S]*?\n)---\n/) ?? []
  if (whole === undefined || head === undefined) {
    problem(1, 'expected front matter: lines of `name: value` between two lines of ---')
    return null
  }
  const counter = new LineCounter()
  const document = parseDocument(head, { schema: 'failsafe', lineCounter: counter, prettyErrors: false })
  for (const error of document.errors) problem(counter.linePos(error.pos[0]).line + 1, `front matter: ${error.message}`)
  if (document.errors.length > 0) return null
  const given = document.toJS()
  return {
    values: given !== null && typeof given === 'object' ? given : {},
    lineOf: (...path) => {
      const node = document.getIn(path, true)
      return isNode(node) && node.range ? counter.linePos(node.range[0]).line + 1 : 1
    },
    body: { text: text.slice(whole.length), line: whole.split('\n').length },
  }
}

/** Returns a required front matter value. Reports a problem and returns '' when it is missing. */
export const requireText = ({ problem }: ContentChecker, front: FrontMatter, name: string): string => {
  const value = front.values[name]
  if (typeof value === 'string' && value.trim()) return value.trim()
  problem(front.lineOf(name), `front matter: \`${name}\` is missing`)
  return ''
}

export interface Section {
  heading: string
  line: number
  body: Passage
}

/** Splits a text into the sections that begin with `## `. Reports text before the first heading. */
export const readSections = ({ problem }: ContentChecker, { text, line }: Passage): Section[] => {
  const sections: Section[] = []
  let fenced = false
  for (const [i, content] of text.split('\n').entries()) {
    if (/^(```|~~~)/.test(content)) fenced = !fenced
    const heading = fenced ? null : content.match(/^##\s+(.*\S)\s*$/)
    const last = sections.at(-1)
    if (heading) sections.push({ heading: heading[1] ?? '', line: line + i, body: { text: '', line: line + i + 1 } })
    else if (last) last.body.text += `${content}\n`
    else if (content.trim()) problem(line + i, 'expected a heading with ## before any text')
  }
  return sections
}

/** Converts Markdown to safe HTML. Reports tags that are not allowed, with their line. */
export const toHtml = ({ problem, videoHosts }: ContentChecker, { text, line }: Passage): string => {
  const html = marked.parse(text, { async: false })
  for (const { tag, why } of findDisallowedTags(html, videoHosts)) problem(line + lineOfTag(text, tag), why)
  return sanitizeHtml(html, videoHosts)
}

const lineOfTag = (text: string, tag: string): number => {
  const found = text.search(new RegExp(`<${tag}\\b`, 'i'))
  return found < 0 ? 0 : text.slice(0, found).split('\n').length - 1
}

/** Reports duplicate headings. Ignores case. */
export const reportDuplicateHeadings = ({ problem }: ContentChecker, sections: Section[]): void => {
  const seen = new Set<string>()
  for (const { heading, line } of sections) {
    if (seen.has(heading.toLowerCase())) problem(line, `\`${heading}\` appears twice`)
    seen.add(heading.toLowerCase())
  }
}

export const sortBy = <T>(items: T[], text: (item: T) => string): T[] =>
  [...items].sort((a, b) => byText(text(a), text(b)))
