import t from 'tap'
import { schoolChoices } from '#src/schools/rules/school-choices.ts'

const school = (kind: 'consumer' | 'deployment', id: number, name: string, lmsId: string) => ({ kind, id, name, lmsId })

t.test('schools of the same name are told apart by version, and by key where that is the same too', async t => {
  t.strictSame(
    schoolChoices([
      school('consumer', 1, 'Ash College', 'ash'),
      school('deployment', 1, 'ash college', '1:ash'),
      school('deployment', 2, 'canvas.example', '2:birch'),
      school('deployment', 3, 'canvas.example', '3:cedar'),
      school('consumer', 4, 'Dogwood High', 'dogwood'),
    ]),
    [
      { value: 'consumer:1', label: 'Ash College, LTI 1.1' },
      { value: 'deployment:1', label: 'ash college, LTI 1.3' },
      { value: 'deployment:2', label: 'canvas.example, LTI 1.3, 2:birch' },
      { value: 'deployment:3', label: 'canvas.example, LTI 1.3, 3:cedar' },
      { value: 'consumer:4', label: 'Dogwood High' },
    ],
  )
})
