/**
 * Opens Terms and Privacy in a dialog on a page without islands, as boot.ts does on others. The page names the files,
 * because an import here would bring the code that boot.ts shares.
 */
const { dialog = '', texts = '' } = document.querySelector<HTMLElement>('script[data-dialog]')?.dataset ?? {}

const load = (address: string) => import(/* @vite-ignore */ address)

if ('HTMLDialogElement' in window)
  document.addEventListener('click', event => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-dialog]')
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    Promise.all([load(dialog), load(texts)]).then(
      ([{ openTextDialog }, { default: ui }]) => openTextDialog(link, ui),
      () => location.assign(link.href),
    )
  })
