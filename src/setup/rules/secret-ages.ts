import { shortDate } from '#src/core/rules/business-day.ts'
import { ok, type SetupLine, wrong } from './setup-line.ts'

/** A secret of the settings, and since when a server has used it. */
interface SecretAge {
  name: string
  since: Date
}

const DAY_MS = 24 * 60 * 60 * 1000
const OLD_DAYS = 365

/** Returns null until a server has recorded any. */
export const secretsLine = (
  ages: SecretAge[],
  { now, timezone }: { now: Date; timezone: string },
): SetupLine | null => {
  const days = ({ since }: SecretAge) => Math.floor((now.getTime() - since.getTime()) / DAY_MS)
  const [oldest] = ages.toSorted((a, b) => a.since.getTime() - b.since.getTime())
  if (!oldest) return null
  const old = ages.filter(age => days(age) > OLD_DAYS)
  return old.length > 0
    ? wrong(
        'Secrets',
        `In use for over a year: ${old.map(age => age.name).join(', ')}.`,
        'Replace them, one at a time (Rotate secrets in docs/operations.md).',
      )
    : ok(
        'Secrets',
        `None is older than a year. The oldest, ${oldest.name}, is of ${shortDate(oldest.since, timezone)}.`,
      )
}
