import * as z from 'zod'
import { answers } from '#src/core/rules/calls.ts'
import { type Statuses, withStatus } from '#src/core/rules/outcome.ts'
import type { Consumer, ConsumerReason } from './rules/consumer.ts'
import { CreateConsumerForm, FindConsumerForm } from './rules/consumer-form.ts'
import type { DeploymentReason } from './rules/deployment.ts'
import type { JoinReason } from './rules/join-schools.ts'
import type { LmsMoveReason } from './rules/lms-moves.ts'
import { type Platform, type PlatformReason, PRESETS, platformRefusals } from './rules/platform.ts'
import type { RegistrationReason } from './rules/registration.ts'
import { type SchoolSwitches, switchFields, switchNames } from './rules/school.ts'

type SchoolReason = ConsumerReason | PlatformReason | DeploymentReason | JoinReason | LmsMoveReason | RegistrationReason

export const schoolStatus: Statuses<SchoolReason> = {
  invitation_invalid: 403,
  configuration_address_invalid: 403,
  ...withStatus(404, 'consumer_not_found', 'platform_not_found', 'deployment_not_found', 'school_not_found'),
  ...withStatus(404, 'connection_not_found', 'move_not_found'),
  ...withStatus(409, 'consumer_key_exists', 'consumer_name_exists', 'school_name_exists', 'platform_exists'),
  ...withStatus(409, 'client_id_taken', 'platform_changed', 'platform_in_use', 'invitation_used', 'erasure_running'),
  ...withStatus(409, 'move_decided', 'later_move', 'people_being_parted'),
}

const tags = ['Schools']
const text = z.string().max(2000)

const Switches = z.object({
  accepts_payment: z.boolean(),
  accepts_access_code: z.boolean(),
  is_k12: z.boolean(),
  passes_grades: z.boolean(),
  yearly_access: z.boolean(),
})

const toWireSwitches = (school: SchoolSwitches): z.infer<typeof Switches> => ({
  accepts_payment: school.acceptsPayment,
  accepts_access_code: school.acceptsAccessCode,
  is_k12: school.isK12,
  passes_grades: school.passesGrades,
  yearly_access: school.yearlyAccess,
})

const SwitchChange = Switches.partial()

/** Reads the switches that a body names; the others stay unchanged. */
export const readSwitches = (body: Record<string, boolean | undefined>): Partial<SchoolSwitches> =>
  Object.fromEntries(
    switchNames.flatMap(name => {
      const given = body[switchFields[name]]
      return given === undefined ? [] : [[name, given]]
    }),
  )

const WireConsumer = z.object({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  email_domain: z.string().nullable(),
  ...Switches.shape,
  is_hosted: z.boolean(),
})

export const toWireConsumer = (c: Consumer): z.infer<typeof WireConsumer> => ({
  id: c.id,
  key: c.key,
  name: c.name,
  email_domain: c.emailDomain,
  ...toWireSwitches(c),
  is_hosted: c.isHosted,
})

export const findConsumerCall = {
  tags,
  summary: 'Finds a school by key, and by name. The secret is not returned.',
  body: FindConsumerForm,
  response: answers(
    z.object({
      found_consumer_by_key: WireConsumer.nullable(),
      found_consumer_by_name: WireConsumer.nullable(),
      message: z.string(),
    }),
  ),
}
export const createConsumerCall = {
  tags,
  summary: 'Creates a school for LTI 1.1. Only this response contains its secret.',
  body: CreateConsumerForm,
  response: answers(z.object({ created_consumer: WireConsumer.extend({ secret: z.string() }), message: z.string() })),
}
export const updateConsumerCall = {
  tags,
  summary: 'Changes what a school accepts. Omitted fields stay unchanged. Codes or payment must stay on.',
  body: SwitchChange.extend({
    key: z.string(),
    name: z.string().max(200).optional(),
    email_domain: z.string().nullish(),
  }).meta({ examples: [{ key: 'twa_demo', accepts_payment: false, accepts_access_code: true }] }),
  response: answers(z.object({ updated_consumer: WireConsumer, message: z.string() })),
}

const WirePlatform = z.object({
  id: z.int(),
  domain: z.string(),
  client_id: z.string(),
  iss: z.string(),
  authorization_redirect: z.string(),
  public_keys_url: z.string(),
  grant_url: z.string(),
  audience: z.string().nullable(),
  is_active: z.boolean(),
  opens_without_cookies: z.boolean(),
})

export const toWirePlatform = (p: Platform): z.infer<typeof WirePlatform> => ({
  id: p.id,
  domain: p.domain,
  client_id: p.clientId,
  iss: p.issuer,
  authorization_redirect: p.authorizationRedirect,
  public_keys_url: p.publicKeysUrl,
  grant_url: p.grantUrl,
  audience: p.audience,
  is_active: p.isActive,
  opens_without_cookies: p.opensWithoutCookies,
})

export const createPlatformCall = {
  tags,
  summary: 'Registers an LMS for LTI 1.3. The listed deployments are approved; others wait in the inbox.',
  body: z
    .object({
      domain: z.string(platformRefusals.domain_required.message).max(2000),
      client_id: z.string(platformRefusals.client_id_required.message).max(2000),
      /** Decides without a preset. */
      d2l: z.boolean().optional(),
      preset: z.enum(PRESETS).optional(),
      audience: text.optional(),
      issuer: text.optional(),
      authorization_redirect: text.optional(),
      public_keys_url: text.optional(),
      grant_url: text.optional(),
      deployment_ids: z.array(z.string().trim().min(1).max(255)).max(200).optional(),
    })
    .meta({ examples: [{ domain: 'canvas.school.example', client_id: '10000000000042', preset: 'canvas' }] }),
  response: answers(z.object({ message: z.string(), platform: WirePlatform })),
}
