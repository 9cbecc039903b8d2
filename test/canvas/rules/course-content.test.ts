import t from 'tap'
import { foldContent, type ShownCourse } from '#src/canvas/rules/course-content.ts'

const course = (id: number, state: ShownCourse['state']): ShownCourse => ({
  id: String(id),
  name: `Course ${id}`,
  about: '',
  state,
  completion: 100,
  problem: null,
  copies: [],
})
const ready = Array.from({ length: 9 }, (_, at) => course(at, 'ready'))

t.test('a long list folds the courses that need nothing', async t => {
  const few = ready.slice(0, 8)
  t.strictSame(foldContent(few), { open: few, folds: [] })
  const [stuck, copying, fresh] = [course(20, 'stuck'), course(21, 'copying'), course(22, 'new')]
  const { open, folds } = foldContent([stuck, copying, fresh, ...ready])
  t.strictSame(
    open.map(c => c.id),
    ['20', '21'],
  )
  t.strictSame(
    folds.map(f => [f.title, f.courses.length]),
    [
      ['1 not checked yet', 1],
      ['9 ready', 9],
    ],
  )
})
