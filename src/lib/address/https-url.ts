import { longest } from '../text/longest.ts'

/**
 * Returns an https address as browsers write it; undefined for any other text, one with a user
 * name, or one too long.
 */
export function httpsUrl(text: string): string | undefined {
  const { protocol, username, password, href } = URL.parse(text) ?? {}
  const isFit = protocol === 'https:' && username === '' && password === ''
  return isFit && href !== undefined && href.length <= longest.url ? href : undefined
}
