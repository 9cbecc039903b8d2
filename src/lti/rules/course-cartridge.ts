import { escapeHtml } from '#src/core/rules/plain-text.ts'
import { contentItem, type DeepLinkChoice, placeableValue, placedLink } from './deep-link.ts'
import { CUSTOM_FIELDS } from './launch-course.ts'

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
