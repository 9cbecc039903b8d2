/**
 * Form rules of sign-up and payment: typed values and the messages at the field. The messages are repeated here letter
 * for letter, so that the product's are compared with the required ones. test/http/form-rules.test.ts posts the
 * values, test/browser/form-rules.test.ts types them.
 */
interface Rule {
  /** Replaces the valid values. */
  typed: Record<string, string>
  field: string
  /** All messages of the field, in order. */
  says: string[]
  /** The field takes at most 20 characters, so a browser never sends this. */
  serverOnly?: boolean
}

/** Valid for a school with the email domain school.example. */
export const good = {
  pay: { name: 'Ana Lima', email: 'ana@school.example', password: 'Zq7!mellow-otter' },
  join: {
    first_name: 'Ana',
    last_name: 'Lima',
    email: 'ana@school.example',
    password: 'Zq7!mellow-otter',
    confirm_password: 'Zq7!mellow-otter',
  },
  code: {},
  pin: {},
  coupon: {},
  receipt: {},
} as const satisfies Record<string, Record<string, string>>

export type RuledForm = keyof typeof good

const rule = (field: string, typed: string | Record<string, string>, ...says: string[]): Rule => ({
  field,
  typed: typeof typed === 'string' ? { [field]: typed } : typed,
  says,
})

/** Fills both fields, so that only the password is wrong. */
const password = (typed: string, ...says: string[]) =>
  rule('password', { password: typed, confirm_password: typed }, ...says)

const addresses = ['', 'ana', 'ana@home', 'ana lima@school.example', '@school.example'].map(typed =>
  rule('email', typed, 'Email does not look right.'),
)
const domains = ['ana@home.example', 'ana@sub.school.example'].map(typed =>
  rule('email', typed, '@school.example is required'),
)
const length = 'Password needs to be between 8 to 64 characters in length.'
const long = `Zq7!${'m'.repeat(61)}`

const coupons: Rule[] = [
  rule('coupon', 'AB-12', 'The code given is not right.'),
  { ...rule('coupon', 'A-CODE-OF-21-LETTERS!', 'The code given is not right.'), serverOnly: true },
  rule('coupon', '', 'Please enter the access code.'),
  rule('coupon', '   ', 'Please enter the access code.'),
  rule('coupon', 'NO-SUCH-CODE', 'The code given is not right.'),
]

export const rules: Record<RuledForm, Rule[]> = {
  pay: [
    rule('name', '', 'First and last name please.'),
    rule('name', 'Ana', 'First and last name please.'),
    rule('name', ' Ana ', 'First and last name please.'),
    ...addresses,
    ...domains,
    rule('password', '', 'Password needs to be least 8 characters.'),
    rule('password', 'Zq7!mel', 'Password needs to be least 8 characters.'),
    rule('password', long, length),
  ],
  join: [
    rule('first_name', '', 'First name needs at least 2 letters.'),
    rule('first_name', 'A', 'First name needs at least 2 letters.'),
    rule('first_name', 'A1', 'First name needs at least 2 letters.'),
    rule('last_name', 'L', 'Last name needs at least 2 letters.'),
    ...addresses,
    ...domains,
    password('Zq7!mel', length),
    password(long, length),
    password('zq7!mellow', 'Password needs an uppercase letter.'),
    password('ZQ7!MELLOW', 'Password needs a lowercase letter.'),
    password('Zqq!mellow', 'Password needs a digit.'),
    password('Zq7mellow', 'Password needs a special character.'),
    password('Zq!mellow123', 'Password must not contain 123, abc or password.'),
    password('Zq7!mellowabc', 'Password must not contain 123, abc or password.'),
    password('Zq7!password', 'Password must not contain 123, abc or password.'),
    password('Zq7!mellowANA', 'Password must not include your first or last name.'),
    password('Zq7!limaMellow', 'Password must not include your first or last name.'),
    password(
      'ana',
      length,
      'Password needs an uppercase letter.',
      'Password needs a digit.',
      'Password needs a special character.',
      'Password must not include your first or last name.',
    ),
    rule('confirm_password', 'Zq7!mellow-Otter', 'Passwords must match.'),
    // Reported together with other errors.
    rule('confirm_password', { first_name: 'A', password: 'abc', confirm_password: 'abd' }, 'Passwords must match.'),
  ],
  code: [
    rule('code', '123', 'The code given is not right.'),
    rule('code', '', 'Please enter the code to verify your email.'),
    rule('code', ' ', 'Please enter the code to verify your email.'),
    rule('code', '1234', 'The code given is not right.'),
  ],
  pin: [
    rule('pin_number', '123', 'The pin number given is not right.'),
    rule('pin_number', '', 'Please enter the pin number to verify your email.'),
    rule('pin_number', '1234', 'The pin number given is not right.'),
  ],
  coupon: coupons,
  receipt: [
    rule('receipt_email', '', 'Enter an email for the receipt.'),
    rule('receipt_email', 'ana@home', 'Email does not look right.'),
  ],
}
