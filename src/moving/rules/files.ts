import { MOST_USAGE } from '#src/access/rules/code-imports.ts'
import { roles, sources } from '#src/access/rules/entitlement.ts'
import { deploymentStatuses } from '#src/schools/rules/deployment.ts'
import { PRESETS } from '#src/schools/rules/platform.ts'
import { tokenAudience } from '#src/schools/rules/platform-presets.ts'
import * as cell from './cells.ts'

/** A column. A row without a value in a needed one is refused. */
interface Column {
  type: cell.CellType
  needed?: true
}

/** Values of one row as they were read. Empty ones are missing. */
export type Row = Record<string, string>

/** The columns of a file, in the order in which they are written. */
interface MoveFile {
  columns: Record<string, Column>
  /** A column that a file has beside those that are written, because it follows from another. */
  follows?: string
  /** Returns what is wrong with values that are right one by one. */
  fault?(row: Row): { column: string; fault: string } | null
}

const of = (type: cell.CellType): Column => ({ type })
const needed = (type: cell.CellType): Column => ({ type, needed: true })

const person = { consumer_key: of(cell.id), issuer: of(cell.id), client_id: of(cell.id) }
const connection = { ...person, deployment_id: of(cell.id) }
const platform = { issuer: needed(cell.id), client_id: needed(cell.id) }

/** Every file of a move, in the order in which they are read and written (docs/moving-in.md). */
const moveFiles = {
  'schools.csv': {
    columns: {
      name: needed(cell.text(200)),
      email_domain: of(cell.domain),
      accepts_payment: of(cell.yesNo),
      accepts_access_code: of(cell.yesNo),
      is_k12: of(cell.yesNo),
      passes_grades: of(cell.yesNo),
      yearly_access: of(cell.yesNo),
      adds_unit_columns: of(cell.yesNo),
      contact: of(cell.text(300)),
      note: of(cell.text(2000)),
    },
  },
  'consumers.csv': {
    columns: {
      key: needed(cell.text(200)),
      school: needed(cell.text(200)),
      secret: needed(cell.secret),
      previous_secret: of(cell.secret),
    },
  },
  'platforms.csv': {
    columns: {
      ...platform,
      domain: of(cell.host),
      preset: of(cell.oneOf(PRESETS)),
      authorization_redirect: needed(cell.url),
      public_keys_url: needed(cell.url),
      grant_url: needed(cell.url),
      audience: of(cell.text(2000)),
      is_active: of(cell.yesNo),
    },
    fault: ({ grant_url: grantUrl = '', audience = null }) =>
      audience && grantUrl && !tokenAudience({ grantUrl, audience })
        ? { column: 'audience', fault: 'The audience must be on the host of grant_url.' }
        : null,
  },
  'deployments.csv': {
    columns: {
      ...platform,
      deployment_id: needed(cell.id),
      school: of(cell.text(200)),
      status: of(cell.oneOf(deploymentStatuses)),
    },
  },
  'products.csv': {
    columns: {
      product_code: needed(cell.text(200)),
      name: needed(cell.text(200)),
      stripe_price_id: needed(cell.text(200)),
      units_for_teacher: of(cell.units),
    },
  },
  'courses.csv': {
    columns: {
      ...connection,
      context_id: needed(cell.id),
      context_title: of(cell.text(500)),
      context_label: of(cell.text(500)),
      product_codes: of(cell.list),
      workflow_state: of(cell.text(100)),
      canvas_course_id: of(cell.text(200)),
      canvas_domain: of(cell.host),
      term_start_at: of(cell.begins),
      term_end_at: of(cell.ends),
      expires_at: of(cell.ends),
      access_until: of(cell.ends),
      allows_wts: of(cell.yesNo),
      join_token: of(cell.token),
    },
  },
  'people.csv': {
    columns: {
      ...person,
      user_id: of(cell.id),
      email: of(cell.email),
      email_verified_at: of(cell.begins),
      name: of(cell.fullName),
      given_name: of(cell.name),
      family_name: of(cell.name),
    },
  },
  'entitlements.csv': {
    columns: {
      ...connection,
      context_id: needed(cell.id),
      user_id: of(cell.id),
      email: of(cell.email),
      token: of(cell.token),
      session_id: of(cell.uuid),
      role: of(cell.oneOf(roles)),
      agreed_at: of(cell.begins),
      processed_at: of(cell.begins),
      source: of(cell.oneOf(sources.filter(source => source !== 'test'))),
      stripe_event_id: of(cell.text(255)),
      access_ends_at: of(cell.ends),
    },
    fault: row => {
      if (row.consumer_key && row.role && row.role !== 'learner')
        return { column: 'role', fault: 'Roles are of LTI 1.3 only.' }
      if (!row.processed_at && (row.source || row.stripe_event_id))
        return { column: row.source ? 'source' : 'stripe_event_id', fault: 'The row has no processed_at.' }
      return null
    },
  },
  'grade_targets.csv': {
    columns: {
      token: needed(cell.token),
      resource_link_id: of(cell.id),
      grade_passback_id: of(cell.text(2000)),
      outcome_service_url: of(cell.url),
      lineitem: of(cell.url),
      lineitems: of(cell.url),
      scopes: of(cell.list),
      score: of(cell.score),
      sent_at: of(cell.begins),
    },
    fault: row => {
      if (row.score && !row.sent_at) return { column: 'sent_at', fault: 'A score needs the time when it was sent.' }
      if (row.sent_at && !row.score) return { column: 'score', fault: 'There is a sent_at, and no score.' }
      if (row.grade_passback_id && (row.lineitem || row.lineitems))
        return { column: 'lineitem', fault: 'Name a grade_passback_id (LTI 1.1) or a lineitem (LTI 1.3), not both.' }
      if (row.grade_passback_id && !row.outcome_service_url)
        return { column: 'outcome_service_url', fault: 'A grade_passback_id needs the address that takes the score.' }
      if (!row.grade_passback_id && !row.lineitem && !row.lineitems)
        return { column: 'grade_passback_id', fault: 'Name a grade_passback_id (LTI 1.1) or a lineitem (LTI 1.3).' }
      return null
    },
  },
  'codes.csv': {
    columns: {
      coupon_code: needed(cell.code),
      product_code: needed(cell.text(200)),
      max_usage: of(cell.count(1, MOST_USAGE)),
      used: of(cell.count(0, MOST_USAGE)),
      expires_at: of(cell.ends),
      batch: of(cell.text(500)),
      is_test: of(cell.yesNo),
    },
    follows: 'coupon_code_key',
  },
  'code_uses.csv': {
    columns: {
      coupon_code: needed(cell.code),
      token: needed(cell.token),
      attached_at: needed(cell.begins),
      voided_at: of(cell.begins),
    },
    follows: 'coupon_code_key',
  },
  'activations.csv': {
    columns: {
      ...connection,
      context_id: needed(cell.id),
      product_codes: of(cell.list),
      activated_at: needed(cell.begins),
      user_email: of(cell.email),
    },
  },
  'video_domains.csv': {
    columns: { domain: needed(cell.videoHost), units: needed(cell.videoUnits) },
  },
  'tool_keys.csv': {
    columns: {
      kid: needed(cell.text(255)),
      private_jwk: needed(cell.privateJwk),
      state: of(cell.oneOf(['current', 'next', 'retired'])),
      state_at: of(cell.begins),
    },
    follows: 'public_jwk',
  },
} as const satisfies Record<string, MoveFile>

export type FileName = keyof typeof moveFiles

export const fileNames = Object.keys(moveFiles) as FileName[]

export const columnsOf = (file: FileName): Record<string, Column> => moveFiles[file].columns

export const rowFault = (file: FileName, row: Row): { column: string; fault: string } | null => {
  const { fault }: MoveFile = moveFiles[file]
  return fault?.(row) ?? null
}

/** Names of all columns of a file, as it is read. */
export const storedColumns = (file: FileName): string[] => {
  const { columns, follows }: MoveFile = moveFiles[file]
  return [...Object.keys(columns), ...(follows ? [follows] : [])]
}

export interface MoveLine {
  file: FileName
  line: number
  column: string | null
  state: 'refused' | 'different' | 'notice'
  sentence: string
}

/** Returns a line of the report as cells. A sentence is one line, whatever a value holds. */
export const lineCells = ({ file, line, column, state, sentence }: MoveLine) =>
  [file, line, column ?? '-', state, sentence.replace(/\s+/g, ' ')] satisfies (string | number)[]

export const lineText = (given: MoveLine): string => {
  const [file, line, column, state, sentence] = lineCells(given)
  return `${file}:${line}:${column}: ${state}: ${sentence}`
}

export interface Summary {
  file: FileName
  rows: number
  new: number
  same: number
  different: number
  refused: number
}

export const summaryText = ({ file, ...counts }: Summary): string =>
  `${file}: ${counts.rows} rows, ${counts.new} new, ${counts.same} same, ${counts.different} different, ${counts.refused} refused`

/** Returns a cell as it is written: in quotes if it has a comma, a quote or a line break. */
const written = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

export const csvRow = (cells: string[]): string => `${cells.map(written).join(',')}\n`
