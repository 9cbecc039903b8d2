import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { root, testApp } from '../support/app.ts'

const TOKEN = 'a token for the scraper'
const read = (name: string) => readFileSync(join(root, 'docs/operations', name), 'utf8')
const slug = (title: string) => title.toLowerCase().replaceAll(' ', '-')

t.test('alerts name metrics that exist and sections of the runbook', async t => {
  const app = await testApp(t, { env: { METRICS_TOKEN: TOKEN } })
  const { body } = await app.server.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  const known = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name))
  const titles = [...read('runbook.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) => slug(title))
  const rules: { alert: string; expr: string; annotations: { summary: string; runbook: string } }[] = parse(
    read('alerts.yml'),
  ).groups[0].rules
  for (const { alert, expr, annotations } of rules) {
    for (const [name] of expr.matchAll(/\b(signbook|nodejs|process)_\w+/g))
      t.ok(known.has(name.replace(/_(count|bucket|sum)$/, '')) || known.has(name), `${alert}: ${name}`)
    const [file, section = ''] = annotations.runbook.split('#')
    t.equal(file, 'runbook.md')
    t.ok(titles.includes(section), `${alert}: ${section}`)
  }
  for (const [, name = ''] of read('runbook.md').matchAll(/`((?:signbook|nodejs)_\w+)/g)) t.ok(known.has(name), name)
})
