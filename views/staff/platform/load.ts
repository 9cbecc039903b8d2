import { schoolStatus } from '#src/schools/contract.ts'
import {
  type Platform,
  type PlatformPreset,
  PRESETS,
  platformMessages,
  platformRefusalText,
} from '#src/schools/rules/platform.ts'
import type { FeedbackText } from '../../answer.ts'
import { type Form, page, type Result } from '../../screen.ts'
import { type Rights, rightsOf, type StaffContext } from '../staff-screen.ts'

export interface PlatformPage {
  typed: Record<string, string>
  /** Defaults to true. */
  d2l: boolean
  problems: Record<string, string>
  created: Platform | null
  rights: Rights
  feedback: FeedbackText | null
}

export const showPlatform = async (
  context: StaffContext,
  shown: Partial<PlatformPage> & { status?: number } = {},
): Promise<Result<PlatformPage>> => {
  const { status = 200, ...rest } = shown
  const data: PlatformPage = {
    typed: {},
    d2l: true,
    problems: {},
    created: null,
    feedback: null,
    ...rest,
    rights: rightsOf(context.staff),
  }
  return page(data, { title: 'Create LTI 1.3 Credentials', status })
}

export const createPlatform = async (context: StaffContext, { fields }: Form): Promise<Result<PlatformPage>> => {
  const d2l = fields.d2l === 'yes'
  const text = (name: string) => fields[name]?.trim() || undefined
  const result = await context.modules.schools.createPlatform(
    {
      domain: fields.domain ?? '',
      clientId: fields.client_id ?? '',
      preset: d2l ? 'd2l' : presetOf(fields.preset),
      given: {
        issuer: text('issuer'),
        authorizationRedirect: text('authorization_redirect'),
        publicKeysUrl: text('public_keys_url'),
        grantUrl: text('grant_url'),
        audience: text('audience'),
      },
      deploymentIds: (fields.deployment_ids ?? '').split(/[\s,]+/).filter(Boolean),
    },
    context.staff,
  )
  if (!result.ok) {
    const { message, field = '' } = platformRefusalText(result)
    return showPlatform(context, {
      typed: fields,
      d2l,
      problems: { [field]: message },
      status: schoolStatus[result.reason],
    })
  }
  return showPlatform(context, {
    created: result.platform,
    feedback: { tone: 'good', text: platformMessages.created },
  })
}

const presetOf = (typed: string | undefined): PlatformPreset => PRESETS.find(p => p === typed) ?? 'canvas'
