import { type FormEvent, useRef, useState } from 'react'
import { type ImportFailure, importMessages } from '#src/domain/code-import.ts'
import { staffMessages } from '#src/domain/staff.ts'
import { island } from '../../island.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { Failures } from './failures.tsx'
import { sendFile } from './send-file.ts'

interface ImportFormProps {
  message: string | null
  problem: string | null
  failed: ImportFailure[]
}

/** Sends a file; hydrated, the page stays and a bar shows how far it is: the server reads while the file comes in. */
const ImportForm = (given: ImportFormProps) => {
  const form = useRef<HTMLFormElement>(null)
  const [{ message, problem, failed }, set] = useState(given)
  const [share, setShare] = useState<number | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (share !== null) return
    const body = new FormData(form.current ?? undefined)
    const file = body.get('csvfile')
    if (!(file instanceof File) || file.size === 0)
      return set({ message: null, problem: importMessages.noFile, failed: [] })
    set({ message: null, problem: null, failed: [] })
    setShare(0)
    const sent = await sendFile(body, setShare)
    setShare(null)
    switch (sent.kind) {
      case 'done':
        form.current?.reset()
        return set({ message: sent.message, problem: null, failed: sent.failed })
      case 'refused':
        return set({
          message: null,
          problem: sent.status === 401 ? staffMessages.unauthorized : sent.error,
          failed: [],
        })
      default:
        return set({ message: null, problem: importMessages.offline, failed: [] })
    }
  }
  return (
    <>
      <Panel form>
        <form
          ref={form}
          method="post"
          action={paths.importAccessCodes}
          encType="multipart/form-data"
          className="form"
          onSubmit={submit}
        >
          <div className="field">
            <label htmlFor="csvfile">CSV file</label>
            <input id="csvfile" className="input" type="file" name="csvfile" accept=".csv,text/csv" />
          </div>
          <Button busy={share !== null}>Import</Button>
        </form>
        <div role="status">
          {share !== null && (
            <p className="going">
              <progress max={1} value={share < 1 ? share : undefined} aria-label="Import" />
              {share < 1 ? `${Math.floor(share * 100)} %` : 'Saving the last rows…'}
            </p>
          )}
          {message && <Notice tone={failed.length > 0 ? 'plain' : 'good'}>{message}</Notice>}
        </div>
        {problem && <Notice tone="problem">{problem}</Notice>}
      </Panel>
      {failed.length > 0 && <Failures failed={failed} />}
    </>
  )
}

export default island('staff/import/import-form', ImportForm)
