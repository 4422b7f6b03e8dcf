/**
 * Where a page offers downloads that take long to make, a press is followed on the page itself,
 * which says how far it is: the browser would show nothing until then.
 */
export function pressDownload(): void {
  const press = (event: Event, link: Element | null, href: () => string) => {
    const fold = link?.closest('.formats')
    const line = fold?.closest('.downloads')?.querySelector<HTMLElement>('.making')
    if (!line || event.defaultPrevented) return
    event.preventDefault()
    const at = href()
    import('./follow-download.ts').then(
      ({ followDownload }) => followDownload(at, line),
      () => location.assign(at),
    )
  }
  document.addEventListener('click', (event) => {
    const { target, button, altKey, ctrlKey, metaKey, shiftKey } = event
    if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.hasAttribute('download')) press(event, link, () => link.href)
  })
  document.addEventListener('submit', (event) => {
    const { target: form } = event
    if (!(form instanceof HTMLFormElement)) return
    press(event, form, () => {
      const url = new URL(form.action)
      for (const [name, value] of new FormData(form)) url.searchParams.set(name, String(value))
      return url.href
    })
  })
}
