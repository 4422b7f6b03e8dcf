/**
 * Where a page offers downloads that take long to make, a press is followed on the page itself,
 * which says how far it is: the browser would show nothing until then.
 */
export function pressDownload(): void {
  const follow = (type: string, offers: string) =>
    document.addEventListener(type, (event) => {
      const offer = event.target instanceof Element && event.target.closest(offers)
      if (!offer) return
      event.preventDefault()
      void import('./follow-download.ts').then(({ followDownload }) => followDownload(offer))
    })
  follow('click', '.formats a')
  follow('submit', '.formats form')
}
