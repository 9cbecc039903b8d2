import { type Glance, type Unit, type UnitLink, unitLinks } from '../rules/content.ts'
import { type ContentChecker, isWebAddress } from './checker.ts'
import { type FrontMatter, readFrontMatter, readSections, requireText, type Section, toHtml } from './markdown.ts'

const LAST_UNIT = 19
const LESSONS = { least: 4, most: 6 }

/**
 * Reads units/NN.md: number, name, title, four links and the lessons. Returns null when the front matter cannot be
 * read.
 */
export const readUnit = (checked: ContentChecker): Unit | null => {
  const front = readFrontMatter(checked)
  if (!front) return null
  const unit = readNumber(checked, front)
  const sections = readSections(checked, front.body)
  if (sections.length < LESSONS.least || sections.length > LESSONS.most)
    checked.problem(
      front.body.line,
      `expected ${LESSONS.least} to ${LESSONS.most} lessons, each with ## ${unit}.1 Name; found ${sections.length}`,
    )
  return {
    unit,
    name: requireText(checked, front, 'name'),
    title: requireText(checked, front, 'title'),
    links: readLinks(checked, front),
    glances: sections.map((section, i) => readGlance(checked, section, `${unit}.${i + 1}`)),
  }
}

/**
 * Returns the unit number from the file name. Using it instead of the front matter keeps one mistake from causing an
 * error in every lesson.
 */
export const unitOfFile = (file: string): number => Number(file.match(/(\d\d)\.\w+$/)?.[1])

const readNumber = ({ file, problem }: ContentChecker, front: FrontMatter): number => {
  const unit = unitOfFile(file)
  if (unit < 1 || unit > LAST_UNIT) problem(1, `the file name must be a number from 01 to ${LAST_UNIT}`)
  else if (front.values.unit !== String(unit))
    problem(front.lineOf('unit'), `front matter: \`unit\` must be ${unit}, as in the file name`)
  return unit
}

const readLinks = ({ problem }: ContentChecker, front: FrontMatter): UnitLink[] => {
  const given = Array.isArray(front.values.links) ? front.values.links : []
  if (given.length !== unitLinks.length)
    problem(
      front.lineOf('links'),
      `front matter: expected ${unitLinks.length} links: ${unitLinks.join(', ')}; found ${given.length}`,
    )
  return unitLinks.slice(0, given.length).map((label, i) => {
    const link = given[i] ?? {}
    if (link.label !== label)
      problem(front.lineOf('links', i, 'label'), `front matter: link ${i + 1} must be labelled ${label}`)
    if (!isWebAddress(String(link.url ?? '')))
      problem(front.lineOf('links', i, 'url'), `front matter: ${label} needs a \`url\` with https://`)
    if (!link.kind)
      problem(front.lineOf('links', i), `front matter: ${label} needs a \`kind\`, such as: Folder, 10 slide decks`)
    return { label, url: String(link.url ?? ''), kind: String(link.kind ?? '') }
  })
}

const readGlance = (checked: ContentChecker, { heading, line, body }: Section, expected: string): Glance => {
  const [, lesson = '', name = ''] = heading.match(/^(\d{1,2}\.\d{1,2})\s+(.*)$/) ?? []
  if (lesson !== expected || !name) checked.problem(line, `expected the heading ## ${expected} Name`)
  // A blockquote at the end is the note.
  const [, text = body.text, quote] = body.text.match(/^([\s\S]*?)\n((?:>[^\n]*\n?)+)\s*$/) ?? []
  if (!text.trim()) checked.problem(line, `lesson ${expected} has no text`)
  const noteLine = body.line + text.split('\n').length
  const note = quote ? toHtml(checked, { text: quote.replace(/^> ?/gm, ''), line: noteLine }) : null
  return { lesson: expected, name, content: toHtml(checked, { text, line: body.line }), note }
}
