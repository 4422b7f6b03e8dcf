/** The path of an absolute address, without building a URL: the hot reads pass here. */
export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2)
  if (start === -1) return '/'
  const query = url.indexOf('?', start)
  return query === -1 ? url.slice(start) : url.slice(start, query)
}

/**
 * Whether the router makes texts of every part of a path. Where a part is not percent-encoded UTF-8 it puts a mark in its
 * place, but null when the path ends in a slash.
 */
export function isReadable(path: string): boolean {
  if (!path.endsWith('/') || !path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
