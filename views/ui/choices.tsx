import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react'

interface Option {
  value: string
  label: string
}

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'defaultValue'> {
  label: string
  name: string
  value: string
  options?: Option[]
  groups?: { label: string; options: Option[] }[]
  /** Error message. */
  problem?: string | undefined
}

/** Native select, which works on every tablet and with every keyboard. */
export const Select = ({ label, name, value, options = [], groups = [], problem, ...rest }: SelectProps) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        defaultValue={value}
        className="select"
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}problem` : undefined}
        {...rest}
      >
        <Options options={options} />
        {groups.map(group => (
          <optgroup key={group.label} label={group.label}>
            <Options options={group.options} />
          </optgroup>
        ))}
      </select>
      {problem && (
        <p className="problem" id={`${id}problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

const Options = ({ options }: { options: Option[] }) =>
  options.map(option => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ))

interface CheckProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  hint?: ReactNode
}

/** Checkbox with its label. */
export const Check = ({ label, hint, ...rest }: CheckProps) => (
  <label className="check">
    <input type="checkbox" {...rest} />
    <span>
      {label}
      {hint && <span className="hint">{hint}</span>}
    </span>
  </label>
)
