import { useEffect, useRef } from 'react'
import { island } from '../island.ts'
import { Button } from '../ui/button.tsx'

interface SendFormProps {
  action: string
  fields: [name: string, value: string][]
  label: string
}

/** A form that carries something on to another site: by itself, or by its button where scripts are off. */
const SendForm = ({ action, fields, label }: SendFormProps) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.submit(), [])
  return (
    <form ref={form} method="post" action={action}>
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button>{label}</Button>
    </form>
  )
}

export default island('launching/send-form', SendForm)
