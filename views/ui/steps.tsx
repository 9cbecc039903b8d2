import { still } from './still.ts'

type StepsProps = {
  steps: string[]
  current: number
}

/** Step line in words: '1 Agree · 2 Code or card · 3 Done'. */
export const Steps = (props: StepsProps) => <ol className="steps" aria-label="Steps" {...still(Items, props)} />

const Items = ({ steps, current }: StepsProps) =>
  steps.map((step, index) => (
    <li key={step} aria-current={index === current ? 'step' : undefined}>
      {index < current ? <Done /> : <span className="step-number">{index + 1}</span>}
      {step}
    </li>
  ))

const Done = () => (
  <span className="step-number step-done">
    <span aria-hidden="true">✓</span>
    <span className="visually-hidden">Done: </span>
  </span>
)
