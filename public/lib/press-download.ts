/**
 * Where a page offers downloads that take long to make, a press is followed on the page itself,
 * which says how far it is: the browser would show nothing until then. The browser has the press
 * where it would open elsewhere, and where the script that follows cannot be loaded.
 */
export function pressDownload(): void {
  document.addEventListener('click', (event) => {
    const key =
      event.target instanceof Element &&
      event.target.closest<HTMLElement>('.formats a:not([href$=original]), .formats button')
    // The click() below arrives here too. It is not trusted, so it is left to the browser.
    if (!key || !event.isTrusted || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    import('./follow-download.ts').then(
      ({ followDownload }) => followDownload(key),
      () => key.click(),
    )
  })
}
