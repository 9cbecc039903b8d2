import type { Texts } from '#src/texts/catalogues.ts'
import { reportHeight } from './frame-height.ts'
import { keepTyped } from './typed-text.ts'

// This file runs on every page, before its islands: nothing here waits for React.
keepTyped()
if (parent !== window) reportHeight()

/** Addresses of the dialog's code and texts. The page names them: an import would bring the code that islands share. */
const { code: dialogScript = '', texts = '' } = document.querySelector<HTMLElement>('script[data-texts]')?.dataset ?? {}

const load = <Module>(address: string): Promise<Module> => import(/* @vite-ignore */ address)

// Links with data-dialog (Terms, Privacy, guides) open in a dialog, or as pages when that cannot be shown or loaded.
if ('HTMLDialogElement' in window)
  document.addEventListener('click', event => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-dialog]')
    if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return
    event.preventDefault()
    const dialog = load<typeof import('./text-dialog.ts')>(dialogScript)
    Promise.all([dialog, load<{ default: Texts['ui'] }>(texts)]).then(
      ([{ openTextDialog }, { default: ui }]) => openTextDialog(link, ui),
      () => location.assign(link.href),
    )
  })
