import type { Texts } from '#src/texts/catalogues.ts'
import { useTexts } from './texts.ts'

/** All steps of sign-up and payment. `asks` names the payment step, if the course has one. */
export const signUpSteps = (texts: Texts['ui'], asks: string | null): string[] => [
  texts.stepSignUp,
  texts.stepVerify,
  ...(asks ? [asks] : []),
  texts.stepLast,
]

/** The current step in words: '1 Agree · 2 Code or card · 3 Done'. */
export const Steps = ({ steps, current }: { steps: string[]; current: number }) => (
  <ol className="steps" aria-label={useTexts('ui').steps}>
    {steps.map((step, index) => (
      <li key={step} aria-current={index === current ? 'step' : undefined}>
        {index < current ? <Done /> : <span className="step-number">{index + 1}</span>}
        {step}
      </li>
    ))}
  </ol>
)

const Done = () => (
  <span className="step-number step-done">
    <span aria-hidden="true">✓</span>
    <span className="visually-hidden">{useTexts('ui').stepDone}</span>
  </span>
)
