import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { CUSTOM_FIELDS } from '#src/lti/rules/launch-course.ts'
import { paths } from '#views/paths.ts'
import { root } from '../support/app.ts'

const folder = join(root, 'docs/platforms')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const guides = ['moodle.md', 'canvas.md', 'brightspace.md', 'blackboard.md']

t.test('addresses and custom parameters in the guides are those of the product', t => {
  const known: string[] = Object.values(paths)
  for (const name of readdirSync(folder)) {
    for (const [, path = ''] of read(name).matchAll(/PUBLIC_URL(\/[\w./]*)/g))
      t.ok(known.includes(path), `${name}: ${path}`)
    for (const [, field = '', variable] of read(name).matchAll(/^(\w+)=(\$[\w.]+)$/gm))
      t.equal(CUSTOM_FIELDS[field], variable, `${name}: ${field}`)
  }
  const canvas = [...read('canvas.md').matchAll(/^(\w+)=\$/gm)].map(([, field]) => field)
  t.strictSame(canvas, Object.keys(CUSTOM_FIELDS), 'Canvas by hand gets what the JSON address brings')
  t.end()
})

t.test('each case of the certification names a test that exists', t => {
  const named = [...read('certification.md').matchAll(/`(test\/[\w./-]+)`: "([^\n]+?)" \|/g)]
  t.ok(named.length > 30)
  for (const [, file = '', title = ''] of named)
    t.match(readFileSync(join(root, file), 'utf8'), `${title}`, `${file}: ${title}`)
  t.end()
})

t.test('each guide has all parts, with numbered steps, and says what was tried', t => {
  for (const name of guides) {
    const sections = read(name).split(/^## /m).slice(1)
    for (const part of ['LTI 1.3', 'LTI 1.1']) {
      const steps = sections.filter(section => section.startsWith(part))
      t.ok(steps.length > 0, `${name}: ${part}`)
      for (const section of steps) t.match(section, /^1\. .*\n(.*\n)*?2\. /m, `${name}: ${part} has numbered steps`)
    }
    const course = sections.find(section => section.startsWith('In a course')) ?? ''
    for (const topic of ['Place a link', 'Grade column', 'Course dates', 'New window', 'Check'])
      t.match(course, `**${topic}**`, `${name}: ${topic}`)
    t.match(read(name), /email/i, `${name}: sharing names and email`)
    t.match(sections.at(-1), /^Tried\n/, `${name}: what was tried`)
  }
  t.end()
})
