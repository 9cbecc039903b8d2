import { contentParts, contentState } from '#src/signs/store/schema/content.ts'
import { signSlips, signs, signTerms } from '#src/signs/store/schema/signs.ts'
import { knownDevices } from '#src/staff/store/schema/known-devices.ts'
import { passkeyChallenges, recoveryCodes, staffPasskeys } from '#src/staff/store/schema/passkeys.ts'
import { staffSchools } from '#src/staff/store/schema/staff-schools.ts'
import { refreshTokens, signInCodes, staffFlashes, staffSessions, staffUsers } from '#src/staff/store/schema.ts'
import { erasures, schoolErasures } from '../schema.ts'
import { entry } from './entry.ts'

const EMPLOYED = 'until the user is removed (`npm run staff`)'
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
