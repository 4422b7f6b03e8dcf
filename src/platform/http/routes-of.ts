export type Route = { method: string; path: string }

const escapeText = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const partPattern = (part: string) => {
  if (part === '*') return '.*'
  return part.startsWith(':') ? '[^/]+' : escapeText(part).replace(/:[A-Za-z]+/, '[^/]+')
}

/** The router ignores a slash at the end. */
export const pathPattern = (path: string): string => `^${path.split('/').map(partPattern).join('/')}/?$`
