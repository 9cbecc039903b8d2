import { escapeHtml } from '#src/core/rules/plain-text.ts'
import type { PlatformPreset } from '#src/schools/rules/platform.ts'
import { contentItem, type DeepLinkChoice, placeableValue, placedLink } from './deep-link.ts'
import { CUSTOM_FIELDS } from './launch-course.ts'

export interface ToolAddresses {
  publicUrl: string
  launch: string
  login: string
  keys: string
}

const TOOL_NAME = 'Signbook'
const TOOL_DESCRIPTION = 'American Sign Language course and digital textbook, with a dictionary of signs.'

const AGS = 'https://purl.imsglobal.org/spec/lti-ags/scope/'
/** Requested scopes: post and read grades, and read the course members. */
export const SCOPES = [
  `${AGS}lineitem`,
  `${AGS}score`,
  `${AGS}result.readonly`,
  'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly',
]

const iconOf = (publicUrl: string): string => `${publicUrl}/assets/mark.svg`

/** Canvas configuration for LTI 1.3 ('Paste JSON' or 'Enter URL'). */
export const canvasConfiguration = ({ publicUrl, launch, login, keys }: ToolAddresses) => {
  const placement = (name: string, message: string) => ({
    placement: name,
    message_type: message,
    target_link_uri: launch,
    text: TOOL_NAME,
    enabled: true,
  })
  return {
    title: TOOL_NAME,
    description: TOOL_DESCRIPTION,
    oidc_initiation_url: login,
    target_link_uri: launch,
    public_jwk_url: keys,
    scopes: SCOPES,
    custom_fields: CUSTOM_FIELDS,
    extensions: [
      {
        platform: 'canvas.instructure.com',
        domain: new URL(publicUrl).host,
        tool_id: 'signbook',
        // Codes and receipts are emailed. With a lower privacy level, everything else still works.
        privacy_level: 'public',
        settings: {
          text: TOOL_NAME,
          icon_url: iconOf(publicUrl),
          placements: [
            { ...placement('course_navigation', 'LtiResourceLinkRequest'), default: 'disabled' },
            placement('link_selection', 'LtiDeepLinkingRequest'),
            placement('assignment_selection', 'LtiDeepLinkingRequest'),
          ],
        },
      },
    ],
  }
}

/** Custom parameters that a platform can fill: those of Canvas are of no use to others, whose administrators see them. */
const customFieldsOf = (preset: PlatformPreset) =>
  Object.fromEntries(
    Object.entries(CUSTOM_FIELDS).filter(([, value]) => preset === 'canvas' || !value.startsWith('$Canvas.')),
  )

/** Registration request (LTI Dynamic Registration §3.5). */
export const registrationRequest = ({ publicUrl, launch, login, keys }: ToolAddresses, preset: PlatformPreset) => ({
  application_type: 'web',
  response_types: ['id_token'],
  grant_types: ['implicit', 'client_credentials'],
  initiate_login_uri: login,
  redirect_uris: [launch],
  client_name: TOOL_NAME,
  logo_uri: iconOf(publicUrl),
  jwks_uri: keys,
  token_endpoint_auth_method: 'private_key_jwt',
  scope: SCOPES.join(' '),
  'https://purl.imsglobal.org/spec/lti-tool-configuration': {
    domain: new URL(publicUrl).host,
    description: TOOL_DESCRIPTION,
    target_link_uri: launch,
    custom_parameters: customFieldsOf(preset),
    claims: ['iss', 'sub', 'name', 'given_name', 'family_name', 'email'],
    messages: [
      { type: 'LtiResourceLinkRequest', target_link_uri: launch, label: TOOL_NAME },
      { type: 'LtiDeepLinkingRequest', target_link_uri: launch, label: TOOL_NAME },
    ],
  },
})

/** Cartridge for LTI 1.1 (IMS Basic LTI Link 1.0) with a Canvas placement. Key and secret are entered by hand. */
export const cartridge = ({ publicUrl, launch }: Pick<ToolAddresses, 'publicUrl' | 'launch'>): string => {
  const custom = Object.entries(CUSTOM_FIELDS)
    .map(([name, value]) => `    <lticm:property name="${name}">${escapeHtml(value)}</lticm:property>`)
    .join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<cartridge_basiclti_link xmlns="http://www.imsglobal.org/xsd/imslticc_v1p0" xmlns:blti="http://www.imsglobal.org/xsd/imsbasiclti_v1p0" xmlns:lticm="http://www.imsglobal.org/xsd/imslticm_v1p0" xmlns:lticp="http://www.imsglobal.org/xsd/imslticp_v1p0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.imsglobal.org/xsd/imslticc_v1p0 http://www.imsglobal.org/xsd/lti/ltiv1p0/imslticc_v1p0.xsd http://www.imsglobal.org/xsd/imsbasiclti_v1p0 http://www.imsglobal.org/xsd/lti/ltiv1p0/imsbasiclti_v1p0.xsd http://www.imsglobal.org/xsd/imslticm_v1p0 http://www.imsglobal.org/xsd/lti/ltiv1p0/imslticm_v1p0.xsd http://www.imsglobal.org/xsd/imslticp_v1p0 http://www.imsglobal.org/xsd/lti/ltiv1p0/imslticp_v1p0.xsd">
  <blti:title>${escapeHtml(TOOL_NAME)}</blti:title>
  <blti:description>${escapeHtml(TOOL_DESCRIPTION)}</blti:description>
  <blti:launch_url>${escapeHtml(launch)}</blti:launch_url>
  <blti:icon>${escapeHtml(iconOf(publicUrl))}</blti:icon>
  <blti:custom>
${custom}
  </blti:custom>
  <blti:extensions platform="canvas.instructure.com">
    <lticm:property name="tool_id">signbook</lticm:property>
    <lticm:property name="privacy_level">public</lticm:property>
    <lticm:property name="domain">${escapeHtml(new URL(publicUrl).host)}</lticm:property>
    <lticm:options name="course_navigation">
      <lticm:property name="enabled">true</lticm:property>
      <lticm:property name="default">disabled</lticm:property>
      <lticm:property name="text">${escapeHtml(TOOL_NAME)}</lticm:property>
    </lticm:options>
  </blti:extensions>
</cartridge_basiclti_link>
`
}

/** A course of links for an LMS to import: IMS Common Cartridge 1.3, thin. It has no key and no secret. */
interface CourseCartridge {
  /** Identifies it, so that an LMS may replace it. */
  id: string
  title: string
  choices: DeepLinkChoice[]
  texts: Parameters<typeof placedLink>[1]
  launch: string
}

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
const CP = 'http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1'
const LTICC = 'http://www.imsglobal.org/xsd/imslticc_v1p3'
const LTI = 'http://www.imsglobal.org/xsd/lti'

/** Returns the files of the cartridge: the manifest, and one for each link. */
export const cartridgeFiles = (given: CourseCartridge): { name: string; text: string }[] => {
  const links = given.choices.map(choice => {
    const name = placeableValue(choice)
    return { name, file: `links/${name}.xml`, ...contentItem(placedLink(choice, given.texts), given.launch) }
  })
  return [
    { name: 'imsmanifest.xml', text: manifest(given, links) },
    ...links.map(link => ({ name: link.file, text: linkXml(link) })),
  ]
}

interface Link {
  name: string
  file: string
  title: string
  url: string
  custom?: Record<string, string>
}

/** Control characters, which an LMS may send in a title, are not allowed in XML. */
const NOT_XML = /[\p{Cc}\ufffe\uffff]+/gu

const manifest = (
  { id, ...given }: CourseCartridge,
  links: Link[],
  title = given.title.replace(NOT_XML, ' '),
) => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${escapeHtml(id)}" xmlns="${CP}" xmlns:lomimscc="http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest" ${XSI} xsi:schemaLocation="${CP} http://www.imsglobal.org/profile/cc/ccv1p3/ccv1p3_imscp_v1p2_v1p0.xsd http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest http://www.imsglobal.org/profile/cc/ccv1p3/LOM/ccv1p3_lommanifest_v1p0.xsd">
  <metadata>
    <schema>IMS Thin Common Cartridge</schema>
    <schemaversion>1.3.0</schemaversion>
    <lomimscc:lom>
      <lomimscc:general>
        <lomimscc:title>
          <lomimscc:string language="en-US">${escapeHtml(title)}</lomimscc:string>
        </lomimscc:title>
      </lomimscc:general>
    </lomimscc:lom>
  </metadata>
  <organizations>
    <organization identifier="links" structure="rooted-hierarchy">
      <item identifier="root">
        <item identifier="module">
          <title>${escapeHtml(title)}</title>
${links
  .map(
    link => `          <item identifier="item-${link.name}" identifierref="link-${link.name}">
            <title>${escapeHtml(link.title)}</title>
          </item>`,
  )
  .join('\n')}
        </item>
      </item>
    </organization>
  </organizations>
  <resources>
${links
  .map(
    link => `    <resource identifier="link-${link.name}" type="imsbasiclti_xmlv1p3">
      <file href="${link.file}"/>
    </resource>`,
  )
  .join('\n')}
  </resources>
</manifest>
`

/** The address is there twice: older LMSs read the first, and LMSs with https only the second. */
const linkXml = ({ title, url, custom = {} }: Link): string => `<?xml version="1.0" encoding="UTF-8"?>
<cartridge_basiclti_link xmlns="${LTICC}" xmlns:blti="http://www.imsglobal.org/xsd/imsbasiclti_v1p0" xmlns:lticm="http://www.imsglobal.org/xsd/imslticm_v1p0" xmlns:lticp="http://www.imsglobal.org/xsd/imslticp_v1p0" ${XSI} xsi:schemaLocation="${LTICC} ${LTI}/ltiv1p3/imslticc_v1p3.xsd http://www.imsglobal.org/xsd/imslticp_v1p0 ${LTI}/ltiv1p0/imslticp_v1p0.xsd http://www.imsglobal.org/xsd/imslticm_v1p0 ${LTI}/ltiv1p0/imslticm_v1p0.xsd http://www.imsglobal.org/xsd/imsbasiclti_v1p0 ${LTI}/ltiv1p0/imsbasiclti_v1p0p1.xsd">
  <blti:title>${escapeHtml(title)}</blti:title>
  <blti:description>Signbook: American Sign Language</blti:description>
  <blti:custom>
${Object.entries({ ...CUSTOM_FIELDS, ...custom })
  .map(([name, value]) => `    <lticm:property name="${name}">${escapeHtml(value)}</lticm:property>`)
  .join('\n')}
  </blti:custom>
  <blti:launch_url>${escapeHtml(url)}</blti:launch_url>
  <blti:secure_launch_url>${escapeHtml(url)}</blti:secure_launch_url>
  <blti:vendor>
    <lticp:code>signbook</lticp:code>
    <lticp:name>Signbook</lticp:name>
  </blti:vendor>
</cartridge_basiclti_link>
`
