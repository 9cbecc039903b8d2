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
  /** What the page says where somebody is no longer logged in (spec §6). */
  unauthorized?: string
  /** Clearing the box takes away what it found (spec §4, Manage Consumer). */
  resets?: boolean
}

/** One box and one button: what a page is asked for. Enter submits. */
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
