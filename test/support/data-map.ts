import { getTableName } from 'drizzle-orm'
import { DEFAULT_RETENTION, daysText, retentionKinds, retentionText } from '#src/core/rules/retention.ts'
import { columnsOf, dataMap } from '#src/desk/store/data-map/data-map.ts'
import { type Entry, erasing, held } from '#src/desk/store/data-map/entry.ts'

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`
const kept = ({ kept }: Entry): string => {
  const kind = retentionKinds.find(k => k === kept)
  return kind ? `${daysText(DEFAULT_RETENTION[kind])} (\`${kind}\`) ${retentionText(kind).from}` : kept
}

const tableText = (entry: Entry): string => {
  const columns = columnsOf(entry)
  const groups = Object.keys(held)
    .map(kind => [kind, columns.filter(c => c.held === kind).map(c => `\`${c.name}\``)] as const)
    .filter(([, names]) => names.length > 0)
  return [
    `### ${getTableName(entry.table)}`,
    '',
    `${entry.purpose}. Kept: ${kept(entry)}. Seen by: ${entry.seenBy}. Erasing: ${erasing[entry.erase]}.`,
    '',
    ...groups.map(([kind, names]) => `- **${kind}**: ${names.join(', ')}`),
    '',
  ].join('\n')
}

/** The data map as the second half of docs/privacy.md. Tables about people come first. */
export const dataMapText = (): string => {
  const isPersonal = (e: Entry) => e.erase !== 'nothing'
  const named = dataMap.toSorted((a, b) => getTableName(a.table).localeCompare(getTableName(b.table)))
  return [
    '## Words of the map',
    '',
    row('word', 'the column'),
    row('---', '---'),
    ...Object.entries(held).map(([word, means]) => row(`**${word}**`, means)),
    '',
    '## Tables about people',
    '',
    ...named.filter(isPersonal).map(tableText),
    '## Other tables',
    '',
    ...named.filter(e => !isPersonal(e)).map(tableText),
  ]
    .join('\n')
    .trimEnd()
}
