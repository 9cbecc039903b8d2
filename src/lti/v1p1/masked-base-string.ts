import type { Parameters } from '../parameters.ts'
import { baseStringOf } from './signature.ts'

/** Parameters whose values are not personal. All other values are masked, including unknown ones. */
const KNOWN =
  /^(oauth_(consumer_key|signature_method|timestamp|nonce|version|callback)|lti_(message_type|version)|context_(id|title|label|type)|resource_link_(id|title)|launch_presentation_(document_target|locale|width|height)|tool_consumer_info_(product_family_code|version)|tool_consumer_instance_(guid|name)|roles|custom_(app|unit|check|canvas_(course_id|api_domain|workflow_state|enrollment_state|term_(start|end)_at)|(term|section)_(start|end)_at)|app|unit|check)$/

const MOST = 8000

/**
 * Returns the base string of a refused launch, to compare with the one the LMS signed. Names, order, encoding and URL
 * are unchanged; personal values are replaced by their length.
 */
export const maskedBaseString = (url: string, parameters: Parameters): string => {
  const masked: Parameters = Object.create(null)
  for (const [name, values] of Object.entries(parameters))
    masked[name] = KNOWN.test(name) ? values : values.map(v => `(${v.length})`)
  return baseStringOf({ method: 'POST', url, parameters: masked }).slice(0, MOST)
}
