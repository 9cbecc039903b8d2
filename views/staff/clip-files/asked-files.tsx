import { hrefs, paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ClipFields } from '../clip/clip-fields.tsx'
import type { FilesPage } from './load.ts'

/** Asks for the signs of files, many in one form. */
export const AskedFiles = ({ data }: { data: FilesPage }) => {
  const { asked, glosses, signers, consent, today, records, lacking } = data
  if (asked.length === 0) return <p className="soft">No file waits for its sign.</p>
  const typed = new Map(lacking.map(row => [row.id, row]))
  return (
    <form method="post" action={paths.clipFiles} className="form">
      <DataTable
        caption="Files without a sign"
        head={['File', 'Sign', 'Region or variant']}
        empty=""
        rows={asked.map(clip => ({
          key: clip.id,
          marked: typed.has(clip.id),
          cells: [
            <a key="f" href={hrefs.clip(clip.id)} className="clip-file">
              {clip.fileName}
            </a>,
            <span key="s">
              <input type="hidden" name="clip_id" value={clip.id} />
              <input
                className="input"
                name={`sign_${clip.id}`}
                aria-label={`Sign in ${clip.fileName}`}
                list="glosses"
                defaultValue={typed.get(clip.id)?.sign ?? clip.gloss ?? clip.sign ?? ''}
                aria-invalid={typed.has(clip.id) ? true : undefined}
                autoComplete="off"
              />
              {typed.has(clip.id) && <span className="problem"> {typed.get(clip.id)?.message}</span>}
            </span>,
            <input
              key="v"
              className="input"
              name={`variant_${clip.id}`}
              aria-label={`Region or variant in ${clip.fileName}`}
              defaultValue={clip.variant}
              autoComplete="off"
            />,
          ],
        }))}
      />
      <datalist id="glosses">
        {glosses.map(gloss => (
          <option key={gloss} value={gloss} />
        ))}
      </datalist>
      {records && signers.length > 0 && (
        <>
          <ClipFields
            signers={signers}
            values={{ kind: 'sign', variant: '', signerId: consent.own?.id ?? null, recordedOn: today }}
            today={today}
          />
          <Button name="intent" value="save">
            Save the signs
          </Button>
        </>
      )}
    </form>
  )
}
