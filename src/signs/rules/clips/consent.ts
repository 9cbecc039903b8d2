import type { RefusalTexts } from '#src/core/rules/outcome.ts'

/** Consent of signers. Its texts are numbered; a new text leaves the earlier ones as they were agreed to. */

export const consentWays = ['ticked', 'paper'] as const
type ConsentWay = (typeof consentWays)[number]

export const wayText: Record<ConsentWay, string> = {
  ticked: 'Agreed here',
  paper: 'Signed on paper',
}

export const CONSENT_MAX = 4000
export const CONSENT_NOTE_MAX = 300
export const SIGNER_NAME_MAX = 100

/** Version 1, until a manager writes a text of their own. In English and Spanish. */
export const SAMPLE_CONSENT = `I am the person in these clips, and I am at least 18 years old.
The publisher may show the clips with my name in its dictionary, lessons and printed sheets, to students, teachers and everybody who opens the public dictionary.
The publisher may trim and convert the clips. It does not sell them, and nobody may use them to make artificial signers.
I may withdraw my consent at any time. My clips are then deleted from the dictionary.`

export const SAMPLE_CONSENT_IN_SPANISH = `Soy la persona que aparece en estos videos y tengo al menos 18 años.
La editorial puede mostrar los videos con mi nombre en su diccionario, sus lecciones y sus hojas impresas, a estudiantes, docentes y a todas las personas que abran el diccionario público.
La editorial puede recortar y convertir los videos. No los vende, y nadie puede usarlos para crear intérpretes artificiales.
Puedo retirar mi consentimiento en cualquier momento. Entonces mis videos se borran del diccionario.`

export interface ConsentText {
  version: number
  text: string
  /** The same in Spanish; empty for none. */
  spanish: string
}

/** A person who signs in clips, with the consent that they gave last. */
export interface Signer {
  id: number
  name: string
  /** The staff user who is this signer; null for others. */
  staffId: number | null
  consent: Consent | null
  /** Number of their clips. */
  clips: number
}

export interface Consent {
  id: number
  version: number
  /** YYYY-MM-DD */
  givenOn: string
  how: ConsentWay
  note: string
}

/** True if the signer agreed to the text that is in use. New clips need it. */
export const isCurrent = (signer: Pick<Signer, 'consent'>, { version }: ConsentText): boolean =>
  signer.consent?.version === version

/** Sentences of the reasons to refuse a change of signers or the consent text. */
export const signerRefusals = {
  signer_not_found: { message: 'We could not find this signer. They may have been erased.' },
  name_required: { message: "Enter the signer's name.", field: 'name' },
  consent_day_required: { message: 'Enter the day on the signed paper, not later than today.', field: 'given_on' },
  consent_text_changed: { message: 'The consent text has changed. Read it again, then agree.' },
  text_required: { message: 'Enter the text that signers agree to.', field: 'text' },
} as const satisfies RefusalTexts

export type SignerReason = keyof typeof signerRefusals
