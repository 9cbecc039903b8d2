import { useEffect, useRef } from 'react'
import { island } from '../island.ts'
import { Button, ButtonLink } from '../ui/button.tsx'

/** A value stored inside the platform's pages (LTI Client Side postMessages, 'LTI Platform Storage'). */
interface Storage {
  /** Name of the frame that listens, or `_parent`. */
  target: string
  /** Origin of the platform. Answers from any other origin are ignored. */
  origin: string
  key: string
  /** Message id that matches the answer to the request. */
  id: string
}

/** Old tablets are slow, and a page that gives up too soon asks for a click that nobody needs. */
const TIMEOUT_MS = 5000

/** Sends a storage request. Resolves to null on an error or after the timeout. Runs in the browser. */
const askStorage = (subject: 'lti.put_data' | 'lti.get_data', storage: Storage, value?: string) =>
  new Promise<string | null>(resolve => {
    const done = (answer: string | null) => {
      removeEventListener('message', listen)
      resolve(answer)
    }
    const listen = ({ origin, data }: MessageEvent) => {
      if (origin !== storage.origin || data?.message_id !== storage.id || data.subject !== `${subject}.response`) return
      done(data.error || typeof data.value !== 'string' ? null : data.value)
    }
    addEventListener('message', listen)
    setTimeout(() => done(null), TIMEOUT_MS)
    const message = { subject, message_id: storage.id, key: storage.key, ...(value === undefined ? {} : { value }) }
    targetWindow(storage.target).postMessage(message, storage.origin)
  })

/** Returns the platform's window, or the frame in it that the platform named. */
const targetWindow = (target: string): Window => {
  const platform = window.opener ?? window.parent
  if (target === '_parent') return platform
  try {
    return platform.frames[target] ?? platform
  } catch {
    return platform
  }
}

export type WayToOpen =
  | { mode: 'put'; storage: Storage; value: string; next: string }
  | { mode: 'get'; storage: Storage; action: string; fields: [name: string, value: string][] }

/** `label` is the text of the button. */
export type OpenCourseProps = WayToOpen & { label: string }

/** Stores or reads the state at the platform, then continues; without JavaScript by the button. */
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
