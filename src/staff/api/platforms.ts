import * as z from 'zod'
import { type Call, call, refuse, toRefusal } from '#src/http/staff-calls.ts'
import { deploymentMessages, PRESETS, platformMessages } from '#src/schools/rules/platform.ts'
import { hrefs } from '#views/paths.ts'
import { readSwitches, switchesBody } from './switches.ts'
import { wireDeployment, wirePlatform } from './wire.ts'

const text = z.string().max(2000)
const id = z.string().trim().min(1).max(255)

const PlatformBody = z.object({
  domain: text,
  client_id: text,
  d2l: z.boolean().optional(),
  preset: z.enum(PRESETS).optional(),
  audience: text.optional(),
  issuer: text.optional(),
  authorization_redirect: text.optional(),
  public_keys_url: text.optional(),
  grant_url: text.optional(),
  deployment_ids: z.array(id).max(200).optional(),
})

const DeploymentBody = z.object({
  status: z.enum(['approved', 'waiting', 'refused']).optional(),
  name: z.string().trim().min(1).max(200).optional(),
  ...switchesBody,
})

export const platformCalls = (publicUrl: string): Call[] => [
  call({
    method: 'POST',
    path: '/twa/create_platform',
    does: 'Registers an LMS for LTI 1.3. The listed deployments are approved; others wait in the inbox.',
    answers: ['message', 'platform'],
    body: PlatformBody,
    async run({ body, staff, modules }) {
      const result = await modules.schools.createPlatform(
        {
          domain: body.domain,
          clientId: body.client_id,
          // Without a preset, `d2l` decides.
          preset: body.preset ?? (body.d2l ? 'd2l' : 'canvas'),
          given: {
            issuer: body.issuer,
            authorizationRedirect: body.authorization_redirect,
            publicKeysUrl: body.public_keys_url,
            grantUrl: body.grant_url,
            audience: body.audience,
          },
          deploymentIds: body.deployment_ids ?? [],
        },
        staff,
      )
      if (result.kind === 'refused') return toRefusal(result)
      return { message: platformMessages.created, platform: wirePlatform(result.platform) }
    },
  }),
  call({
    method: 'GET',
    path: '/api/platforms',
    does: 'Lists the LTI 1.3 platforms, those waiting for activation first.',
    answers: ['platforms'],
    async run({ modules }) {
      return { platforms: (await modules.lti.listPlatforms()).map(wirePlatform) }
    },
  }),
  call({
    method: 'POST',
    path: '/api/platforms/:id',
    does: 'Activates or deactivates a platform.',
    answers: ['platform'],
    body: z.object({ is_active: z.boolean() }),
    async run({ params, body, staff, modules }) {
      const platform = await modules.schools.switchPlatform(Number(params.id), body.is_active, staff)
      return platform ? { platform: wirePlatform(platform) } : refuse(404, platformMessages.notFound)
    },
  }),
  call({
    method: 'POST',
    path: '/api/registrations',
    does: 'Creates a registration link for one LMS, valid once within a week. Only this response contains it.',
    answers: ['link', 'expires_at'],
    body: z.object({ note: z.string().trim().min(1).max(200) }),
    async run({ body, staff, modules }) {
      const { invite, expiresAt } = await modules.schools.inviteRegistration(body.note, staff)
      return { link: `${publicUrl}${hrefs.register(invite)}`, expires_at: expiresAt.toISOString() }
    },
  }),
  call({
    method: 'GET',
    path: '/api/deployments',
    does: 'Lists the deployments, waiting ones first.',
    answers: ['deployments'],
    async run({ modules }) {
      return { deployments: (await modules.schools.listDeployments()).map(wireDeployment) }
    },
  }),
  call({
    method: 'POST',
    path: '/api/deployments/:id',
    does: 'Approves or refuses a deployment, or changes what its school accepts. Omitted fields stay unchanged.',
    answers: ['deployment'],
    body: DeploymentBody,
    async run({ params, body, staff, modules }) {
      const { status, name } = body
      const change = { ...(status ? { status } : {}), ...(name ? { name } : {}), ...readSwitches(body) }
      const result = await modules.schools.decideDeployment(Number(params.id), change, staff)
      if (result === null) return refuse(404, deploymentMessages.notFound)
      return result === 'nothing-left' ? refuse(422, deploymentMessages.oneWay) : { deployment: wireDeployment(result) }
    },
  }),
]
