import { clipComments, clipFiles, clips, clipUploads } from '#src/clips/store/schema/clips.ts'
import { clipConsents, clipConsentTexts, clipSigners } from '#src/clips/store/schema/signers.ts'
import { alphabetComments, alphabetReviews } from '#src/fingerspelling/store/schema.ts'
import { signChanges } from '#src/signs/store/schema/sign-changes.ts'
import { entry } from './entry.ts'

const SIGNS = 'as long as the signer agrees'
const USED = 'as long as the product is used'
const STUDIO = 'staff of the clip studio'

export const clipEntries = [
  entry(clipSigners, {
    purpose: 'People who sign in clips',
    kept: SIGNS,
    seenBy: 'everybody, once a clip is published',
    signer: ['name'],
    others: 'signer',
  }),
  entry(clipConsents, {
    purpose: 'Consent of signers, to which text and when',
    kept: SIGNS,
    seenBy: STUDIO,
    signer: ['note'],
    others: 'signer',
  }),
  entry(clipConsentTexts, { purpose: 'Texts that signers agree to', kept: USED, seenBy: STUDIO, plain: ['text'] }),
  entry(clips, {
    purpose: 'Clips of signs and their versions',
    kept: SIGNS,
    seenBy: 'everybody, once published; before that staff of the clip studio',
    signer: ['id', 'signerId', 'consentId', 'recordedOn', 'fileName', 'sourceHash'],
    plain: ['sign', 'variant', 'captions'],
  }),
  entry(clipFiles, {
    purpose: 'Videos and pictures of clips, by the hash of their content',
    kept: SIGNS,
    seenBy: 'everybody, once published; before that staff of the clip studio',
    signer: ['clipId', 'name'],
  }),
  entry(clipComments, {
    purpose: 'What reviewers and signers say about a clip',
    kept: SIGNS,
    seenBy: STUDIO,
    signer: ['text'],
    others: 'signer',
  }),
  entry(alphabetComments, {
    purpose: 'What reviewers say about the drawn letters',
    kept: USED,
    seenBy: STUDIO,
    plain: ['character', 'text', 'drawings'],
  }),
  entry(alphabetReviews, {
    purpose: 'Approvals of the drawn letters',
    kept: USED,
    seenBy: STUDIO,
    plain: ['drawings'],
  }),
  entry(signChanges, {
    purpose: 'Changes of dictionary entries by staff, and their review',
    kept: USED,
    seenBy: STUDIO,
    plain: ['sign', 'fields', 'entry', 'comment'],
  }),
  entry(clipUploads, {
    purpose: 'Clips on their way',
    kept: 'until they are complete, a week at most',
    seenBy: 'nobody',
    signer: ['hash', 'fileName', 'details'],
  }),
]
