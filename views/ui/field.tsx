import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode
  ref?: Ref<HTMLInputElement>
  /** Error message. The typed value stays in the field. */
  problem?: string | undefined
  hint?: ReactNode
}

/** Text field with a label. Its hint and its error are linked by aria-describedby. */
export const Field = ({ label, problem, hint, className = '', ...rest }: FieldProps) => {
  const id = useId()
  const described = [hint && `${id}hint`, problem && `${id}problem`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="hint" id={`${id}hint`}>
          {hint}
        </p>
      )}
      <input
        id={id}
        className={`input ${className}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={described || undefined}
        {...rest}
      />
      {problem && (
        <p className="problem" id={`${id}problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
