import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { root, testApp } from '../support/app.ts'

const TOKEN = 'a token for the scraper'
const read = (name: string) => readFileSync(join(root, 'docs/operations', name), 'utf8')
const slug = (title: string) => title.toLowerCase().replaceAll(' ', '-')

interface Rule {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}

const PROOFS = ['alerts.test.yml', 'alerts-of-days.test.yml']
const rules: Rule[] = parse(read('alerts.yml')).groups[0].rules

t.test('alerts name metrics that exist and sections of the runbook', async t => {
  const app = await testApp(t, { env: { METRICS_TOKEN: TOKEN } })
  const { body } = await app.server.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  const known = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name))
  const titles = [...read('runbook.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) => slug(title))
  for (const { alert, expr, labels, annotations } of rules) {
    t.match(labels.severity, /^(page|ticket)$/, alert)
    for (const [name] of expr.matchAll(/\b(signbook|nodejs|process)_\w+/g))
      t.ok(known.has(name.replace(/_(count|bucket|sum)$/, '')) || known.has(name), `${alert}: ${name}`)
    const [file, section = ''] = annotations.runbook.split('#')
    t.equal(file, 'runbook.md')
    t.ok(titles.includes(section), `${alert}: ${section}`)
  }
  for (const [name] of read('examples/grafana.json').matchAll(/\b(signbook|nodejs)_\w+/g))
    t.ok(known.has(name.replace(/_(count|bucket|sum)$/, '')), `grafana.json: ${name}`)
  for (const [, name = ''] of read('runbook.md').matchAll(/`((?:signbook|nodejs)_\w+)/g)) t.ok(known.has(name), name)
})

t.test('promtool proves each alert', t => {
  const proved = new Set(
    [
      ...PROOFS.map(read)
        .join('')
        .matchAll(/alertname: (\w+)/g),
    ].map(([, name]) => name),
  )
  for (const { alert } of rules) t.ok(proved.has(alert), `${alert} has a test`)
  const tool = spawnSync('promtool', ['test', 'rules', ...PROOFS], {
    cwd: join(root, 'docs/operations'),
    encoding: 'utf8',
  })
  if (tool.error) {
    const sentence = 'promtool is missing: install the package prometheus, or run .ci/run'
    if (process.env.CI) t.fail(sentence)
    else t.comment(sentence)
  } else t.equal(tool.status, 0, tool.stdout + tool.stderr)
  t.end()
})
