import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react'
import type { Problems } from '#src/core/rules/form.ts'

interface FrameProps {
  label: ReactNode
  /** Error message. The typed value stays in the field. */
  problem?: string | undefined
  hint?: ReactNode
}

/** Attributes that tie a control to its label, hint and error. */
type ControlProps = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

export const FieldProblem = ({ id, children }: { id?: string; children: string | undefined }) =>
  children && (
    <p className="problem" id={id} role="alert">
      {children}
    </p>
  )

/** Label, hint and error around one control, linked to it by aria-describedby. */
export const FieldFrame = ({
  label,
  problem,
  hint,
  children,
}: FrameProps & { children: (control: ControlProps) => ReactNode }) => {
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
      {children({
        id,
        ...(problem && { 'aria-invalid': true }),
        ...(described && { 'aria-describedby': described }),
      })}
      <FieldProblem id={`${id}problem`}>{problem}</FieldProblem>
    </div>
  )
}

/** A form as it was sent and refused; see `usePosted`. */
export interface SentForm {
  fields: Partial<Record<string, string>>
  problems: Problems
}

interface SentProps {
  /** Typed text, in place of `defaultValue`, and the problem. Browsers do not fill in these forms: they are about others. */
  sent?: SentForm | undefined
}

const keptIn = (
  sent: SentForm | undefined,
  { name = '', defaultValue, autoComplete = 'off' }: Pick<FieldProps, 'name' | 'defaultValue' | 'autoComplete'>,
) => sent && { autoComplete, defaultValue: sent.fields[name] ?? defaultValue }

type FieldProps = FrameProps & SentProps & InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> }

export const Field = ({ label, hint, sent, problem, className = '', ...rest }: FieldProps) => (
  <FieldFrame label={label} problem={problem ?? sent?.problems[rest.name ?? '']} hint={hint}>
    {control => <input className={`input ${className}`} {...control} {...rest} {...keptIn(sent, rest)} />}
  </FieldFrame>
)

type TextAreaProps = FrameProps & SentProps & TextareaHTMLAttributes<HTMLTextAreaElement>

/** Field for several lines, with its label, hint and error. */
export const TextArea = ({ label, hint, sent, problem, ...rest }: TextAreaProps) => (
  <FieldFrame label={label} problem={problem ?? sent?.problems[rest.name ?? '']} hint={hint}>
    {control => <textarea className="input" rows={3} {...control} {...rest} {...keptIn(sent, rest)} />}
  </FieldFrame>
)
