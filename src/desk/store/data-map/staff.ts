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
import { entry } from './entry.ts'

const EMPLOYED = 'until the user is removed'
const CONTENT = 'as long as the content is used'

export const staffEntries = [
  entry(staffUsers, {
    purpose: "The publisher's staff",
    kept: EMPLOYED,
    seenBy: 'staff',
    staff: ['email', 'phone', 'firstName', 'lastName', 'imageUrl'],
    others: 'staff',
  }),
  entry(staffSchools, {
    purpose: 'Schools of staff whose role covers only some',
    kept: EMPLOYED,
    seenBy: 'the staff user',
    others: 'staff',
  }),
  entry(signInCodes, {
    purpose: 'Sign-in codes of staff, by network or session',
    kept: 'until they expire',
    seenBy: 'nobody',
    secret: ['codeHash'],
    staff: ['askedFrom'],
    others: 'staff',
  }),
  entry(staffSessions, {
    purpose: 'Sign-ins of staff',
    kept: 'until they end',
    seenBy: 'nobody',
    secret: ['cookieHash'],
    staff: ['device'],
    others: 'staff',
  }),
  entry(knownDevices, {
    purpose: 'Devices of staff, by keyed hash, to write to them about new ones',
    kept: 'until 180 days after the last sign-in',
    seenBy: 'nobody',
    secret: ['deviceHash'],
    others: 'staff',
  }),
  entry(staffPasskeys, {
    purpose: 'Passkeys of staff',
    kept: EMPLOYED,
    seenBy: 'the staff user',
    secret: ['credentialId', 'publicKey'],
    staff: ['transports', 'name'],
    others: 'staff',
  }),
  entry(passkeyChallenges, {
    purpose: 'Passkey sign-ins under way',
    kept: 'until they expire',
    seenBy: 'nobody',
    secret: ['challengeHash'],
    staff: ['purpose'],
  }),
  entry(recoveryCodes, {
    purpose: 'Recovery codes of staff',
    kept: EMPLOYED,
    seenBy: 'nobody',
    secret: ['codeHash'],
    others: 'staff',
  }),
  entry(refreshTokens, {
    purpose: 'Tokens of staff for the API',
    kept: 'until they end',
    seenBy: 'nobody',
    secret: ['tokenHash'],
    others: 'staff',
  }),
  entry(staffFlashes, {
    purpose: 'What a page of staff shows once after an action, encrypted',
    kept: 'until it is shown, at most a minute, else until the session ends',
    seenBy: 'the staff user',
    secret: ['addressHash', 'body'],
    others: 'staff',
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
  entry(signs, {
    purpose: 'Dictionary signs, with who signs and who reviewed',
    kept: CONTENT,
    seenBy: 'everybody',
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
  entry(signTerms, { purpose: 'Search terms of signs', kept: CONTENT, seenBy: 'everybody', plain: ['text'] }),
  entry(signSlips, { purpose: 'Search terms with a typo', kept: CONTENT, seenBy: 'everybody', plain: ['key', 'word'] }),
  entry(contentParts, {
    purpose: 'Units, resources and texts of the publisher',
    kept: CONTENT,
    seenBy: 'everybody',
    plain: ['key', 'body'],
  }),
  entry(contentState, { purpose: 'Which content is shown', kept: CONTENT, seenBy: 'staff', plain: ['fingerprint'] }),
]

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
  entry(clipConsentTexts, {
    purpose: 'Texts that signers agree to',
    kept: USED,
    seenBy: STUDIO,
    plain: ['text', 'spanish'],
  }),
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
    plain: ['sign', 'fields', 'entry', 'file', 'comment'],
  }),
  entry(clipUploads, {
    purpose: 'Clips on their way',
    kept: 'until they are complete, a week at most',
    seenBy: 'nobody',
    signer: ['hash', 'fileName', 'details'],
  }),
]
