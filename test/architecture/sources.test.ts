import t from 'tap'
import { root } from '../support/app.ts'
import { readSources, sourceRules } from '../support/source-rules.ts'

const sources = readSources(root)
const rules = sourceRules(sources)

t.test('the sources follow the rules of docs/architecture.md', t => {
  t.ok(sources.size > 600, 'the tree was read')
  for (const { name, find } of rules)
    t.strictSame(
      [...sources].flatMap(([file, text]) => find(file, text).map(found => `${file}: ${found}`)),
      [],
      name,
    )
  t.end()
})

/** For each rule, files that break it. */
const planted: Record<string, [file: string, text: string][]> = {
  'only main.ts and the build read process.env': [['src/core/backups.ts', 'const { PATH } = process.env']],
  'only core/clock.ts reads the clock': [
    ['src/access/expire.ts', 'const now = new Date()'],
    ['views/pay/wait.island.tsx', 'setUntil(Date.now() + 1000)'],
  ],
  'a file repeats the names of its own stores only, and a catalogue those of its sections': [
    ['src/access/index.ts', "export * from './codes.ts'"],
    ['views/ui/index.ts', "export { Button } from './button.tsx'"],
  ],
  'only the owner writes its tables': [
    ['src/payments/store/uses.ts', 'await tx.orm.delete(couponUses).where(mine)'],
    ['src/desk/store/people.ts', 'await db.client.query(`update people set name = $1`)'],
    ['src/lti/store/any.ts', `insert into \${table} values (1)`],
  ],
}

t.test('each rule reports a planted violation, and not the file that may', t => {
  for (const { name, find } of rules)
    for (const [file, text] of planted[name] ?? [['', '']]) t.equal(find(file, text).length, 1, `${name}: ${file}`)
  const allowed: [string, string][] = [
    ['src/main.ts', 'parseConfig(process.env)'],
    ['src/core/clock.ts', 'new Date()'],
    ['src/practice/index.ts', "export { fillTerm } from './term.ts'"],
    ['src/access/store/coupons.ts', 'tx.orm.update(coupons)'],
    ['src/lti/store/launch-11.ts', 'insert into people'],
  ]
  for (const [file, text] of allowed) for (const { find } of rules) t.strictSame(find(file, text), [], file)
  t.end()
})
