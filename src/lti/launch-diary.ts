import type { Needs } from '#src/context.ts'
import type { Database } from '#src/core/db/db.ts'
import type { Log } from '#src/core/log.ts'
import { DEFAULT_RETENTION } from '#src/core/rules/retention.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/core/rules/time.ts'
import { cleanReference, isRefusalReason, type Refusal } from './rules/launch-refusals.ts'
import {
  type DiaryEntry,
  type DiaryLine,
  deleteDiaryBefore,
  findDiaryEntry,
  findLaunchPages,
  isRefused,
  type LaunchPages,
  saveDiaryLines,
  trimDiary,
  trimWholeDiary,
} from './store/launch-diary.ts'
import { deleteLoginsBefore, forgetClaims } from './store/logins.ts'

export { listLaunchRows } from './store/launch-diary.ts'

/** Launch diary: a log of every launch, accepted or refused. Lines are written after the reply, many per statement. */
export interface Diary {
  write(line: DiaryLine): void
  /** Writes pending lines. Call it before the server stops. */
  flush(): Promise<void>
}

/** Lines that arrive within this time are written together. */
const FLUSH_MS = 250
/** During an outage further lines are dropped. */
const MOST_PENDING = 5000
/** Refused launches kept per minute: enough for a school with a wrong secret, but not for a flood from a stranger. */
const MOST_REFUSED_A_MINUTE = 1000
/** A login is kept an hour after it expires, so that a late launch or click is refused on a page its LMS may frame. */
const LOGIN_KEPT_MS = HOUR_MS
const MOST_REFUSED_A_DAY = 5000
/** Lines kept in all, about 8 GB: 650,000 launches a day. */
const MOST_LINES = 20_000_000

export const makeDiary = (db: Database, log: Log, onLine: (line: DiaryLine) => void = () => {}): Diary => {
  let pending: DiaryLine[] = []
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let refused = { minute: 0, lines: 0 }
  /** Counts a refused launch. Returns whether there are too many this minute, and logs the first of them. */
  const countRefused = (line: DiaryLine): boolean => {
    if (!isRefused(line)) return false
    const minute = Math.floor((line.at?.getTime() ?? 0) / MINUTE_MS)
    if (minute !== refused.minute) refused = { minute, lines: 0 }
    refused.lines++
    if (refused.lines === MOST_REFUSED_A_MINUTE + 1) log.warn('too many refused launches; the diary drops some')
    return refused.lines > MOST_REFUSED_A_MINUTE
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const lines = pending
    pending = []
    if (lines.length > 0) {
      writing = writing
        .then(() => saveDiaryLines(db, lines))
        .catch(err => log.error({ err, lines: lines.length }, 'diary lines were lost'))
    }
    return writing
  }
  return {
    write(line) {
      onLine(line)
      if (countRefused(line)) return
      if (pending.length < MOST_PENDING) pending.push(line)
      timer ??= setTimeout(flush, FLUSH_MS)
    },
    flush,
  }
}

/** Finds a launch in the diary by the reference on its error page, in upper or lower case. */
export const findLaunch = async (
  { db }: Needs<'db'>,
  reference: string,
): Promise<(DiaryEntry & LaunchPages) | null> => {
  const entry = await findDiaryEntry(db, cleanReference(reference))
  return entry && { ...entry, ...(await findLaunchPages(db, entry)) }
}

/**
 * Returns a refused launch by the reason and reference in an address; null if they are none of ours. Its technical cause
 * is missing if the diary has no line of the launch: it is written after the answer, and a flood fills it.
 */
export const findRefusal = async (
  { db }: Needs<'db'>,
  reason: string,
  typed: string,
): Promise<{ refusal: Refusal; reference: string } | null> => {
  const reference = cleanReference(typed)
  if (!isRefusalReason(reason) || !/^\w{5}-\w{5}$/.test(reference)) return null
  const entry = await findDiaryEntry(db, reference)
  const detail = entry?.outcome === reason ? entry.detail : null
  return { refusal: { reason, ...(detail ? { detail } : {}) }, reference }
}

/** Deletes expired logins and old lines of the launch diary. */
export const deleteExpiredLaunches = async (
  { db, clock }: Needs<'clock' | 'db'>,
  diaryDays = DEFAULT_RETENTION.diary,
): Promise<void> => {
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await forgetClaims(db, now)
  await deleteLoginsBefore(db, new Date(now.getTime() - LOGIN_KEPT_MS))
  await deleteDiaryBefore(db, daysAgo(diaryDays))
  await trimDiary(db, daysAgo(2), MOST_REFUSED_A_DAY)
  await trimWholeDiary(db, MOST_LINES)
}
