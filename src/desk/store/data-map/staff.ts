import { serviceAccounts } from '#src/accounts/store/schema/service-accounts.ts'
import {
  knownDevices,
  passkeyChallenges,
  recoveryCodes,
  refreshTokens,
  signInCodes,
  staffFlashes,
  staffPasskeys,
  staffSchools,
  staffSessions,
  staffUsers,
} from '#src/accounts/store/schema/staff.ts'
import {
  clipComments,
  clipConsents,
  clipConsentTexts,
  clipFiles,
  clipSigners,
  clips,
  clipUploads,
} from '#src/signs/store/schema/clips.ts'
import { alphabetComments, alphabetReviews } from '#src/signs/store/schema/fingerspelling.ts'
import { contentParts, contentState, signChanges, signSlips, signs, signTerms } from '#src/signs/store/schema/signs.ts'
import { erasures, schoolErasures } from '../schema/erasures.ts'
import { entriesOf, entry } from './entry.ts'

const ofStaff = entriesOf({ kept: 'until the user is removed', seenBy: 'nobody', others: 'staff' })
const ofContent = entriesOf({ kept: 'as long as the content is used', seenBy: 'everybody' })

export const staffEntries = [
  ofStaff(staffUsers, {
    purpose: "The publisher's staff",
    seenBy: 'staff',
    staff: ['email', 'phone', 'firstName', 'lastName', 'imageUrl'],
  }),
  ofStaff(staffSchools, { purpose: 'Schools of staff whose role covers only some', seenBy: 'the staff user' }),
  ofStaff(signInCodes, {
    purpose: 'Sign-in codes of staff, by network or session',
    kept: 'until they expire',
    secret: ['codeHash'],
    staff: ['askedFrom'],
  }),
  ofStaff(staffSessions, {
    purpose: 'Sign-ins of staff',
    kept: 'until they end',
    secret: ['cookieHash'],
    staff: ['device'],
  }),
  ofStaff(knownDevices, {
    purpose: 'Devices of staff, by keyed hash, to write to them about new ones',
    kept: 'until 180 days after the last sign-in',
    secret: ['deviceHash'],
  }),
  ofStaff(staffPasskeys, {
    purpose: 'Passkeys of staff',
    seenBy: 'the staff user',
    secret: ['credentialId', 'publicKey'],
    staff: ['transports', 'name'],
  }),
  entry(passkeyChallenges, {
    purpose: 'Passkey sign-ins under way',
    kept: 'until they expire',
    seenBy: 'nobody',
    secret: ['challengeHash'],
    staff: ['purpose'],
  }),
  ofStaff(recoveryCodes, { purpose: 'Recovery codes of staff', secret: ['codeHash'] }),
  ofStaff(refreshTokens, {
    purpose: 'Tokens of staff for the API',
    kept: 'until they end',
    secret: ['tokenHash'],
  }),
  ofStaff(staffFlashes, {
    purpose: 'What a page of staff shows once after an action, encrypted',
    kept: 'until it is shown, at most a minute, else until the session ends',
    seenBy: 'the staff user',
    secret: ['addressHash', 'body'],
  }),
  entry(serviceAccounts, {
    purpose: 'Keys of programs that read or make access codes',
    kept: 'as long as the product is used',
    seenBy: 'managers',
    secret: ['keyHash'],
    plain: ['name', 'keyEnd', 'scopes'],
  }),
  entry(erasures, {
    purpose:
      'Erased people by keyed hash, to erase them again after a backup is restored; what to erase elsewhere by hand',
    kept: 'as long as older backups exist',
    seenBy: 'staff',
    secret: ['keyHash'],
    staff: ['actor'],
    record: ['byHand'],
    others: 'record',
  }),
  entry(schoolErasures, {
    purpose: 'Progress of erasing everybody of a school',
    kept: 'as long as the product is used',
    seenBy: 'staff',
    staff: ['actor'],
  }),
  ofContent(signs, {
    purpose: 'Dictionary signs, with who signs and who reviewed',
    staff: ['signer', 'reviewedBy'],
    plain: [
      'slug',
      'gloss',
      'english',
      'spanish',
      'partOfSpeech',
      'lesson',
      'usage',
      'formation',
      'handshape',
      'otherHandshape',
      'location',
      'movement',
      'mouth',
      'notes',
      'related',
      'confusable',
      'video',
      'example',
      'variants',
      'transcript',
      'picture',
    ],
  }),
  ofContent(signTerms, { purpose: 'Search terms of signs', plain: ['text'] }),
  ofContent(signSlips, { purpose: 'Search terms with a typo', plain: ['key', 'word'] }),
  ofContent(contentParts, { purpose: 'Units, resources and texts of the publisher', plain: ['key', 'body'] }),
  ofContent(contentState, { purpose: 'Which content is shown', seenBy: 'staff', plain: ['fingerprint'] }),
]

const STUDIO = 'staff of the clip studio'
const ofSigners = entriesOf({ kept: 'as long as the signer agrees', seenBy: STUDIO })
const ofStudio = entriesOf({ kept: 'as long as the product is used', seenBy: STUDIO })

export const clipEntries = [
  ofSigners(clipSigners, {
    purpose: 'People who sign in clips',
    seenBy: 'everybody, once a clip is published',
    signer: ['name'],
    others: 'signer',
  }),
  ofSigners(clipConsents, {
    purpose: 'Consent of signers, to which text and when',
    signer: ['note'],
    others: 'signer',
  }),
  ofStudio(clipConsentTexts, { purpose: 'Texts that signers agree to', plain: ['text', 'spanish'] }),
  ofSigners(clips, {
    purpose: 'Clips of signs and their versions',
    seenBy: 'everybody, once published; before that staff of the clip studio',
    signer: ['id', 'signerId', 'consentId', 'recordedOn', 'fileName', 'sourceHash'],
    plain: ['sign', 'variant', 'captions'],
  }),
  ofSigners(clipFiles, {
    purpose: 'Videos and pictures of clips, by the hash of their content',
    seenBy: 'everybody, once published; before that staff of the clip studio',
    signer: ['clipId', 'name'],
  }),
  ofSigners(clipComments, {
    purpose: 'What reviewers and signers say about a clip',
    signer: ['text'],
    others: 'signer',
  }),
  ofStudio(alphabetComments, {
    purpose: 'What reviewers say about the drawn letters',
    plain: ['character', 'text', 'drawings'],
  }),
  ofStudio(alphabetReviews, { purpose: 'Approvals of the drawn letters', plain: ['drawings'] }),
  ofStudio(signChanges, {
    purpose: 'Changes of dictionary entries by staff, and their review',
    plain: ['sign', 'fields', 'entry', 'file', 'comment'],
  }),
  entry(clipUploads, {
    purpose: 'Clips on their way',
    kept: 'until they are complete, a week at most',
    seenBy: 'nobody',
    signer: ['hash', 'fileName', 'details'],
  }),
]
