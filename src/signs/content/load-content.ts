import { OperatorError } from '#src/core/rules/operator-error.ts'
import { type ContentProblem, type HowToGroup, type Library, problemLine, type Unit } from '../rules/content.ts'
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
  const readable = files.filter(f => !media.has(f.file)).flatMap(file => open(file, videoHosts, problems))
  const all = <T>(pattern: RegExp, read: (checked: ContentChecker) => T | null): T[] =>
    readable.filter(c => pattern.test(c.file)).flatMap(c => read(c) ?? [])
  for (const file of NEEDED)
    if (!files.some(f => f.file === file)) problems.push({ file, line: 1, rule: 'this file is missing' })
  for (const file of listHelpWithoutText(files))
    problems.push({ file, line: 1, rule: 'the text of the same name, with .md, is missing' })

  const nothing = { title: '', version: '', html: '' }
  const lessonsOf = new Map<number, Set<string> | null>(
    files.filter(f => f.file.startsWith('units/')).map(f => [unitOfFile(f.file), null]),
  )
  const units = others.reduce(
    (read, language) => {
      const translations = readable.filter(({ file }) => file.startsWith(`${language}/units/`))
      for (const { file, problem } of translations)
        if (!lessonsOf.has(unitOfFile(file))) problem(1, 'there is no unit of this number')
      return withTitles(read, translations, language)
    },
    all<Unit>(/^units\//, readUnit),
  )
  for (const { unit, glances } of units) lessonsOf.set(unit, new Set(glances.map(g => g.lesson)))
  const activities = new Map(
    readable
      .filter(c => c.file.startsWith('activities/'))
      .map(c => [unitOfFile(c.file), readActivities(c, lessonsOf.get(unitOfFile(c.file)))]),
  )
  for (const language of others)
    for (const checked of readable.filter(c => c.file.startsWith(`${language}/activities/`)))
      addActivityTexts(activities.get(unitOfFile(checked.file)) ?? [], checked, language)
  const terms = all(/^legal\/terms\.md$/, readLegal)[0] ?? nothing
  const privacy = all(/^legal\/privacy\.md$/, readLegal)[0] ?? nothing
  return {
    about: all(/^about\.md$/, readAbout)[0] ?? { name: 'Content', notice: null },
    terms,
    privacy,
    ...readTranslations(readable, { terms, privacy }),
    units: units.map(unit => ({ ...unit, activities: activities.get(unit.unit) ?? [] })),
    resources: all(/^resources\.md$/, readResources).flat(),
    howTo: sortBy(all<HowToGroup>(/^how-to\//, readHowTo), g => g.title),
    faqs: all(/^faqs\.md$/, readFaqs).flat(),
    help: readHelp(readable, media),
    signs: allSigns(readable, lessonsOf),
  }
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

/** Returns signs in course order. Each gloss must be unique, because its slug is its URL. */
const allSigns = (files: ContentChecker[], lessonsOf: Map<number, Set<string> | null>): SignEntry[] => {
  const rows = files
    .filter(({ file }) => file.startsWith('signs/'))
    .flatMap(checked => readSigns(checked, lessonsOf).map(sign => ({ checked, sign })))
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
