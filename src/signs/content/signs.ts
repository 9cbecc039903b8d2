import { CsvError, parse } from 'csv-parse/sync'
import { readDay } from '#src/core/rules/business-day.ts'
import type { Sign } from '../rules/dictionary.ts'
import { type ContentChecker, isWebAddress, toSlug } from './checker.ts'
import { unitOfFile } from './units.ts'

const COLUMNS =
  'gloss,english,part_of_speech,unit,lesson,usage,formation,video,variants,signer,reviewed_by,reviewed_at,transcript'.split(
    ',',
  )

const PARTS_OF_SPEECH =
  'noun,verb,adjective,adverb,number,phrase,question word,pronoun,interjection,classifier,conjunction,preposition'.split(
    ',',
  )

/** CAPITALS with hyphens; fs- fingerspelled, # loan sign, CL: classifier, ++ repeated (content/README.md). */
const GLOSS = /^(?:(?:fs-|#|CL:)?[\p{Lu}\d]+(?:-[\p{Lu}\d]+)*(?:\+\+)?)$/u
const LONGEST = { english: 200, usage: 300 }

interface Row {
  record: string[]
  line: number
}

/**
 * Reads signs/unit-NN.csv, one sign per row. `lessonsOf` maps a unit to its lessons, or to null for a unit that could
 * not be read.
 */
export const readSigns = (
  checked: ContentChecker,
  lessonsOf: Map<number, Set<string> | null>,
): (Sign & { line: number })[] => {
  const rows = readRows(checked)
  const [head, ...body] = rows
  if (head?.record.join() !== COLUMNS.join()) {
    checked.problem(1, `the first line must be ${COLUMNS.join()}`)
    return []
  }
  const unit = unitOfFile(checked.file)
  const lessons = lessonsOf.get(unit)
  if (lessons === undefined) {
    checked.problem(1, `units/${String(unit).padStart(2, '0')}.md is missing, so these signs have no unit`)
    return []
  }
  return body.flatMap(row => {
    if (row.record.length !== COLUMNS.length) {
      checked.problem(row.line, `expected ${COLUMNS.length} columns, found ${row.record.length}`)
      return []
    }
    return [{ ...readSign(checked, row, unit, lessons), line: row.line }]
  })
}

const readRows = ({ text, problem }: ContentChecker): Row[] => {
  try {
    const rows: Row[] = []
    parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (record: string[], { lines }) => void rows.push({ record, line: lines }),
    })
    return rows
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    problem(Number(error.lines ?? 1), `this file is not valid CSV: ${error.message}`)
    return [{ record: COLUMNS, line: 1 }]
  }
}

const readSign = (
  { problem, videoHosts }: ContentChecker,
  { record, line }: Row,
  unit: number,
  lessons: Set<string> | null,
): Sign => {
  const value = Object.fromEntries(COLUMNS.map((name, i) => [name, record[i] ?? '']))
  const of = (name: string): string => value[name] ?? ''
  const optional = (name: string): string | null => of(name) || null
  const check = (right: boolean, rule: string) => right || problem(line, rule)

  check(GLOSS.test(of('gloss')), 'gloss: expected CAPITALS, optionally with fs-, # or CL: before, or ++ after')
  const english = list(of('english'))
  check(english.length > 0, 'english: at least one meaning is needed')
  check(of('english').length <= LONGEST.english, `english: at most ${LONGEST.english} characters`)
  check(PARTS_OF_SPEECH.includes(of('part_of_speech')), `part_of_speech: expected one of ${PARTS_OF_SPEECH.join(', ')}`)
  check(of('unit') === String(unit), `unit: expected ${unit}, as in the file name`)
  check(lessons?.has(of('lesson')) ?? true, `lesson: \`${of('lesson')}\` is not a lesson of unit ${unit}`)
  check(of('usage') !== '', 'usage: a sentence in English is needed')
  check(of('usage').length <= LONGEST.usage, `usage: at most ${LONGEST.usage} characters`)
  const { video } = value
  if (video)
    check(
      isWebAddress(video) && videoHosts.includes(new URL(video).hostname),
      `video: expected an https address at ${videoHosts.join(' or ')}`,
    )
  check(!video || of('signer') !== '', 'signer: a video needs the name of its signer')
  check(
    !of('reviewed_at') || readDay(of('reviewed_at')) === of('reviewed_at'),
    'reviewed_at: expected a day as YYYY-MM-DD',
  )
  check(Boolean(of('reviewed_at')) === Boolean(of('reviewed_by')), 'reviewed_by and reviewed_at must be given together')
  return {
    slug: slugOfGloss(of('gloss')),
    gloss: of('gloss'),
    english,
    partOfSpeech: of('part_of_speech'),
    unit,
    lesson: of('lesson'),
    usage: of('usage'),
    formation: optional('formation'),
    video: optional('video'),
    variants: list(of('variants')),
    signer: optional('signer'),
    reviewedBy: optional('reviewed_by'),
    reviewedAt: optional('reviewed_at'),
    transcript: optional('transcript'),
  }
}

/** TREE and TREE++, or fs-BUS and #BUS, are different signs and need different URLs. */
const slugOfGloss = (gloss: string): string => toSlug(gloss.replace('#', 'loan-').replace('++', '-repeated'))

const list = (text: string): string[] =>
  text
    .split(';')
    .map(part => part.trim())
    .filter(Boolean)
