import { systemClock } from '#src/core/clock.ts'
import type { Database } from '#src/core/db/db.ts'
import { counted } from '#src/core/rules/counted.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import type { StoreFile } from './content/folder.ts'
import { checkContent } from './content/load-content.ts'
import { importContent } from './content/prepare-content.ts'
import { missingLinkLines, problemLine } from './rules/content.ts'
import type { Origin } from './store/content.ts'

/** Prints what a content folder contains. Throws OperatorError listing its problems. */
export const checkFolder = async (folder: string, videoHosts: string[]): Promise<void> => {
  const { problems, library } = await checkContent(folder, videoHosts)
  if (!library) {
    const count = counted(problems.length, 'problem', 'problems')
    throw new OperatorError([...problems.map(problemLine), `${count} in ${folder}; nothing was changed`].join('\n'))
  }
  const { about, units, signs, resources, howTo, faqs, help = [] } = library
  const counts = [
    counted(units.length, 'unit', 'units'),
    counted(signs.length, 'sign', 'signs'),
    counted(resources.length, 'resource', 'resources'),
    counted(howTo.length, 'how-to group', 'how-to groups'),
    counted(faqs.length, 'FAQ', 'FAQs'),
    counted(help.length, 'clip of signed help', 'clips of signed help'),
  ]
  console.log(`${about.name}: ${counts.join(', ')}. No problem found.`)
  for (const line of missingLinkLines(units)) console.log(line)
}

/** Replaces the content in the database with the folder's. */
export const importFolder = async (
  db: Database,
  given: { folder: string; videoHosts: string[]; store: StoreFile },
  origin: Origin,
): Promise<void> => {
  await importContent(db, { ...given, now: systemClock.now() }, origin)
  console.log('Imported. Units, signs, guides and FAQs are live now. Each server shows the new Terms, Privacy Policy,')
  console.log('notice and signed help after its next restart.')
}
