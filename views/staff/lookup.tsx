import type { InputHTMLAttributes } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Panel } from '../ui/office-page.tsx'

interface LookupProps extends InputHTMLAttributes<HTMLInputElement> {
  action: string
  label: string
  name: string
  problem?: string | undefined
  button?: string
  /** Replaces the usual message when the session has ended. */
  unauthorized?: string
  /** Clearing the field also clears the result. */
  resets?: boolean
}

export const Lookup = ({
  action,
  label,
  name,
  problem,
  button = 'Check',
  unauthorized,
  resets,
  ...rest
}: LookupProps) => (
  <Panel form>
    <search>
      <form method="get" action={action} className="row" data-unauthorized={unauthorized} data-resets={resets}>
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
