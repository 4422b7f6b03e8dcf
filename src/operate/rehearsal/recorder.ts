import { tryJson } from '../../lib/json/json.ts'
/** A request to the processor and its answer, without keys and personal data. */
export type Recorded = { step: string; method: string; path: string; request: unknown; status: number; answer: unknown }

/** Stands between the program and the processor, and records the traffic. */
export type Recorder = AsyncDisposable & {
  readonly url: URL
  readonly recorded: readonly Recorded[]
  /** Later records belong to this step. */
  begin(step: string): void
}

/** Starts a recorder on the loopback interface. */
export function startRecorder(target: URL): Recorder {
  const recorded: Recorded[] = []
  let step = ''
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 60,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      for (const name of ['host', 'connection', 'accept-encoding']) headers.delete(name)
      const body = request.method === 'GET' ? undefined : await request.text()
      const during = step
      const response = await fetch(new URL(pathname + search, target), {
        method: request.method,
        headers,
        ...(body === undefined ? {} : { body }),
      })
      const text = await response.text()
      const asked = pathname.startsWith('/v2/') && body ? parse(body) : fieldsOf(body ?? search.slice(1))
      recorded.push({
        step: during,
        method: request.method,
        path: pathname,
        request: withoutSecrets(asked),
        status: response.status,
        answer: withoutSecrets(parse(text)),
      })
      const passed = new Headers(response.headers)
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) passed.delete(name)
      return new Response(text, { status: response.status, headers: passed })
    },
  })
  return {
    url: server.url,
    recorded,
    begin(name) {
      step = name
    },
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

const fieldsOf = (form: string): unknown => Object.fromEntries(new URLSearchParams(form))

function parse(text: string): unknown {
  const value = tryJson(text)
  return value === undefined ? text.slice(0, 200) : value
}

// Fields that identify a person or give access, by Stripe's names.
const hidden = new Set(
  (
    'address billing_details business_profile calculated_statement_descriptor client_secret contact_email customer_email_address customer_name ' +
    'description display_name email external_accounts fingerprint given_name id_numbers individual ip last4 metadata name ' +
    'network_transaction_id owner phone query receipt_email receipt_url secret settings shipping signing_secret statement_descriptor surname ' +
    'tos_acceptance url user_agent'
  ).split(' '),
)

const isHidden = (key: string) => key.split(/[[\].]+/).some((part) => hidden.has(part))

/** Returns the same with each hidden value replaced; its type stays visible. */
function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'string' ? value.replaceAll(/\b(?:[srp]k|rk|whsec)_\w+/g, '(a key)') : value
  }
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    isHidden(key) && one !== null ? `(${typeof one})` : withoutSecrets(one),
  ])
  return Object.fromEntries(entries)
}
