import { useEffect, useRef } from 'react'
import { island } from '../island.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { askStorage, type Storage } from './storage.ts'

export type WayToOpen =
  | { mode: 'put'; storage: Storage; value: string; next: string }
  | { mode: 'get'; storage: Storage; action: string; fields: [name: string, value: string][] }

/** `label` is the text of the button. */
export type OpenCourseProps = WayToOpen & { label: string }

/**
 * Saves or reads the launch state in the platform's storage, then continues. Without JavaScript the person presses the
 * button.
 */
const OpenCourse = (props: OpenCourseProps) => (props.mode === 'put' ? <Put {...props} /> : <Get {...props} />)

const Put = ({ label, storage, value, next }: Extract<OpenCourseProps, { mode: 'put' }>) => {
  useEffect(() => {
    askStorage('lti.put_data', storage, value).finally(() => location.replace(next))
  }, [storage, value, next])
  return <ButtonLink href={next}>{label}</ButtonLink>
}

const Get = ({ label, storage, action, fields }: Extract<OpenCourseProps, { mode: 'get' }>) => {
  const form = useRef<HTMLFormElement>(null)
  const stored = useRef<HTMLInputElement>(null)
  useEffect(() => {
    askStorage('lti.get_data', storage).then(value => {
      if (stored.current) stored.current.value = value ?? ''
      form.current?.submit()
    })
  }, [storage])
  return (
    <form ref={form} method="post" action={action}>
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input ref={stored} type="hidden" name="lti_storage_value" defaultValue="" />
      <Button>{label}</Button>
    </form>
  )
}

export default island('launching/open-course', OpenCourse)
