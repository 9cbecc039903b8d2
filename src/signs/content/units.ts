import { CsvError, parse } from 'csv-parse/sync'
import { readDay } from '#src/core/rules/business-day.ts'
import type { Language } from '#src/core/rules/language.ts'
import { type Activity, activityKinds, type Glance, type Unit, type UnitLink, unitLinks } from '../rules/content.ts'
import type { SignEntry } from '../rules/dictionary.ts'
import { columnOf, type EntryTexts, entryFaults, entryFieldNames, GLOSS, readEntry } from '../rules/entry-fields.ts'
import { lessonParts } from '../rules/lessons.ts'
import { pictureNames } from '../rules/picture-names.ts'
import { slugOfGloss } from '../rules/sign-slug.ts'
import {
  type ContentChecker,
  type FrontMatter,
  isWebAddress,
  readFrontMatter,
  readSections,
  requireText,
  type Section,
  toHtml,
} from './markdown.ts'

const LAST_UNIT = 19
const LESSONS = { least: 4, most: 6 }

/**
 * Reads units/NN.md: number, name, title, links and the lessons. Returns null when the front matter cannot be
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
    picture: readPicture(checked, front),
    links: readLinks(checked, front),
    glances: sections.map((section, i) => readGlance(checked, section, `${unit}.${i + 1}`)),
  }
}

/**
 * Returns the unit number from the file name. Using it instead of the front matter keeps one mistake from causing an
 * error in every lesson.
 */
export const unitOfFile = (file: string): number => Number(file.match(/(\d\d)\.\w+$/)?.[1])

const readPicture = ({ problem }: ContentChecker, front: FrontMatter): string | null => {
  const { picture } = front.values
  if (typeof picture !== 'string') return null
  if (!pictureNames.includes(picture))
    problem(front.lineOf('picture'), `front matter: there is no picture \`${picture}\``)
  return picture
}

const readNumber = ({ file, problem }: ContentChecker, front: FrontMatter): number => {
  const unit = unitOfFile(file)
  if (unit < 1 || unit > LAST_UNIT) problem(1, `the file name must be a number from 01 to ${LAST_UNIT}`)
  else if (front.values.unit !== String(unit))
    problem(front.lineOf('unit'), `front matter: \`unit\` must be ${unit}, as in the file name`)
  return unit
}

/** Reads the links that a publisher gives: any of the four, each once and in their order. */
const readLinks = ({ problem }: ContentChecker, front: FrontMatter): UnitLink[] => {
  const given = Array.isArray(front.values.links) ? front.values.links : []
  let last = -1
  return given.flatMap((link, i): UnitLink[] => {
    const nth = unitLinks.indexOf(link?.label)
    const label = unitLinks[nth]
    if (!label || nth <= last) {
      problem(
        front.lineOf('links', i),
        `front matter: expected links in this order, each once: ${unitLinks.join(', ')}`,
      )
      return []
    }
    last = nth
    if (!isWebAddress(String(link.url ?? '')))
      problem(
        front.lineOf('links', i, 'url'),
        `front matter: ${label} needs a \`url\` with https:// that exists. Without one, leave the link out`,
      )
    if (!link.kind)
      problem(front.lineOf('links', i), `front matter: ${label} needs a \`kind\`, such as: Folder, 10 slide decks`)
    return [{ label, url: String(link.url ?? ''), kind: String(link.kind ?? '') }]
  })
}

/**
 * Adds the titles of other languages: `es/units/NN.md` has the `title` of the unit, and a heading for each lesson, which
 * may be followed by parts of the lesson. Once a unit has titles, all need them.
 */
export const withTitles = (units: Unit[], files: ContentChecker[], language: Language): Unit[] => {
  return units.map(unit => {
    const checked = files.find(({ file }) => unitOfFile(file) === unit.unit)
    if (checked) return withTitlesOf(unit, checked, language)
    files[0]?.problem(1, `the titles of unit ${unit.unit} are missing, in a file of its own`)
    return unit
  })
}

const withTitlesOf = (unit: Unit, checked: ContentChecker, language: Language): Unit => {
  const front = readFrontMatter(checked)
  if (!front) return unit
  const title = requireText(checked, front, 'title')
  const sections = readSections(checked, front.body)
  if (sections.length !== unit.glances.length)
    checked.problem(front.body.line, `expected ${unit.glances.length} lessons, as in English; found ${sections.length}`)
  const own = sections.map(({ heading, line, body }, i) => {
    const { lesson = '' } = unit.glances[i] ?? {}
    const name = heading.startsWith(`${lesson} `) ? heading.slice(lesson.length).trim() : ''
    if (!name) checked.problem(line, `expected the heading ## ${lesson} and the name of the lesson`)
    const html = toHtml(checked, body)
    const english = lessonParts(unit.glances[i] ?? { content: '' })
    for (const { label } of lessonParts({ content: html }))
      if (!english.some(part => part.label === label))
        checked.problem(body.line, `the lesson has no part **${label}.** in English`)
    return { name, html }
  })
  return {
    ...unit,
    translated: { ...unit.translated, [language]: title },
    glances: unit.glances.map((glance, i) => ({
      ...glance,
      translated: { ...glance.translated, [language]: own[i]?.name ?? '' },
      contents: { ...glance.contents, [language]: own[i]?.html ?? '' },
    })),
  }
}

const ACTIVITY = /^(\d{1,2}\.\d{1,2}) (Game|Pairs|Homework): (.+)$/

/** Reads activities/NN.md: each section is `## 3.1 Game: Name` and what to do. */
export const readActivities = (checked: ContentChecker, lessons: Set<string> | null | undefined): Activity[] => {
  if (lessons === undefined) checked.problem(1, 'there is no unit of this number')
  return readSections(checked, { text: checked.text, line: 1 }).flatMap(({ heading, line, body }): Activity[] => {
    const [, lesson = '', word = '', name = ''] = heading.match(ACTIVITY) ?? []
    const kind = activityKinds.find(known => known === word.toLowerCase())
    if (!kind) checked.problem(line, 'expected a heading like ## 3.1 Game: Name, with Game, Pairs or Homework')
    else if (lessons && !lessons.has(lesson)) checked.problem(line, `there is no lesson ${lesson}`)
    if (!body.text.trim()) checked.problem(line, `\`${heading}\` has no text`)
    return kind ? [{ lesson, kind, name, html: toHtml(checked, body) }] : []
  })
}

/** Adds the texts of another language to the activities of a unit, by lesson, kind and order. */
export const addActivityTexts = (activities: Activity[], checked: ContentChecker, language: Language): void => {
  const waiting = [...activities]
  for (const { lesson, kind, name, html } of readActivities(checked, null)) {
    const at = waiting.findIndex(activity => activity.lesson === lesson && activity.kind === kind)
    const [activity] = at < 0 ? [] : waiting.splice(at, 1)
    if (activity) activity.translated = { ...activity.translated, [language]: { name, html } }
    else checked.problem(1, `${lesson} ${name}: there is no such activity in English`)
  }
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

const NEEDED = ['gloss', 'english', 'part_of_speech', 'unit', 'lesson', 'usage']
const RECORDED = ['video', 'example', 'signer', 'reviewed_by', 'reviewed_at', 'transcript', 'picture']
const KNOWN = [...new Set([...NEEDED, ...entryFieldNames.map(columnOf), ...RECORDED])]

/** One row of a file: the text of a column, '' if the file does not have it. */
type SignRow = { line: number; of(column: string): string }

/**
 * Reads signs/unit-NN.csv, one sign per row. `lessonsOf` maps a unit to its lessons, or to null for a unit that could
 * not be read.
 */
export const readSigns = (checked: ContentChecker, lessonsOf: Map<number, Set<string> | null>) => {
  const table = readTable(checked)
  if (!table) return []
  const unit = unitOfFile(checked.file)
  const lessons = lessonsOf.get(unit)
  if (lessons === undefined) {
    checked.problem(1, `units/${String(unit).padStart(2, '0')}.md is missing, so these signs have no unit`)
    return []
  }
  // A file without Spanish is fine; a gap in one that has it is a mistake.
  const hasSpanish = table.some(row => row.of('spanish') !== '')
  return table.map(row => {
    if (hasSpanish && row.of('spanish') === '')
      checked.problem(row.line, 'spanish: at least one meaning is needed, as in the other rows')
    return { ...readSign(checked, row, unit, lessons), line: row.line }
  })
}

/** Reads a CSV file whose first line names its columns, in any order. Returns null if there is none. */
const readTable = (checked: ContentChecker): SignRow[] | null => {
  const [head, ...body] = readRecords(checked)
  if (!head) return null
  const columns = head.record
  const unknown = columns.filter((name, i) => !KNOWN.includes(name) || columns.indexOf(name) < i)
  const missing = NEEDED.filter(name => !columns.includes(name))
  if (unknown.length > 0) checked.problem(1, `unknown or repeated columns: ${unknown.join(', ')}`)
  if (missing.length > 0) checked.problem(1, `the first line must name the columns ${missing.join(', ')}`)
  if (unknown.length > 0 || missing.length > 0) return null
  return body.flatMap(({ record, line }) => {
    if (record.length === columns.length) return [{ line, of: column => record[columns.indexOf(column)] ?? '' }]
    checked.problem(line, `expected ${columns.length} columns, found ${record.length}`)
    return []
  })
}

const readRecords = ({ text, problem }: ContentChecker): { record: string[]; line: number }[] => {
  try {
    const rows: { record: string[]; line: number }[] = []
    parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (record: string[], { lines }) => void rows.push({ record, line: lines }),
    })
    if (rows.length === 0) problem(1, `the first line must name the columns ${NEEDED.join(', ')}`)
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    problem(Number(error.lines ?? 1), `this file is not valid CSV: ${error.message}`)
    return []
  }
}

const readSign = (
  { problem, videoHosts }: ContentChecker,
  { of, line }: SignRow,
  unit: number,
  lessons: Set<string> | null,
): SignEntry => {
  const check = (right: boolean, rule: string) => right || problem(line, rule)
  const gloss = of('gloss')
  check(GLOSS.test(gloss), 'gloss: expected CAPITALS, optionally with fs-, # or CL: before, or ++ after')
  check(of('unit') === String(unit), `unit: expected ${unit}, as in the file name`)
  check(lessons?.has(of('lesson')) ?? true, `lesson: \`${of('lesson')}\` is not a lesson of unit ${unit}`)
  const written = entryFieldNames.map(field => [field, of(columnOf(field))])
  const texts: EntryTexts = Object.fromEntries(written)
  for (const { field, rule } of entryFaults(gloss, texts)) problem(line, `${columnOf(field)}: ${rule}`)
  for (const clip of ['video', 'example'])
    check(
      !of(clip) || (isWebAddress(of(clip)) && videoHosts.includes(new URL(of(clip)).hostname)),
      `${clip}: expected an https address at ${videoHosts.join(' or ')}`,
    )
  check(!(of('video') || of('example')) || of('signer') !== '', 'signer: a video needs the name of its signer')
  check(
    !of('reviewed_at') || readDay(of('reviewed_at')) === of('reviewed_at'),
    'reviewed_at: expected a day as YYYY-MM-DD',
  )
  const unknown = of('picture')
    .split('+')
    .filter(name => name && !pictureNames.includes(name))
  check(unknown.length === 0, `picture: there is no picture ${unknown.join(', ')}`)
  check(Boolean(of('reviewed_at')) === Boolean(of('reviewed_by')), 'reviewed_by and reviewed_at must be given together')
  return {
    slug: slugOfGloss(gloss),
    gloss,
    unit,
    lesson: of('lesson'),
    ...readEntry(texts),
    video: of('video') || null,
    example: of('example') || null,
    signer: of('signer') || null,
    reviewedBy: of('reviewed_by') || null,
    reviewedAt: of('reviewed_at') || null,
    transcript: of('transcript') || null,
    picture: of('picture') || null,
  }
}
