import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react'

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: ReactNode
  /** Error message. The typed value stays in the field. */
  problem?: string | undefined
  hint?: ReactNode
}

/** Field for several lines, with its label, hint and error as in `Field`. */
export const TextArea = ({ label, problem, hint, ...rest }: TextAreaProps) => {
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
      <textarea
        id={id}
        className="input"
        rows={3}
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
