import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { staffUsers } from '#src/accounts/store/schema/staff.ts'
import { createdAt, id, instant, isOneOf, partOf, reference } from '#src/core/db/columns.ts'
import { type ClipDetails, clipKinds, clipProblems, clipStates, fileRoles } from '../../rules/clips/clip.ts'
import { consentWays } from '../../rules/clips/consent.ts'

/** People who sign in clips. Some are staff users with the role signer. */
export const clipSigners = pgTable('clip_signers', {
  id: id(),
  name: text().notNull(),
  staffId: reference()
    .unique('clip_signers_staff')
    .references(() => staffUsers.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
})

/** Texts that signers agree to. A text is never changed; a new one has the next version. */
export const clipConsentTexts = pgTable('clip_consent_texts', {
  version: integer().primaryKey(),
  text: text().notNull(),
  /** The same in Spanish; empty for none. */
  spanish: text().notNull().default(''),
  staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
  createdAt: createdAt(),
})

/** A signer's consent to one text. */
export const clipConsents = pgTable(
  'clip_consents',
  {
    id: id(),
    signerId: partOf(() => clipSigners.id),
    version: integer()
      .notNull()
      .references(() => clipConsentTexts.version),
    givenOn: date().notNull(),
    how: text({ enum: consentWays }).notNull(),
    /** Place where a signed paper is kept. */
    note: text().notNull().default(''),
    /** The staff user who recorded it. */
    staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [index('clip_consents_signer').on(t.signerId, t.id), check('clip_consents_how', isOneOf(t.how, consentWays))],
)

/**
 * One version of a clip: a recording or an uploaded file. The versions of a sign are its clips with the same kind and
 * variant, of which at most one is published. A sign is named by its slug, which survives imports.
 */
export const clips = pgTable(
  'clips',
  {
    id: id(),
    /** Null until somebody says which sign the file shows. */
    sign: text(),
    kind: text({ enum: clipKinds }).notNull().default('sign'),
    /** Region or variant; empty for the usual form. */
    variant: text().notNull().default(''),
    state: text({ enum: clipStates }).notNull().default('recorded'),
    signerId: reference().references(() => clipSigners.id),
    consentId: reference().references(() => clipConsents.id),
    recordedOn: date(),
    fileName: text().notNull(),
    /** SHA-256 of the uploaded file, in hex. */
    sourceHash: text().notNull(),
    sourceBytes: bigint({ mode: 'number' }).notNull(),
    /** Parts of the uploaded file that are still stored. They are deleted once the clip is made. */
    sourceChunks: integer().notNull(),
    /** The part to keep, and the frame of the poster, in the time of the file. Null: from the start, to the end, the middle. */
    trimFrom: real(),
    trimTo: real(),
    posterAt: real(),
    /** Percent. */
    progress: smallint(),
    /** Not used any more. The same holds for the next column. */
    claim: uuid(),
    claimedUntil: instant(),
    problem: text({ enum: clipProblems }),
    duration: real(),
    fps: real(),
    /** WebVTT; empty for none. */
    captions: text().notNull().default(''),
    uploadedBy: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    reviewedBy: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    reviewedAt: instant(),
    publishedBy: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    publishedAt: instant(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [
    check('clips_kind', isOneOf(t.kind, clipKinds)),
    check('clips_state', isOneOf(t.state, clipStates)),
    check('clips_problem', isOneOf(t.problem, clipProblems)),
    /** An upload that becomes a clip has a sign, a signer and their consent. */
    check(
      'clips_details',
      sql`${t.state} = 'recorded' or (${t.sign} is not null and ${t.signerId} is not null and ${t.consentId} is not null)`,
    ),
    uniqueIndex('clips_published').on(t.sign, t.kind, t.variant).where(sql`${t.state} = 'published'`),
    index('clips_sign').on(t.sign, t.state),
    index('clips_state').on(t.state, t.updatedAt),
    index('clips_source').on(t.sourceHash),
    index('clips_signer').on(t.signerId),
  ],
)

/** Files made from a clip, named by the hash of their content. */
export const clipFiles = pgTable(
  'clip_files',
  {
    clipId: partOf(() => clips.id),
    role: text({ enum: fileRoles }).notNull(),
    place: smallint().notNull(),
    name: text().notNull(),
    bytes: integer().notNull(),
    width: integer(),
    height: integer(),
  },
  t => [
    primaryKey({ columns: [t.clipId, t.role, t.place] }),
    index('clip_files_name').on(t.name),
    check('clip_files_role', isOneOf(t.role, fileRoles)),
  ],
)

/** Comments of reviewers and signers on a clip, at a time in it or in general. */
export const clipComments = pgTable(
  'clip_comments',
  {
    id: id(),
    clipId: partOf(() => clips.id),
    at: real(),
    text: text().notNull(),
    staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  t => [index('clip_comments_clip').on(t.clipId, t.id)],
)

/** Files on their way, sent in parts. The row becomes a clip with the last part. */
export const clipUploads = pgTable(
  'clip_uploads',
  {
    /** SHA-256 of the whole file, in hex. */
    hash: text().primaryKey(),
    fileName: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Parts that have arrived. */
    chunks: integer().notNull().default(0),
    /** Details that were chosen before sending. */
    details: jsonb().$type<ClipDetails>().notNull(),
    staffId: reference().references(() => staffUsers.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  t => [index('clip_uploads_updated_at').on(t.updatedAt)],
)

/**
 * SQL for the published clips of a sign `s`, as `PublishedClip[]` of the dictionary: the sign alone first, the usual form
 * before its variants.
 */
export const PUBLISHED_CLIPS = `(select coalesce(json_agg(json_build_object(
    'kind', c.kind, 'variant', c.variant, 'signer', g.name, 'recordedOn', c.recorded_on,
    'reviewedBy', nullif(trim(r.first_name || ' ' || r.last_name), ''), 'reviewedOn', c.reviewed_at::date,
    'duration', c.duration, 'fps', c.fps,
    'files', (select json_agg(json_build_object('role', f.role, 'name', f.name, 'width', f.width, 'height', f.height)
      order by f.role, f.place) from clip_files f where f.clip_id = c.id)
  ) order by c.kind desc, c.variant), '[]')
  from clips c join clip_signers g on g.id = c.signer_id left join staff_users r on r.id = c.reviewed_by
  where c.sign = s.slug and c.state = 'published')`
