import { checkForm, type Problems } from '#src/core/rules/form.ts'
import { localPath } from '#src/core/rules/local-path.ts'
import { OWN_NAME_MAX, OwnNameForm } from '#src/staff/rules/own-name.ts'
import { hrefs, paths } from '../../paths.ts'
import { page, redirect } from '../../screen.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { OfficePage, Panel } from '../../ui/office-page.tsx'
import { type StaffContext, staffScreen } from '../staff-screen.ts'

interface YourNamePage {
  typed: { first_name: string; last_name: string }
  problems: Problems
  redirect: string
}

const TITLE = 'What is your name?'

const show = ({ query, staff }: StaffContext, typed?: YourNamePage['typed'], problems: Problems = {}) =>
  page<YourNamePage>(
    {
      typed: typed ?? { first_name: staff.firstName, last_name: staff.lastName },
      problems,
      redirect: localPath(query.redirect),
    },
    { title: TITLE, status: typed ? 422 : 200 },
  )

/** Asks staff for their name after the first sign-in, or when they change it, then goes on. */
export const yourNameScreen = staffScreen<YourNamePage>({
  path: paths.yourName,
  right: 'any',
  knowsSchools: true,
  load: async context =>
    context.staff.firstName && context.query.change !== 'yes'
      ? redirect(localPath(context.query.redirect))
      : show(context),
  submit: {
    async default(context, { fields }) {
      const checked = checkForm(OwnNameForm, fields)
      if (!checked.ok)
        return show(
          context,
          { first_name: fields.first_name ?? '', last_name: fields.last_name ?? '' },
          checked.problems,
        )
      const { first_name: firstName, last_name: lastName } = checked.value
      await context.modules.staff.changeOwnName({ firstName, lastName }, context.staff)
      return redirect(localPath(context.query.redirect))
    },
  },
  View: ({ data: { typed, problems, redirect } }) => (
    <OfficePage title={TITLE} lead="Colleagues see it beside the changes you make.">
      <Panel form>
        <form method="post" action={hrefs.yourName(redirect)} className="form">
          <Field
            label="First name"
            name="first_name"
            defaultValue={typed.first_name}
            problem={problems.first_name}
            maxLength={OWN_NAME_MAX}
            autoComplete="given-name"
            autoFocus
          />
          <Field
            label="Last name"
            name="last_name"
            defaultValue={typed.last_name}
            problem={problems.last_name}
            maxLength={OWN_NAME_MAX}
            autoComplete="family-name"
          />
          <Button>Save</Button>
        </form>
      </Panel>
    </OfficePage>
  ),
})
