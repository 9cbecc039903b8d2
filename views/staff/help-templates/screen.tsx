import { isKeyOf } from '#src/core/rules/guards.ts'
import { languageNames, languages } from '#src/core/rules/language.ts'
import { changeTemplate, listTemplates } from '#src/messages/help-desk.ts'
import { helpDeskMessages, templateLabels } from '#src/messages/rules/help-desk.ts'
import { done, refused } from '../../answer.ts'
import { paths } from '../../paths.ts'
import { type Form, page } from '../../screen.ts'
import { ActionButton } from '../../ui/button.tsx'
import { TextArea } from '../../ui/field.tsx'
import { OfficePage, Panel, usePosted } from '../../ui/office-page.tsx'
import { type StaffContext, staffScreen, useRights } from '../staff-screen.ts'

const change = async ({ app, staff }: StaffContext, { fields }: Form) => {
  const { name = '', en = '', es = '' } = fields
  if (!isKeyOf(templateLabels, name))
    return refused('template_not_found', { message: 'There is no such template.' }, 404)
  // Mistyped, it would be mailed as it stands.
  const unknown = `${en} ${es}`.match(/\{(?!name\}|course\})[^{}]*\}/)?.[0]
  if (unknown)
    return refused('unknown_placeholder', { message: `We fill in {name} and {course}, not ${unknown}.` }, 422)
  await changeTemplate(app, name, { en: en.slice(0, 5000), es: es.slice(0, 5000) }, staff)
  return done(paths.helpTemplates, helpDeskMessages.template)
}

/** Templates of replies to help requests, in each language. */
export const helpTemplatesScreen = staffScreen({
  path: paths.helpTemplates,
  nav: { section: 'Help Requests', label: 'Templates' },
  load: async ({ app }) => page(await listTemplates(app), { title: 'Templates' }),
  submit: { change },
  View: ({ data: templates }) => {
    const { fields: typed } = usePosted('change')
    const { change: canChange } = useRights()
    return (
      <OfficePage
        title="Templates"
        lead="Replies to help requests begin with these. {name} and {course} are filled in. An empty text brings the original back."
      >
        <div className="panel-grid">
          {templates.map(template => (
            <Panel key={template.name} title={templateLabels[template.name]} form>
              <form method="post" action={paths.helpTemplates} className="form">
                <input type="hidden" name="name" value={template.name} />
                {languages.map(language => (
                  <TextArea
                    key={language}
                    label={languageNames[language]}
                    hint={template[language].isChanged ? 'Changed by staff.' : undefined}
                    rows={6}
                    name={language}
                    lang={language}
                    maxLength={5000}
                    readOnly={!canChange}
                    defaultValue={(typed.name === template.name ? typed[language] : null) ?? template[language].text}
                  />
                ))}
                {canChange && (
                  <div className="buttons">
                    <ActionButton
                      intent="change"
                      label="Save"
                      look="quiet"
                      aria-label={`Save ${templateLabels[template.name]}`}
                    />
                  </div>
                )}
              </form>
            </Panel>
          ))}
        </div>
      </OfficePage>
    )
  },
})
