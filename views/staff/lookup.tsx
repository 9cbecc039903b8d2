import type { InputHTMLAttributes } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Panel } from '../ui/office-page.tsx'

interface LookupProps extends InputHTMLAttributes<HTMLInputElement> {
  action: string
  label: string
  name: string
  problem?: string | undefined
  hint?: string
  button?: string
  /** Clearing the box removes what it found (Manage Consumer). */
  resets?: boolean
}

/** One box and one button: what a page is asked for. Enter submits. */
export const Lookup = ({ action, label, name, problem, button = 'Check', resets, ...rest }: LookupProps) => (
  <Panel form>
    <search>
      <form method="get" action={action} className="row" data-resets={resets} data-lookup>
        <Field
          label={label}
          name={name}
          problem={problem}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          {...rest}
        />
        <Button>{button}</Button>
      </form>
    </search>
  </Panel>
)
