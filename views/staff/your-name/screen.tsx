import { changeOwnName } from '#src/accounts/own-account.ts'
import { OWN_NAME_MAX, OwnNameForm } from '#src/accounts/rules/own-account.ts'
import { checkForm } from '#src/core/rules/form.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'
import { done, invalid } from '../../answer.ts'
import { hrefs, paths } from '../../paths.ts'
import { page, redirect } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { OfficePage, Panel, usePosted, useStaff } from '../../ui/office-page.tsx'
import { staffScreen } from '../staff-screen.ts'

const TITLE = 'What is your name?'

/** Asks staff for their name after the first sign-in, or when they change it, then goes on. */
export const yourNameScreen = staffScreen({
  path: paths.yourName,
  right: 'any',
  knowsSchools: true,
  load: async ({ query, staff, answer }) =>
    staff.firstName && query.change !== 'yes' && !answer
      ? redirect(localPath(query.redirect))
      : page({ redirect: localPath(query.redirect) }, { title: TITLE }),
  submit: {
    async default({ app, staff, query }, { fields }) {
      const checked = checkForm(OwnNameForm, fields)
      if (!checked.ok) return invalid(checked.problems)
      const { first_name: firstName, last_name: lastName } = checked.value
      await changeOwnName(app, { firstName, lastName }, staff)
      return done(localPath(query.redirect), null)
    },
  },
  fields: ['first_name', 'last_name'],
  View: ({ data: { redirect } }) => {
    const { firstName, lastName } = useStaff()
    const sent = usePosted('default')
    return (
      <OfficePage title={TITLE} lead="Colleagues see it beside the changes you make.">
        <Panel form>
          <form method="post" action={hrefs.yourName(redirect)} className="form">
            <Field
              label="First name"
              name="first_name"
              sent={sent}
              defaultValue={firstName}
              maxLength={OWN_NAME_MAX}
              autoComplete="given-name"
              autoFocus
            />
            <Field
              label="Last name"
              name="last_name"
              sent={sent}
              defaultValue={lastName}
              maxLength={OWN_NAME_MAX}
              autoComplete="family-name"
            />
            <Button>Save</Button>
          </form>
        </Panel>
      </OfficePage>
    )
  },
})
