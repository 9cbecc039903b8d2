import { accessEntries } from './access.ts'
import { clipEntries } from './clips.ts'
import type { Entry } from './entry.ts'
import { launchEntries } from './launches.ts'
import { productEntries } from './products.ts'
import { schoolEntries } from './schools.ts'
import { staffEntries } from './staff.ts'
import { wordEntries } from './words.ts'

/**
 * Every table, with what each column holds about a person. Erasing, exporting and docs/privacy.md follow it. Words come
 * first, because their rows are found by keys that the later tables hold; people come last.
 */
export const dataMap: Entry[] = [
  ...wordEntries,
  ...launchEntries,
  ...schoolEntries,
  ...productEntries,
  ...clipEntries,
  ...staffEntries,
  ...accessEntries,
]
