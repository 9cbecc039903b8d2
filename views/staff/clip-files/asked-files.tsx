import { clipKinds } from '#src/clips/rules/clip.ts'
import { rowId } from '#src/core/rules/row-id.ts'
import { hrefs, paths } from '../../paths.ts'
import { usePosted } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ClipFields } from '../clip/clip-fields.tsx'
import type { FilesPage } from './screen.tsx'

/** Asks for the signs of files, many in one form. */
export const AskedFiles = ({ data }: { data: FilesPage }) => {
  const { asked, glosses, signers, consent, today, records } = data
  const { fields, problems } = usePosted('save')
  if (asked.length === 0) return <p className="soft">No file waits for its sign.</p>
  /** The problem with a file whose details were not taken. */
  const problemOf = (id: number): string | undefined => problems[`sign_${id}`]
  return (
    <form method="post" action={paths.clipFiles} className="form">
      <DataTable
        caption="Files without a sign"
        head={['File', 'Sign', 'Region or variant']}
        empty=""
        rows={asked.map(clip => ({
          key: clip.id,
          marked: problemOf(clip.id) !== undefined,
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
                defaultValue={fields[`sign_${clip.id}`] ?? clip.gloss ?? clip.sign ?? ''}
                aria-invalid={problemOf(clip.id) ? true : undefined}
                autoComplete="off"
              />
              {problemOf(clip.id) && <span className="problem"> {problemOf(clip.id)}</span>}
            </span>,
            <input
              key="v"
              className="input"
              name={`variant_${clip.id}`}
              aria-label={`Region or variant in ${clip.fileName}`}
              defaultValue={fields[`variant_${clip.id}`] ?? clip.variant}
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
            values={{
              kind: clipKinds.find(kind => kind === fields.kind) ?? 'sign',
              variant: fields.variant ?? '',
              signerId: rowId(fields.signer_id) ?? consent.own?.id ?? null,
              recordedOn: fields.recorded_on ?? today,
            }}
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
