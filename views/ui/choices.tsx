import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react'
import { FieldFrame, type SentForm } from './field.tsx'

interface Option {
  value: string
  label: string
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'defaultValue'> {
  label: string
  name: string
  value: string
  /** Label of the choice of nothing, the first one. */
  empty?: string
  options?: Option[]
  groups?: { label: string; options: Option[] }[]
  problem?: string | undefined
  /** The choice before a refusal, and the problem. */
  sent?: SentForm
}

/** Native select, which works on every tablet and with every keyboard. */
export const Select = ({ label, value, empty, options = [], groups = [], sent, problem, ...rest }: SelectProps) => (
  <FieldFrame label={label} problem={problem ?? sent?.problems[rest.name]}>
    {control => (
      <select className="select" defaultValue={sent?.fields[rest.name] ?? value} {...control} {...rest}>
        {empty && <option value="">{empty}</option>}
        <Options options={options} />
        {groups.map(group => (
          <optgroup key={group.label} label={group.label}>
            <Options options={group.options} />
          </optgroup>
        ))}
      </select>
    )}
  </FieldFrame>
)

const Options = ({ options }: { options: Option[] }) =>
  options.map(option => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ))

type CheckProps = InputHTMLAttributes<HTMLInputElement> & { label: ReactNode; hint?: ReactNode }

export const Check = ({ label, hint, ...rest }: CheckProps) => (
  <label className="check">
    <input type="checkbox" {...rest} />
    <span>
      {label}
      {hint && <span className="hint">{hint}</span>}
    </span>
  </label>
)
