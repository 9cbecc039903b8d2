import { isCurrent } from '#src/clips/rules/consent.ts'
import type { ConsentFacts } from '#src/clips/view-studio.ts'
import { may, type Staff } from '#src/core/rules/staff.ts'
import type { SignerChoice } from './clip-fields.tsx'

/** Lists the signers whose clips may be sent: one's own, or for managers all who agreed to the text in use. */
export const choicesOf = ({ own, signers, text }: ConsentFacts, staff: Staff): SignerChoice[] =>
  (may(staff, 'manage') ? signers : [own])
    .filter(signer => signer !== null)
    .filter(signer => isCurrent(signer, text))
    .map(({ id, name }) => ({ id, name }))
