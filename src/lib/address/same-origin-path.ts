/** Returns a path of this site to redirect to; the fallback for one that may lead elsewhere. */
export function sameOriginPath(raw: string | undefined, fallback: string): string {
  if (raw === undefined || !raw.startsWith('/')) return fallback
  const url = URL.parse(raw, 'http://here.invalid')
  if (url?.origin !== 'http://here.invalid') return fallback
  // "/.//elsewhere" has our origin, but browsers would read its path as another host.
  return url.pathname.startsWith('//') ? fallback : url.pathname + url.search + url.hash
}
