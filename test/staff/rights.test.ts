import t from 'tap'
import { staffScreens } from '#views/index.ts'
import { testApp } from '../support/app.ts'
import { makeConsumer, makeCourse } from '../support/school.ts'
import { signedIn } from '../support/staff.ts'

/** A role without the right of an action is refused before its first step, whatever it sends. */

/** Actions that only managers may do, of pages that support may open. */
const managers: Record<string, string[]> = {
  '/access_code': ['change', 'undo'],
  '/codes': ['make'],
  '/codes/:batch': ['void', 'extend', 'annotate'],
  '/schools/:id': ['update', 'defaults', 'rotate', 'grades'],
  '/deployments': ['approve', 'refuse'],
  '/lms_moves': ['replace', 'other', 'undo'],
  '/platforms/:id': ['change', 'remove'],
}

t.test('each action checks the role first', async t => {
  const app = await testApp(t)
  const school = await makeConsumer(app)
  await makeCourse(app, school.id, ['A'], { contextId: 'ctx-1' })
  const [viewer, support] = [await signedIn(app, 'viewer'), await signedIn(app, 'support')]
  let actions = 0
  for (const { path, submit, right } of staffScreens) {
    if (!submit || right === 'any') continue
    const [pattern = ''] = [path].flat()
    const url = pattern.replace(/:\w+\??/g, '1').replace('*', '')
    for (const intent of Object.keys(submit)) {
      t.equal((await viewer.post(url, { intent })).status, 403, `viewer ${url} ${intent}`)
      actions++
      if (managers[pattern]?.includes(intent))
        t.equal((await support.post(url, { intent })).status, 403, `support ${url} ${intent}`)
    }
  }
  t.ok(actions > 100, `${actions} actions`)
})
