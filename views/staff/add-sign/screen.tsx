import { Island } from '../../island-host.tsx'
import { paths } from '../../paths.ts'
import { Feedback } from '../../ui/feedback.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import EntryForm from '../sign/entry-form.island.tsx'
import { staffScreen } from '../staff-screen.ts'
import { type AddSignPage, add, showAddSign } from './load.ts'

/** Adds an entry to the dictionary, once a reviewer approves it. */
export const addSignScreen = staffScreen<AddSignPage>({
  path: paths.addSign,
  right: 'clips',
  load: context => showAddSign(context),
  submit: { add },
  View: ({ data: { typed, lessons, problems, message } }) => (
    <OfficePage title="Add an entry" lead="The dictionary shows it once a reviewer approves it.">
      <Feedback feedback={message === null ? null : { tone: 'problem', text: message }} />
      <Panel form>
        <p className="soft">
          Gloss, lesson, meaning, part of speech and usage are needed. The dictionary leaves out empty fields.
        </p>
        <Island
          of={EntryForm}
          props={{
            action: paths.addSign,
            gloss: typed.gloss,
            texts: typed.texts,
            problems,
            seen: 0,
            adds: { lesson: typed.lesson, lessons },
          }}
        />
      </Panel>
    </OfficePage>
  ),
})
