import { createPrivateKey } from 'node:crypto'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Needs } from '#src/context.ts'
import type { Vault } from '#src/core/crypto.ts'
import { csvLine } from '#src/core/rules/csv.ts'
import { recordOf } from '#src/core/rules/guards.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { type CsvRow, FileRefused, readRows } from './csv-files.ts'
import type { Reading } from './rules/cells.ts'
import {
  columnsOf,
  type FileName,
  fileNames,
  lineCells,
  lineText,
  type MoveLine,
  type Row,
  rowFault,
  type Summary,
  summaryText,
} from './rules/files.ts'
import { checkFiles, compareSecrets, type Hash } from './store/checks.ts'
import {
  addLines,
  addRows,
  addVideoDomains,
  closeStage,
  listLines,
  lockMoves,
  openStage,
  ROWS_AT_ONCE,
  type Stage,
  type StagedRow,
  summarize,
  unlockMoves,
} from './store/stage.ts'
import { analyze, listBatches, listVideoRows, type VideoRow, type Written, writeBatch } from './store/writes.ts'
import { listVideoDomains, writeVideoDomains } from './video-domains.ts'

type MovingNeeds = Needs<
  'addressFault' | 'clock' | 'db' | 'hostedConsumerPrefix' | 'keyVault' | 'log' | 'secrets' | 'timezone' | 'video'
> & {
  /** Hashes of the secrets that erasures may have been listed with. */
  fingerprints: Hash[]
}

interface MoveIn {
  folder: string
  writes: boolean
  updates: boolean
  /** File for the lines as CSV; null for none. */
  report: string | null
  say(text: string): Promise<void>
  /** Asks whether to overwrite what is different. */
  confirms(): Promise<boolean>
}

/** Exit codes of the command. */
const [DONE, LEFT, NOTHING_DONE] = [0, 1, 2]

/**
 * Moves the files of a folder in (docs/moving-in.md): reads and checks everything, then writes what is new, and what is
 * different if that was confirmed. Servers may run meanwhile. May be stopped and started again. Returns the exit code.
 */
export const moveIn = async (app: MovingNeeds, given: MoveIn): Promise<number> => {
  const files = await findFiles(app, given)
  const connection = await app.db.connectPatiently()
  const stage = connection.client
  let moved: Moved
  try {
    if (given.writes && !(await lockMoves(stage)))
      throw new OperatorError('move-in: another one is writing; wait until it ends')
    await openStage(stage, { now: app.clock.now(), hostedPrefix: app.hostedConsumerPrefix })
    const refused = await readFiles(app, stage, given.folder, files)
    if (refused.length > 0) {
      await report(given, [refused.map(at => ({ ...at, state: 'refused' }))])
      await given.say('Nothing was written.\n')
      return NOTHING_DONE
    }
    if (files.includes('video_domains.csv') && app.video)
      await addVideoDomains(stage, await listVideoDomains(app.video))
    await checkFiles(stage, files, app.fingerprints)
    if (files.includes('consumers.csv')) await compareSecrets(stage, 'consumers.csv', app.secrets.open)
    if (files.includes('tool_keys.csv')) await compareSecrets(stage, 'tool_keys.csv', app.keyVault.open)
    moved = await decide(stage, given, files)
  } finally {
    await unlockMoves(stage).catch(() => {})
    await closeStage(stage).catch(() => {})
    await connection.release()
  }
  const missed = moved.missed + (await writeVideoDomains(app, moved.domains))
  if (missed > 0)
    await given.say(`Rows not written, because rows here changed meanwhile: ${missed}. Start the move again.\n`)
  return moved.isLeft || missed > 0 ? LEFT : DONE
}

/** Returns the files to read, and names the others. */
const findFiles = async ({ video }: Pick<MovingNeeds, 'video'>, { folder, say }: MoveIn): Promise<FileName[]> => {
  const isFolder = await stat(folder).then(
    found => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new OperatorError(`move-in: there is no folder ${folder}`)
  const names = await readdir(folder)
  for (const name of names.sort())
    if (!fileNames.some(file => file === name))
      await say(`${name}: not read, because no file of a move has this name\n`)
  const files = fileNames.filter(file => names.includes(file))
  if (files.includes('video_domains.csv') && !video)
    await say('video_domains.csv: not read, because SPROUTVIDEO_API_KEYS is not set\n')
  const read = files.filter(file => file !== 'video_domains.csv' || video)
  if (files.length === 0) throw new OperatorError(`move-in: ${folder} has none of the files ${fileNames.join(', ')}`)
  return read
}

/** Reads all files into the stage. Returns the places of those that are refused whole. */
const readFiles = async (
  app: MovingNeeds,
  stage: Stage,
  folder: string,
  files: FileName[],
): Promise<FileRefused['at'][]> => {
  const reading = readingOf(app)
  const refused: FileRefused['at'][] = []
  for (const file of files)
    try {
      await readFile(stage, file, join(folder, file), reading)
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error
      refused.push(error.at)
    }
  return refused
}

const readingOf = ({ addressFault, timezone, secrets, keyVault }: MovingNeeds): Reading => ({
  addressFault,
  timezone,
  sealSecret: secrets.seal,
  sealKey: jwk => readKey(jwk, keyVault),
})

const LEAST_BITS = 2048

/** Reads the private JWK of an RSA key, as the tool's keys are stored. */
const readKey = (text: string, vault: Vault): ReturnType<Reading['sealKey']> => {
  try {
    const key = createPrivateKey({ key: recordOf(JSON.parse(text)), format: 'jwk' })
    if (key.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_BITS) return null
    const { n = '', e = '' } = key.export({ format: 'jwk' })
    const sealed = vault.seal(key.export({ type: 'pkcs8', format: 'pem' }).toString())
    return { sealed, publicJwk: JSON.stringify({ kty: 'RSA', n, e, alg: 'RS256', use: 'sig' }) }
  } catch {
    return null
  }
}

const readFile = async (stage: Stage, file: FileName, path: string, reading: Reading): Promise<void> => {
  let rows: StagedRow[] = []
  let lines: MoveLine[] = []
  const save = async () => {
    await addRows(stage, file, rows)
    await addLines(stage, lines)
    rows = []
    lines = []
  }
  for await (const row of readRows(file, path)) {
    const read = readRow(file, row, reading)
    rows.push(read.row)
    lines.push(...read.lines)
    if (rows.length === ROWS_AT_ONCE) await save()
  }
  await save()
}

const readRow = (file: FileName, { line, cells }: CsvRow, reading: Reading): { row: StagedRow; lines: MoveLine[] } => {
  const values: Row = {}
  const lines: MoveLine[] = []
  const add = (column: string, state: MoveLine['state'], sentence: string) =>
    void lines.push({ file, line, column, state, sentence })
  const columns = columnsOf(file)
  if (!cells) add(Object.keys(columns)[0] ?? '', 'refused', 'The row has another number of cells than the header.')
  else
    for (const [column, { type, needed }] of Object.entries(columns)) {
      const given = cells.get(column) ?? ''
      if (given.trim() === '') {
        if (needed) add(column, 'refused', 'This value is needed.')
        continue
      }
      const cell = type.read(given, reading)
      if ('fault' in cell) add(column, 'refused', cell.fault)
      else {
        Object.assign(values, { [column]: cell.value }, cell.more)
        if (cell.notice) add(column, 'notice', cell.notice)
      }
    }
  const fault = lines.some(each => each.state === 'refused') ? null : rowFault(file, values)
  if (fault) add(fault.column, 'refused', fault.fault)
  return { row: { _line: line, _refused: lines.some(each => each.state === 'refused'), values }, lines }
}

interface Moved {
  /** Rows were refused, or are different and stay so. */
  isLeft: boolean
  /** Rows that were to be written, and are not. */
  missed: number
  /** Domains that remain to be written, at the video host. */
  domains: VideoRow[]
}

/** Says what the checks found, and writes what is to be written. */
const decide = async (stage: Stage, given: MoveIn, files: FileName[]): Promise<Moved> => {
  const summaries: Summary[] = []
  for (const file of files) summaries.push(await summarize(stage, file))
  await report(given, reportOf(stage, summaries))
  const isLeft = (of: 'refused' | 'different') => summaries.some(summary => summary[of] > 0)
  const updates = given.writes && given.updates && isLeft('different')
  const moved: Moved = { isLeft: isLeft('refused') || (isLeft('different') && !updates), missed: 0, domains: [] }
  if (!given.writes) return moved
  if (updates && !(await given.confirms()))
    throw new OperatorError('move-in: nothing was written, because the answer was not yes')
  const kinds: Written[] = updates ? ['new', 'different'] : ['new']
  try {
    for (const file of files.filter(each => each !== 'video_domains.csv'))
      moved.missed += await writeFile(stage, file, kinds)
    for (const which of files.includes('video_domains.csv') ? kinds : [])
      moved.domains.push(...(await listVideoRows(stage, which)))
    return moved
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await given.say(`The move stopped: ${reason}. What is written stays. Start it again to go on.\n`)
    return { ...moved, isLeft: true }
  }
}

/** Lists the summary of each file, and its lines after it. */
async function* reportOf(stage: Stage, summaries: Summary[]): AsyncGenerator<string | MoveLine[]> {
  for (const summary of summaries) {
    yield `${summaryText(summary)}\n`
    yield* listLines(stage, summary.file)
  }
}

/** Prints texts and lines, and writes the lines as CSV too. */
const report = async (
  { say, report: path }: MoveIn,
  parts: Iterable<MoveLine[]> | AsyncIterable<string | MoveLine[]>,
): Promise<void> => {
  const csv = path === null ? null : await openReport(path)
  try {
    await csv?.write(csvLine(['file', 'line', 'column', 'state', 'sentence']))
    for await (const part of parts) {
      await say(typeof part === 'string' ? part : part.map(line => `${lineText(line)}\n`).join(''))
      if (typeof part !== 'string') await csv?.write(part.map(line => csvLine(lineCells(line))).join(''))
    }
  } finally {
    await csv?.close()
  }
}

const openReport = (path: string) =>
  open(path, 'w', 0o600).catch(() => {
    throw new OperatorError(`move-in: the report ${path} cannot be written`)
  })

/** Writes the rows of a file. Returns how many of them could not be. */
const writeFile = async (stage: Stage, file: FileName, kinds: Written[]): Promise<number> => {
  let [wanted, written] = [0, 0]
  for (const which of kinds) {
    let after = 0
    const batches = await listBatches(stage, file, which)
    for (const { upTo, rows } of batches) {
      wanted += rows
      written += await writeBatch(stage, file, { which, after, upTo })
      after = upTo
    }
    if (batches.length > 1) await analyze(stage, file)
  }
  return wanted - written
}
