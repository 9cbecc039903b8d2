import { paths } from '#views/paths.ts'
import type { Visit } from './visits.ts'

/** The lists of the back office, each with what one types: a rare word, and one that most rows have. */
const LISTS: Record<string, string[]> = {
  [paths.course]: ['section 07', 'language', '2007'],
  [paths.activateCourse]: ['section 08', 'language'],
  [paths.manageConsumer]: ['college 77', 'quillback77'],
  [paths.token]: ['ana', 'ana b', 'emma.smith'],
  [paths.payments]: ['ana', 'ana b'],
  [paths.accessCode]: ['CDF'],
  [paths.codes]: ['quillback', 'torres'],
  [paths.launches]: ['quillback'],
  [paths.audit]: ['quillback'],
  [paths.platforms]: ['copperline', 'moodle'],
  [paths.deployments]: ['university 77', 'canvas'],
}

/** Choices of one filter that are opened; those of schools and colleagues differ little. */
const MOST_CHOICES = 8
const MOST_SCHOOLS = 2

/** Returns each order of each list, with nothing chosen, with each choice of each filter, and with words. */
export const listVisitsOfLists = async (read: (path: string) => Promise<string>): Promise<Visit[]> => {
  const visits: Visit[] = []
  for (const [path, words] of Object.entries(LISTS)) {
    const selects = selectsOf(await read(path))
    const orders = selects.find(({ name }) => name === 'sort')?.values ?? []
    const chosen = selects.filter(({ name }) => name !== 'sort').flatMap(choicesOf)
    for (const sort of orders)
      for (const more of [{}, ...chosen, ...words.map(q => ({ q }))]) {
        const query = new URLSearchParams({ sort, ...more })
        visits.push({ what: `${path}?${query}`, path: `${path}?${query}`, isList: true })
      }
  }
  return visits
}

interface Choices {
  name: string
  values: string[]
}

/** Reads the choices of the form of a list from its page. */
const selectsOf = (html: string): Choices[] => {
  const form = html.match(/<form[^>]* data-list=[\s\S]*?<\/form>/)?.[0] ?? ''
  return [...form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)].map(([, tag = '', options = '']) => ({
    name: tag.match(/name="(\w+)"/)?.[1] ?? '',
    values: [...options.matchAll(/<option[^>]*value="([^"]+)"/g)].map(([, value = '']) => value),
  }))
}

const choicesOf = ({ name, values }: Choices) =>
  values.slice(0, ['school', 'actor'].includes(name) ? MOST_SCHOOLS : MOST_CHOICES).map(value => ({ [name]: value }))
