/** Where a platform keeps a value for us, inside its own pages (LTI Client Side postMessages, 'LTI Platform Storage'). */
export interface Storage {
  /** The name of the frame that listens, or `_parent`. */
  target: string
  /** The platform's origin: nobody else may answer. */
  origin: string
  key: string
  /** Names this question, so that its answer is known. */
  id: string
}

const WAIT_MS = 1500

/** Asks the platform's storage; null when it does not answer in time, or says no. Runs in the browser. */
export const askStorage = (subject: 'lti.put_data' | 'lti.get_data', storage: Storage, value?: string) =>
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
    setTimeout(() => done(null), WAIT_MS)
    const message = { subject, message_id: storage.id, key: storage.key, ...(value === undefined ? {} : { value }) }
    listener(storage.target).postMessage(message, storage.origin)
  })

/** The platform's window, or the frame in it that it named. */
const listener = (target: string): Window => {
  const platform = window.opener ?? window.parent
  if (target === '_parent') return platform
  try {
    return platform.frames[target as unknown as number] ?? platform
  } catch {
    return platform
  }
}
