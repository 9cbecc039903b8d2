import { readFile } from 'node:fs/promises'
import { systemClock } from '#src/core/clock.ts'
import { type AppSecrets, makeFingerprint } from '#src/core/crypto.ts'
import type { Database } from '#src/core/db/db.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { listLines, reapplyErasures } from './reapply-erasures.ts'
import { erasureRefusals } from './rules/erasure.ts'

const USAGE = `Use one of:
  npm run --silent erasures -- list > FILE
  npm run erasures -- apply FILE`

/** `npm run erasures -- …`: keeps the list of erased people beside a backup. Yields the lines to print. */
export async function* erasuresCommand(
  db: Database,
  { appSecret, previousAppSecret }: AppSecrets,
  args: string[],
): AsyncGenerator<string> {
  const [verb, file] = args
  if (verb === 'list' && args.length === 1) yield* listLines(db)
  else if (verb === 'apply' && file && args.length === 2) {
    const fingerprint = makeFingerprint(appSecret)
    const fingerprints = [fingerprint, ...(previousAppSecret ? [makeFingerprint(previousAppSecret)] : [])]
    const deps = { db, clock: systemClock, fingerprint, fingerprints }
    const { erased, refused } = await reapplyErasures(deps, await readFile(file, 'utf8'))
    yield `Records erased again: ${erased}`
    for (const [reason, { message }] of Object.entries(erasureRefusals))
      if (refused[reason]) yield `Not erased yet: ${refused[reason]}. ${message}`
  } else throw new OperatorError(USAGE)
}
