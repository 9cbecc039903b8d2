import t from 'tap'
import { helpRequests } from '#src/messages/store/schema/support.ts'
import { testApp } from '../support/app.ts'
import { signedIn } from '../support/staff.ts'

t.test('what Today is compared with differs if an item that waits replaces another', async t => {
  const app = await testApp(t)
  const { staff } = await signedIn(app)
  const { watchWaitingWork } = app.modules.staff
  const ask = (text: string) => app.db.orm.insert(helpRequests).values({ email: 'a@x.example', text, facts: {} })
  await ask('one')
  const before = await watchWaitingWork(staff)
  t.strictSame(await watchWaitingWork(staff), before)
  await app.db.orm.update(helpRequests).set({ answeredAt: app.clock.now() })
  await ask('two')
  const after = await watchWaitingWork(staff)
  t.equal(after?.help, before?.help, 'the counts are the same')
  t.notSame(after, before)
})
