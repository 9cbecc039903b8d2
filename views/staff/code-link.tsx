import { isMasked } from '#src/access/rules/masked-code.ts'
import { hrefs } from '../paths.ts'

/** An access code, linked to its page unless the role sees its end only. */
export const CodeLink = ({ code }: { code: string }) =>
  isMasked(code) ? code : <a href={hrefs.accessCode(code)}>{code}</a>
