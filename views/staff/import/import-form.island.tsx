import { type FormEvent, useRef, useState } from 'react'
import {
  countRows,
  type ImportProgress,
  importMessages,
  importRefusals,
  type ShownFailure,
} from '#src/codes/rules/code-import.ts'
import { staffMessages } from '#src/core/rules/staff.ts'
import { island } from '../../island.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/office-page.tsx'
import { Failures } from './failures.tsx'
import { sendFile } from './send-file.ts'

export interface ImportFormProps {
  message: string | null
  problem: string | null
  failed: ShownFailure[]
}

/** Uploads a CSV file. With JavaScript, the page stays and a bar counts the saved codes. */
const ImportForm = (given: ImportFormProps) => {
  const form = useRef<HTMLFormElement>(null)
  const [{ message, problem, failed }, set] = useState(given)
  const [importing, setImporting] = useState<(ImportProgress & { all: number }) | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (importing) return
    const body = new FormData(form.current ?? undefined)
    const file = body.get('csvfile')
    if (!(file instanceof File) || file.size === 0)
      return set({ message: null, problem: importRefusals.no_file.message, failed: [] })
    set({ message: null, problem: null, failed: [] })
    setImporting({ rows: 0, kept: 0, all: 0 })
    const all = countRows(await file.text())
    const sent = await sendFile(body, progress => setImporting({ ...progress, all }))
    setImporting(null)
    if (!sent.ok) {
      const problem = sent.status === 401 ? staffMessages.unauthorized : sent.error
      return set({ message: null, problem, failed: [] })
    }
    form.current?.reset()
    set({ message: sent.message, problem: null, failed: sent.failed })
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
          <Button busy={importing !== null}>Import</Button>
        </form>
        {importing && (
          <p className="import-progress">
            <progress max={importing.all || 1} value={importing.rows || undefined} aria-label="Import progress" />
            {importing.rows > 0 ? importMessages.going(importing, importing.all) : importMessages.sending}
          </p>
        )}
        <div role="status">{message && <Notice tone={failed.length > 0 ? 'plain' : 'good'}>{message}</Notice>}</div>
        {problem && <Notice tone="problem">{problem}</Notice>}
      </Panel>
      {failed.length > 0 && <Failures failed={failed} />}
    </>
  )
}

export default island('staff/import/import-form', ImportForm)
