import type { InputHTMLAttributes } from 'react'
import { findTexts } from '#src/desk/rules/search.ts'
import { hrefs } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Panel } from '../ui/office-page.tsx'
import { type StaffContext, urlParam } from './staff-screen.ts'

const SAYS = {
  q: findTexts.hint,
  code: 'Type an access code.',
  email: 'Type an email address.',
  token: 'Type the token of an enrollment or membership.',
  context_id: 'Type the context ID of a course.',
  domain: 'Type a domain, like canvas.school.edu.',
} as const

/** Returns what to type if a look-up was sent empty, else null. */
export const blankLookup = (context: StaffContext, name: keyof typeof SAYS): string | null =>
  context.query[name] !== undefined && urlParam(context, name) === '' ? SAYS[name] : null

interface LookupProps extends InputHTMLAttributes<HTMLInputElement> {
  action: string
  label: string
  name: string
  problem?: string | null | undefined
  hint?: string
  button?: string
  /** Clearing the box removes what it found (Manage Consumer). */
  resets?: boolean
}

/** Fields that Find searches, too. A look-up of one that finds nothing leads there. */
const FINDABLE = ['token', 'email', 'code', 'context_id']

/** One box and one button: what a page is asked for. Enter submits. */
export const Lookup = ({ action, label, name, problem, button = 'Check', resets, ...rest }: LookupProps) => (
  <Panel form>
    <search>
      <form method="get" action={action} className="row" data-resets={resets} data-lookup>
        <Field
          label={label}
          name={name}
          problem={problem ?? undefined}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={300}
          {...rest}
        />
        <Button>{button}</Button>
      </form>
      {problem && FINDABLE.includes(name) && rest.defaultValue && (
        <p>
          <a href={hrefs.find(String(rest.defaultValue))}>Search all records for it</a>
        </p>
      )}
    </search>
  </Panel>
)
