import Stripe from 'stripe'

const answerWithinMs = 20_000

/** Stripe's own client, in the version that its types describe; telemetry off. */
export function createClient(key: string, apiBase: URL, retries = 2): Stripe {
  const isHttps = apiBase.protocol === 'https:'
  return new Stripe(key, {
    host: apiBase.hostname,
    port: apiBase.port || (isHttps ? 443 : 80),
    protocol: isHttps ? 'https' : 'http',
    maxNetworkRetries: retries,
    timeout: answerWithinMs,
    telemetry: false,
    appInfo: { name: 'Tapedeck' },
  })
}
