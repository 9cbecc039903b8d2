import { isFresh } from '#src/core/rules/staff.ts'
import { localPath } from '#src/core/rules/web-addresses.ts'
import { ConfirmItIsYou, confirmTitle } from '../../login/sign-in-again.tsx'
import { paths } from '../../paths.ts'
import { page, redirect } from '../../screen.ts'
import { type StaffContext, staffScreen } from '../staff-screen.ts'

const goBack = ({ query }: StaffContext) => redirect(localPath(query.redirect))

/** Asks for a fresh sign-in before a page or a download, then goes back. Forms ask on their own address. */
export const confirmSignInScreen = staffScreen({
  path: paths.confirmSignIn,
  right: 'any',
  knowsSchools: true,
  load: async context =>
    isFresh(context.staff, context.now)
      ? goBack(context)
      : page({ action: context.url, email: context.staff.email }, { title: confirmTitle }),
  submit: { default: async context => goBack(context) },
  View: ({ data }) => <ConfirmItIsYou {...data} step="ask" problem={null} fields={{}} />,
})
