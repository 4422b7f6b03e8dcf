type Near = { target: Element; isIntersecting: boolean; boundingClientRect: DOMRectReadOnly }

type Watch = Pick<IntersectionObserver, 'observe' | 'unobserve' | 'disconnect'>

/**
 * Tells of elements that come near the window, or leave it. In a browser that cannot tell, all are
 * near at once.
 */
export function watchNear(tell: (entries: readonly Near[]) => void, rootMargin: string): Watch {
  if ('IntersectionObserver' in window) return new IntersectionObserver(tell, { rootMargin })
  const leave = () => {}
  return {
    observe: (target) => tell([{ target, isIntersecting: true, boundingClientRect: target.getBoundingClientRect() }]),
    unobserve: leave,
    disconnect: leave,
  }
}
