/** The request and its answer, when that is not as the contract has it. */
export type Oddity = { request: string; answer: string }

/**
 * The words that no answer may hold: where our code stands, and what a library or the database says
 * of a fault.
 */
export const insides = /node_modules|\/src\/|\$bunfs|\bat [\w.]+ \(|SQLite|SQLITE|TypeError|Something went wrong on/

const coded = /^\{"error":"(?:[^"\\]|\\.)+","code":"[A-Z_]+"/
const ofJsonRpc = /^\{"jsonrpc":"2\.0","id":(?:null|"[^"]*"|\d+),"error":\{"code":-32\d{3},"message":"/
const enveloped = /^\{"schema":"svc\.error\.v1","error":\{"code":"[A-Z_]+"/

/**
 * Nothing, or what is wrong with an answer to a request with this method, path and accepted type.
 */
export async function judge(
  { method, url, accept }: { method: string; url: string; accept: string | undefined },
  response: Response,
): Promise<string | undefined> {
  const { status, headers } = response
  // The path as it was sent: fetch has resolved dots and left out the fragment.
  const path = new URL(url).pathname
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
  // A stream has no end to wait for.
  if (isStream) await response.body?.cancel()
  const text = isStream ? '' : await response.text()
  const told = (fault: string) => `${fault}: ${status} ${text.slice(0, 200)}`
  if (status >= 500) return told('a fault')
  if (insides.test(text)) return told('insides are shown')
  if (!headers.has('x-request-id')) return told('no X-Request-Id')
  if (headers.get('x-content-type-options') !== 'nosniff') return told('may be sniffed')
  if (method === 'HEAD') return text === '' ? undefined : told('HEAD has a body')
  if (status < 400) return undefined
  if (/^\/api\/(?:v1|sandbox)(?:\/|$)/.test(path))
    return enveloped.test(text) ? undefined : told('not in the v1 envelope')
  if (coded.test(text)) return undefined
  if (path === '/mcp' && ofJsonRpc.test(text)) return undefined
  const mayBePage = accept?.includes('text/html') || path.startsWith('/test-processor/')
  const isPage = headers.get('content-type')?.startsWith('text/html') && !path.startsWith('/api/')
  return mayBePage && isPage ? undefined : told('not in the product’s words')
}
