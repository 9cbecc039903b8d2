import { OperatorError } from '#src/core/rules/operator-error.ts'
import { type Activity, type ContentProblem, type Library, problemLine, type Unit } from '../rules/content.ts'
import type { SignEntry } from '../rules/dictionary.ts'
import { missingGlosses, writeEntry } from '../rules/entry-fields.ts'
import {
  type ContentFile,
  fingerprintOf,
  HELP_FILE,
  isHelpMedia,
  listHelpWithoutText,
  readFolder,
  storedFileOf,
} from './folder.ts'
import {
  others,
  readAbout,
  readFaqs,
  readHelp,
  readHowTo,
  readLegal,
  readResources,
  readTranslations,
  TRANSLATIONS,
} from './guides.ts'
import { type ContentChecker, makeContentChecker, sortBy } from './markdown.ts'
import { addActivityTexts, readActivities, readSigns, readUnit, unitOfFile, withTitles } from './units.ts'

/** File names the importer knows. Any other name is reported, since it is probably a typo. */
const KNOWN =
  /^(about\.md|faqs\.md|resources\.md|legal\/(terms|privacy)\.md|units\/\d\d\.md|activities\/\d\d\.md|how-to\/[^/]+\.md|signs\/unit-\d\d\.csv)$/
const NEEDED = ['legal/terms.md', 'legal/privacy.md']
/** Stands for a legal text that is missing, or that cannot be read. */
const NO_TEXT = { title: '', version: '', html: '' }

/** Lessons of each unit; null for a unit that cannot be read. */
type LessonsOf = Map<number, Set<string> | null>

/** Reads and checks a whole content folder. Reports every problem, not only the first; there is no library with any. */
export const checkContent = async (folder: string, videoHosts: string[]) => {
  const files = await readFolder(folder)
  const fingerprint = fingerprintOf(files, videoHosts)
  const problems: ContentProblem[] = []
  const library = readLibrary(files, videoHosts, problems)
  return { fingerprint, problems, library: problems.length === 0 ? library : null }
}

/** Reads and checks a content folder. Throws OperatorError with every problem when there is any. */
export const getContent = async (folder: string, videoHosts: string[]) => {
  const { fingerprint, problems, library } = await checkContent(folder, videoHosts)
  if (!library)
    throw new OperatorError(`The content in ${folder} has problems:\n${problems.map(problemLine).join('\n')}`)
  return { fingerprint, library }
}

const readLibrary = (files: ContentFile[], videoHosts: string[], problems: ContentProblem[]): Library => {
  const media = new Map(files.filter(f => isHelpMedia(f.file)).map(f => [f.file, storedFileOf(f)]))
  const checked = files.filter(f => !media.has(f.file)).flatMap(file => open(file, videoHosts, problems))
  for (const file of NEEDED)
    if (!files.some(f => f.file === file)) problems.push({ file, line: 1, rule: 'this file is missing' })
  for (const file of listHelpWithoutText(files))
    problems.push({ file, line: 1, rule: 'the text of the same name, with .md, is missing' })

  const numbers = files.filter(f => f.file.startsWith('units/')).map(f => unitOfFile(f.file))
  const units = readUnits(checked, numbers)
  const lessonsOf: LessonsOf = new Map([
    ...numbers.map(number => [number, null] as const),
    ...units.map(({ unit, glances }) => [unit, new Set(glances.map(g => g.lesson))] as const),
  ])
  const activities = readUnitActivities(checked, lessonsOf)
  const [terms = NO_TEXT] = startingWith('legal/terms.md', checked).flatMap(c => readLegal(c) ?? [])
  const [privacy = NO_TEXT] = startingWith('legal/privacy.md', checked).flatMap(c => readLegal(c) ?? [])
  const [about = { name: 'Content', notice: null }] = startingWith('about.md', checked).flatMap(c => readAbout(c) ?? [])
  return {
    about,
    terms,
    privacy,
    ...readTranslations(checked, { terms, privacy }),
    units: units.map(unit => ({ ...unit, activities: activities.get(unit.unit) ?? [] })),
    resources: startingWith('resources.md', checked).flatMap(readResources),
    howTo: sortBy(
      startingWith('how-to/', checked).flatMap(c => readHowTo(c) ?? []),
      g => g.title,
    ),
    faqs: startingWith('faqs.md', checked).flatMap(readFaqs),
    help: readHelp(checked, media),
    signs: readAllSigns(startingWith('signs/', checked), lessonsOf),
  }
}

const startingWith = (path: string, checked: ContentChecker[]): ContentChecker[] =>
  checked.filter(({ file }) => file.startsWith(path))

/** Reads the units, with their titles in all languages. */
const readUnits = (checked: ContentChecker[], numbers: number[]): Unit[] => {
  let units = startingWith('units/', checked).flatMap(c => readUnit(c) ?? [])
  for (const language of others) {
    const translations = startingWith(`${language}/units/`, checked)
    for (const { file, problem } of translations)
      if (!numbers.includes(unitOfFile(file))) problem(1, 'there is no unit of this number')
    units = withTitles(units, translations, language)
  }
  return units
}

/** Reads the activities of each unit, with their texts in all languages. */
const readUnitActivities = (checked: ContentChecker[], lessonsOf: LessonsOf): Map<number, Activity[]> => {
  const activities = new Map(
    startingWith('activities/', checked).map(c => {
      const unit = unitOfFile(c.file)
      return [unit, readActivities(c, lessonsOf.get(unit))]
    }),
  )
  for (const language of others)
    for (const translation of startingWith(`${language}/activities/`, checked))
      addActivityTexts(activities.get(unitOfFile(translation.file)) ?? [], translation, language)
  return activities
}

/** Decodes a file with a known name as text. Returns an empty list after reporting a problem. */
const open = ({ file, bytes }: ContentFile, videoHosts: string[], problems: ContentProblem[]): ContentChecker[] => {
  const report = (rule: string) => {
    problems.push({ file, line: 1, rule })
    return []
  }
  if (![KNOWN, TRANSLATIONS, HELP_FILE].some(names => names.test(file)))
    return report('unknown file name; see content/README.md for the allowed names')
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\r\n', '\n')
    return text.includes('\0')
      ? report('this file is not text')
      : [makeContentChecker(file, text, videoHosts, problems)]
  } catch {
    return report('this file is not UTF-8')
  }
}

/** Reads the signs in course order. Each gloss must be unique, because its slug is its URL. */
const readAllSigns = (files: ContentChecker[], lessonsOf: LessonsOf): SignEntry[] => {
  const rows = files.flatMap(checked => readSigns(checked, lessonsOf).map(sign => ({ checked, sign })))
  const seen = new Map<string, string>()
  for (const { checked, sign } of rows) {
    const first = seen.get(sign.slug)
    if (first !== undefined) checked.problem(sign.line, `gloss: ${sign.gloss} is already in ${first}`)
    else seen.set(sign.slug, `${checked.file}:${sign.line}`)
  }
  const glosses = new Set(rows.map(({ sign }) => sign.gloss))
  return rows.map(({ checked, sign: { line, ...sign } }) => {
    for (const { field, rule } of missingGlosses(writeEntry(sign), gloss => glosses.has(gloss)))
      checked.problem(line, `${field}: ${rule}`)
    return sign
  })
}
