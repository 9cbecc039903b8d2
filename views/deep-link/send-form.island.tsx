import { useEffect, useRef } from 'react'
import { island } from '../island.ts'
import { Button } from '../ui/button.tsx'

interface SendFormProps {
  action: string
  fields: [name: string, value: string][]
  label: string
}

/** Posts a form to another site: at once, or by its button without JavaScript. */
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

export default island('deep-link/send-form', SendForm)
