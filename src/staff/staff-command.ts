import { parseArgs } from 'node:util'
import type { Database } from '#src/core/db/db.ts'
import { OperatorError } from '#src/core/rules/operator-error.ts'
import { cleanEmail } from '#src/core/rules/person.ts'
import { fullName, pictureOf, staffRoles } from '#src/core/rules/staff.ts'
import { signInTarget } from './sign-in-target.ts'
import { deleteStaff, listStaff, saveStaff } from './store/staff.ts'

const USAGE = `Use one of:
  npm run staff -- add EMAIL --first NAME --last NAME [--phone +1…] [--role ${staffRoles.join('|')}] [--image https://…]
  npm run staff -- list
  npm run staff -- remove EMAIL`

/** `npm run staff -- …`: manages staff users. Returns the lines to print. Throws OperatorError for wrong usage. */
export const staffCommand = async (db: Database, argv: string[]): Promise<string[]> => {
  const { values, positionals } = read(argv)
  const [verb, given] = positionals
  if (verb === 'list' && positionals.length === 1) {
    const all = await listStaff(db)
    if (all.length === 0)
      return ['No staff users yet. Add one with: npm run staff -- add EMAIL --first NAME --last NAME']
    return all.map(s => [s.email, fullName(s), s.role, s.phone ?? ''].join('\t').trimEnd())
  }
  const email = cleanEmail(given)
  if (!email || positionals.length !== 2 || (verb !== 'add' && verb !== 'remove')) throw new OperatorError(USAGE)
  if (verb === 'remove') {
    if (!(await deleteStaff(db, email))) throw new OperatorError(`${email} is not a staff user.`)
    return [`${email} can no longer log in and is logged out everywhere.`]
  }
  const { first, last, phone, image } = values
  const role = values.role ? staffRoles.find(r => r === values.role) : undefined
  if (values.role && !role) throw new OperatorError(`--role: expected one of ${staffRoles.join(', ')}`)
  const number = phone && (await signInTarget('sms', phone))
  if (number && !/^\+\d{8,15}$/.test(number))
    throw new OperatorError('--phone: expected a mobile number like +14155550100')
  if (image && !pictureOf({ imageUrl: image })) throw new OperatorError('--image: expected the https URL of a picture')
  const staff = await saveStaff(db, {
    email,
    ...(first ? { firstName: first } : {}),
    ...(last ? { lastName: last } : {}),
    ...(number ? { phone: number } : {}),
    ...(image ? { imageUrl: image } : {}),
    ...(role ? { role } : {}),
  })
  return [`${staff.email} can log in as ${staff.role}.`]
}

const read = (args: string[]) => {
  const text = { type: 'string' } as const
  try {
    const options = { first: text, last: text, phone: text, role: text, image: text }
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}
