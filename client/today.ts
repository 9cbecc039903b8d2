import { paths } from '#views/paths.ts'

/** Shows what newly waits while Today is open. Keeps the page while someone has the focus in it. */
export const updateToday = (): void => {
  if (!document.getElementById('today')) return
  let shown: string | null = null
  new EventSource(paths.todayEvents).addEventListener('waiting', async ({ data }) => {
    if (shown !== null && shown !== data) await replaceToday()
    shown = data
  })
}

const replaceToday = async (): Promise<void> => {
  const here = document.getElementById('today')
  if (!here || here.contains(document.activeElement)) return
  const answer = await fetch(paths.today)
  if (!answer.ok) return
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  for (const place of ['#today', '.rail', '.rail-small nav']) {
    const fresh = page.querySelector(place)
    if (fresh) document.querySelector(place)?.replaceChildren(...fresh.childNodes)
  }
}
