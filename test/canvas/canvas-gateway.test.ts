import t from 'tap'
import { CanvasRefused } from '#src/canvas/rules/canvas-port.ts'
import { emulatedCanvas } from '../support/canvas.ts'
import { testClock } from '../support/clock.ts'

t.test('lists all pages of a course, newest copy first', async t => {
  const { emulator, canvas } = await emulatedCanvas(t)
  for (let i = 0; i < 24; i++) emulator.state.place({ course_id: 103, source: `Blueprint ${i}` })
  const found = await canvas.listMigrations('103')
  t.equal(found.length, 24)
  t.equal(found[0]?.sourceCourseName, 'Blueprint 23')
  t.equal(emulator.requests.length, 3, 'ten per page')
  t.ok(emulator.requests.every(r => r.authorized))
})

t.test('does not follow a next page on another origin, so the token stays safe', async t => {
  const { emulator, canvas } = await emulatedCanvas(t)
  emulator.fail({ how: 'elsewhere' })
  await t.rejects(canvas.listMigrations('101'), /another origin/)
  await t.rejects(canvas.readProgress('https://elsewhere.example/api/v1/progress/1'), /another origin/)
  t.equal(emulator.requests.length, 1)
})

t.test('backs off from both kinds of throttling, and gives up after the fourth try', async t => {
  for (const how of ['throttle-403', 'throttle-429'] as const) {
    const { emulator, canvas, waits } = await emulatedCanvas(t)
    emulator.fail({ how, times: 2 })
    t.equal((await canvas.readCourse('101')).name, 'American Sign Language 1')
    t.strictSame(waits, how === 'throttle-429' ? [1000, 1000] : [2000, 4000], how)
    emulator.fail({ how, times: 4 })
    await t.rejects(canvas.readCourse('101'), /rate limit exceeded/)
  }
})

t.test('returns the reason of a refusal, and throws retryable errors for the rest', async t => {
  const { emulator, canvas, gateway } = await emulatedCanvas(t)
  await t.rejects(canvas.readCourse('999'), new CanvasRefused(404, 'The specified resource does not exist.'))
  await t.rejects(gateway('wrong').readCourse('101'), /answered 401/)
  emulator.fail({ how: 'away' })
  const away = await canvas.readCourse('101').catch(error => error)
  t.ok(away instanceof Error && !(away instanceof CanvasRefused))
  emulator.fail({ how: 'silent' })
  await t.rejects(canvas.readCourse('101'))
})

t.test('copies from a blueprint and follows the progress to the end', async t => {
  const clock = testClock()
  const { canvas } = await emulatedCanvas(t, clock)
  const blueprints = await canvas.listBlueprints()
  t.strictSame(
    blueprints.map(b => b.name),
    ['ASL 1 Blueprint', 'ASL 2 Blueprint', 'ASL 3 Blueprint'],
  )
  const started = await canvas.startCopy('103', blueprints[1]!.id)
  t.match(started, { workflowState: 'pre_processing', sourceCourseName: 'ASL 2 Blueprint', completion: 0 })
  t.strictSame(await canvas.readProgress(started.progressUrl!), { completion: 0, workflowState: 'queued' })
  clock.advance(10_000)
  t.strictSame(await canvas.readProgress(started.progressUrl!), { completion: 40, workflowState: 'running' })
  clock.advance(60_000)
  t.match(await canvas.readMigration('103', started.id), { workflowState: 'completed', completion: 100 })
  await t.rejects(canvas.startCopy('103', '999'), /answered 400/)
})

t.test('creates a user once; a taken login is reported and keeps its password', async t => {
  const { emulator, canvas } = await emulatedCanvas(t)
  t.equal(await canvas.findUser('ana@school.example'), null)
  const made = await canvas.createUser({ login: 'ana@school.example', name: 'Ana', password: 'Zq7!xxyyzz' })
  t.equal(await canvas.findUser('Ana@School.example'), made)
  t.equal(await canvas.createUser({ login: 'ana@school.example', name: 'Ana', password: 'another one' }), null)
  t.equal(emulator.state.users.get(Number(made))?.password, 'Zq7!xxyyzz')
  await t.rejects(canvas.createUser({ login: 'b@school.example', name: 'B', password: 'short' }), /answered 400/)
  t.match(await canvas.createUser({ login: 'c@school.example', name: 'C', password: null }), /^\d+$/)
})

t.test('creates, finds, deactivates and reactivates an enrollment', async t => {
  const { canvas } = await emulatedCanvas(t)
  const user = await canvas.createUser({ login: 'ana@school.example', name: 'Ana', password: null })
  t.equal(await canvas.findEnrollment('101', user!), null)
  const made = await canvas.enroll('101', user!)
  t.strictSame(await canvas.findEnrollment('101', user!), { id: made.id, active: true })
  await canvas.inactivate('101', made.id)
  t.strictSame(await canvas.findEnrollment('101', user!), { id: made.id, active: false })
  t.strictSame(await canvas.enroll('101', user!), { id: made.id, active: true })
  await canvas.inactivate('101', '424242')
  t.pass('a deleted enrollment counts as inactive')
  await t.rejects(canvas.enroll('101', '424242'), /answered 404/)
})
