import { cookieOf } from '../../platform/http/session/kept-cookie.ts'

/**
 * Whether a lighter file is wanted (rule: light-stream): as the request says, else as the listener
 * chose in this browser, else where the browser saves data (https://wicg.github.io/savedata/).
 */
export function wantsLight(request: Request, asked: '0' | '1' | undefined): boolean {
  if (asked !== undefined) return asked === '1'
  const chosen = cookieOf(request, 'quality')
  return chosen === 'saver' || (chosen !== 'original' && request.headers.get('save-data') === 'on')
}
