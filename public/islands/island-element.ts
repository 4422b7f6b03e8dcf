import { render } from 'preact'
import { watchNear } from '../lib/watch-near.ts'
import { islands } from './registry.ts'

const isSeen = (element: Element) =>
  new Promise<void>((seen) => {
    const watch = watchNear((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      seen()
    }, '300px')
    // The element has display: contents, so it has no box to observe.
    watch.observe(element.firstElementChild ?? element)
  })

/** A custom element, so the browser reports when markup is added or removed. */
class Island extends HTMLElement {
  async connectedCallback() {
    const { name = '', props = '{}', on } = this.dataset
    // A key of the page as the server wrote it does nothing yet: its press is repeated below.
    const pressed: { key?: HTMLElement | null } = {}
    this.onclick = ({ target }) => {
      if (target instanceof Element) pressed.key = target.closest<HTMLElement>('[type=button]')
    }
    if (on === 'visible') await isSeen(this)
    const load = islands[name] ?? (await import('./signed-in.ts')).islands[name]
    const draw = await load?.()
    if (!draw || !this.isConnected) return
    this.onclick = null
    draw(this, props)
    this.dataset.ready = ''
    pressed.key?.click()
  }

  disconnectedCallback() {
    queueMicrotask(() => {
      if (!this.isConnected) render(null, this)
    })
  }
}

export const defineIslands = () => customElements.define('c-island', Island)
