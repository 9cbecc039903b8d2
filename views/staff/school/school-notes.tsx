import { usePosted } from '../../ui/answer.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Panel } from '../../ui/office-page.tsx'
import type { SchoolPage } from './screen.tsx'

/** Staff's own words about a school. */
export const SchoolNotes = ({ data: { address, school, rights } }: { data: SchoolPage }) => {
  const { fields, problems } = usePosted('note')
  return (
    <Panel title="Contact and notes">
      {rights.change ? (
        <form method="post" action={address} className="form">
          <Field
            label="Contact"
            hint="Whom to write to: name, email, phone"
            name="contact"
            defaultValue={fields.contact ?? school.contact}
            problem={problems.contact}
            maxLength={300}
            autoComplete="off"
          />
          <div className="field">
            <label htmlFor="note">Notes</label>
            <textarea
              id="note"
              name="note"
              className="input"
              rows={4}
              maxLength={2000}
              defaultValue={fields.note ?? school.note}
            />
            {problems.note && (
              <p className="problem" role="alert">
                {problems.note}
              </p>
            )}
          </div>
          <div className="buttons">
            <Button look="quiet" name="intent" value="note">
              Save contact and notes
            </Button>
          </div>
        </form>
      ) : (
        <Facts
          of={[
            ['Contact', school.contact || 'none'],
            ['Notes', school.note || 'none'],
          ]}
        />
      )}
    </Panel>
  )
}
